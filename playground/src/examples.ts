// The programs to start from. Each is an ordinary PHP file; what differs from
// the usual settings stands here.

import deep from '../examples/deep.php'
import endless from '../examples/endless.php'
import fibers from '../examples/fibers.php'
import generator from '../examples/generator.php'
import mutual from '../examples/mutual.php'
import oscillation from '../examples/oscillation.php'
import oversized from '../examples/oversized.php'
import parser from '../examples/parser.php'
import type { Settings } from './settings'

export interface Example {
  name: string
  title: string
  note: string
  source: string
  settings?: Partial<Settings>
}

export const EXAMPLES: readonly Example[] = [
  {
    name: 'oscillation', title: 'Oscillation at a page edge', source: oscillation,
    note: 'Two thousand short dives across the edge of a stack page. Compare the cache off and on.',
  },
  {
    name: 'fragmented', title: 'Oscillation, fragmented heap', source: oscillation,
    settings: { fragment: true },
    note: 'The same dives on a heap full of holes too short for a page: without the cache every take searches all of it.',
  },
  { name: 'deep', title: 'Deep recursion', source: deep, note: 'Fifty thousand calls deep; the stack grows page by page.' },
  { name: 'oversized', title: 'An oversized frame', source: oversized, note: 'A call whose frame needs more than a page, and gets one made to measure.' },
  { name: 'generator', title: 'A generator', source: generator, note: 'Generators keep their frames off the VM stack.' },
  { name: 'mutual', title: 'Mutual recursion', source: mutual, note: 'Frames of two sizes in alternating layers.' },
  { name: 'parser', title: 'A recursive-descent parser', source: parser, note: 'Depth that follows the nesting of the input.' },
  { name: 'fibers', title: 'Fibers', source: fibers, note: 'Every Fiber has a VM stack of its own.' },
  { name: 'endless', title: 'An endless loop', source: endless, note: 'Watch it live, then press Stop.' },
]

export const exampleNamed = (name: string) => EXAMPLES.find((e) => e.name === name)
