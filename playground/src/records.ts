// Reading trace records out of a buffer without allocating: a cursor over
// 32-bit words. Every browser that runs WebAssembly is little-endian.

import { RECORD_BYTES } from './protocol'

const WORDS = RECORD_BYTES / 4
const HIGH = 2 ** 32

export class Records {
  readonly count: number
  private readonly words: Uint32Array
  private at = 0

  constructor(buffer: ArrayBuffer, count: number) {
    this.words = new Uint32Array(buffer, 0, count * WORDS)
    this.count = count
  }

  /** Puts the cursor on record i; the accessors below read that record. */
  seek(i: number): this {
    this.at = i * WORDS
    return this
  }

  get seq(): number { return this.words[this.at] + this.words[this.at + 1] * HIGH }
  /** Nanoseconds since the run began. */
  get time(): number { return this.words[this.at + 2] + this.words[this.at + 3] * HIGH }
  get kind(): number { return this.words[this.at + 4] & 0xff }
  get op(): number { return (this.words[this.at + 4] >>> 8) & 0xff }
  get flags(): number { return this.words[this.at + 4] >>> 16 }
  get line(): number { return this.words[this.at + 5] }
  get func(): number { return this.words[this.at + 6] }
  get depth(): number { return this.words[this.at + 7] }
  get a(): number { return this.words[this.at + 8] + this.words[this.at + 9] * HIGH }
  get b(): number { return this.words[this.at + 10] + this.words[this.at + 11] * HIGH }

  timeOf(i: number): number { return this.seek(i).time }
}
