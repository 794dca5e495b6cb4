// The replay's controls: play, step, speed, and a slider over the run.

import { Flag, Kind } from '../protocol'
import { Player, SPEEDS } from '../player'
import type { Records } from '../records'
import { $, h, say } from './dom'
import { bytes, count, duration, plural } from './format'

const SLIDER = 2000

export class Controls {
  private readonly play = $<HTMLButtonElement>('play')
  private readonly back = $<HTMLButtonElement>('step-back')
  private readonly forward = $<HTMLButtonElement>('step-forward')
  private readonly slider = $<HTMLInputElement>('position')
  private readonly speed = $<HTMLSelectElement>('speed')

  constructor(private readonly player: Player, private readonly name: (func: number) => string) {
    this.slider.max = String(SLIDER)
    for (const s of SPEEDS) {
      this.speed.append(h('option', { value: s }, s === 0 ? 'whole run in 8 s' : s === 1 ? '1 event a second' : `${count(s)} events a second`))
    }
    this.speed.value = '0'
    this.speed.addEventListener('change', () => { player.speed = Number(this.speed.value) })
    this.play.addEventListener('click', () => (player.playing ? player.pause() : player.play()))
    this.back.addEventListener('click', () => player.stepPage(false))
    this.forward.addEventListener('click', () => player.stepPage(true))
    this.slider.addEventListener('input', () => {
      const rec = player.rec
      if (!rec) return
      player.playing = false
      const time = (Number(this.slider.value) / SLIDER) * rec.duration
      player.seek(Number(this.slider.value) >= SLIDER ? rec.total : rec.indexAt(time) + 1)
    })
  }

  update(): void {
    const { player } = this
    const rec = player.rec
    const usable = !!rec && rec.total > rec.first
    for (const e of [this.play, this.back, this.forward, this.slider, this.speed]) e.disabled = !usable
    this.play.dataset.state = player.playing ? 'pause' : 'play'
    this.play.setAttribute('aria-label', player.playing ? 'Pause the replay' : 'Replay')
    if (!rec || !usable || !player.cursor) {
      say($('moment'), '')
      this.slider.value = '0'
      return
    }
    const end = player.index >= rec.total
    const time = end ? rec.duration : player.cursor.model.time
    this.slider.value = String(Math.round((SLIDER * time) / Math.max(1, rec.duration)))
    let words = ''
    player.lastEvent((r) => { words = this.describe(r) })
    const lost = rec.lost + rec.forgotten
    say($('moment'), `${duration(time)} · event ${count(player.index)} of ${count(rec.total)}${words ? ` · ${words}` : ''}`)
    $('moment').title = lost ? `${plural(lost, 'more event')} of this long run were counted but not kept` : ''
    this.slider.setAttribute('aria-valuetext', `${duration(time)}, ${words}`)
  }

  private describe(r: Records): string {
    const where = r.func ? ` in ${this.name(r.func)}${r.line ? `, line ${r.line}` : ''}` : ''
    switch (r.kind) {
      case Kind.PageTake:
        return `${r.flags & Flag.Oversized ? `a page of ${bytes(r.b)}` : 'page'} taken from the ${r.flags & Flag.FromCache ? 'cache' : 'heap'}${where}`
      case Kind.PageGive: return `page given back to the ${r.flags & Flag.ToCache ? 'cache' : 'heap'}${where}`
      case Kind.EdgePush: return `a frame of ${bytes(r.b)} opens a page${where}`
      case Kind.EdgePop: return `the first frame of a page returns${where}`
      case Kind.ChunkMap: return 'the heap maps a chunk'
      case Kind.ChunkUnmap: return 'the heap unmaps a chunk'
      case Kind.ChunkCache: return r.flags & Flag.FromCache ? 'a kept chunk is used again' : 'an empty chunk is kept'
      case Kind.ScanChunks: return `${plural(r.a, 'chunk')} searched for ${plural(r.b, 'heap page')}${where}`
      case Kind.HugeMap: return `a huge block of ${bytes(r.b)} is mapped`
      case Kind.HugeUnmap: return `${bytes(r.b)} of huge blocks are unmapped`
      case Kind.RunStart: return 'the program starts'
      case Kind.RunEnd: return 'the program ends'
      default: return where.trim()
    }
  }
}
