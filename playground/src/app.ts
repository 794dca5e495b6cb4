// Puts the page together: the program and its settings on one side, what the
// engine did on the other.

import { EXAMPLES, exampleNamed } from './examples'
import { decode, encode, type SharedState } from './link'
import { Player, tally, type Passed } from './player'
import type { WorkerMessage } from './protocol'
import { Recording } from './recording'
import { Loop, calm } from './render/loop'
import { Runner } from './runner'
import { DEFAULTS, normalise, request, type Settings } from './settings'
import { Announcer, summary } from './view/announce'
import { Charts } from './view/charts'
import { Controls } from './view/controls'
import { CounterTable } from './view/counters'
import { $, h, say } from './view/dom'
import { Editor } from './view/editor'
import { duration } from './view/format'
import { Output } from './view/output'
import { Scene } from './view/scene'
import { SettingsForm } from './view/settings-form'
import { frameTable, heatOf, siteTable } from './view/tables'
import { initTheme } from './view/theme'

/** Runs shorter than this were over before they could be watched. */
const REPLAY_BELOW_MS = 2500

export class App {
  private readonly loop = new Loop()
  private readonly runner = new Runner()
  private readonly editor: Editor
  private readonly form: SettingsForm
  private readonly output = new Output($('output'), $('output-note'))
  private readonly scene: Scene
  private readonly charts: Charts
  private readonly counters = new CounterTable($('counters'), $('verdict'))
  private readonly announcer = new Announcer($('announcer'))
  private readonly player: Player
  private readonly controls: Controls
  private runs: Recording[] = []
  private shown = 0
  private live: Recording | null = null
  private example = EXAMPLES[0].name
  private stopAsked = false
  private drawnAt = 0
  private dirty = false
  private readonly wakeDraw: () => void

  constructor(initial: SharedState | null) {
    const start = initial ?? { source: EXAMPLES[0].source, settings: normalise(EXAMPLES[0].settings), example: EXAMPLES[0].name }
    this.example = start.example
    const name = (f: number) => this.rec?.names[f] ?? `function ${f}`
    this.scene = new Scene(this.loop, name)
    this.charts = new Charts($('charts'), (rec, ms) => this.lookAt(rec, ms))
    this.player = new Player(this.loop, (p) => this.played(p))
    this.controls = new Controls(this.player, name)
    this.form = new SettingsForm(start.settings, () => this.changed())
    this.editor = new Editor($('editor'), start.source, () => this.changed(), [
      { key: 'Mod-Enter', run: () => void this.run() },
      { key: 'Mod-Shift-Enter', run: () => void this.compare() },
      { key: 'Mod-.', run: () => this.stop() },
    ])
    this.wakeDraw = this.loop.add((_dt, now) => this.drawSlow(now))
    this.fillExamples()
    this.wire()
    initTheme($('theme'), () => { this.scene.retint(); this.charts.retint() })
    this.charts.show([])
    this.counters.update([])
    this.tables()
    this.controls.update()
    this.status('Ready', 'ready')
    this.changed()
    void this.runner.warm().catch((err) => this.status(err instanceof Error ? err.message : String(err), 'failed'))
  }

  private get rec(): Recording | null { return this.runs[this.shown] ?? null }

  // ---- running -----------------------------------------------------------

  private run(): Promise<void> { return this.sequence([{ label: 'on', limit: this.form.value.cacheLimit }]) }

  private compare(): Promise<void> {
    const on = this.form.value.cacheLimit || DEFAULTS.cacheLimit
    return this.sequence([{ label: 'off', limit: 0 }, { label: 'on', limit: on }])
  }

  private async sequence(plan: { label: string; limit: number }[]): Promise<void> {
    if (this.runner.running) return
    const settings = this.form.value, source = this.editor.source
    this.stopAsked = false
    this.player.close()
    this.output.clear()
    this.editor.mark(0)
    this.editor.heat([])
    this.runs = []
    this.shown = 0
    this.tables()
    this.controls.update()
    this.buttons(true)
    if (innerWidth < 960) $('watch').scrollIntoView({ block: 'start', behavior: calm() ? 'auto' : 'smooth' })
    for (const step of plan) {
      if (this.stopAsked) break
      const rec = new Recording(step.label, step.limit, settings.pageBytes)
      this.runs.push(rec)
      this.select(this.runs.length - 1)
      if (plan.length > 1) this.output.section(`Cache ${step.label}`)
      await this.one(rec, settings, source, step.limit)
    }
    this.buttons(false)
    const last = this.runs.at(-1)!
    const outcome = last.failure ? 'failed' : last.stopped ? 'stopped' : 'done'
    this.status(last.stopped ? `Stopped after ${duration(last.ms * 1e6)}` : last.failure ? last.failure
      : `Done in ${this.runs.map((r) => duration(r.ms * 1e6)).join(' with the cache off, ')}${this.runs.length > 1 ? ' on' : ''}${last.status ? ` · exit status ${last.status}` : ''}`, outcome)
    const verdict = $('verdict')
    this.counters.update(this.runs)
    this.announcer.say(this.runs.length > 1 && !verdict.hidden ? verdict.querySelector('p')!.textContent! : summary(last))
    if (last.total > last.first) {
      this.player.open(last, true)
      this.tables()
      if (!last.stopped && !last.failure && last.ms < REPLAY_BELOW_MS && !calm()) this.player.play()
    }
    this.controls.update()
  }

  private async one(rec: Recording, settings: Settings, source: string, limit: number): Promise<void> {
    this.live = rec
    const began = performance.now()
    this.status('Starting', 'running')
    this.announcer.say(`Running${this.runs.length > 1 || rec.label === 'off' ? ` with the cache ${rec.label}` : ''}.`)
    const end = await this.runner.run(request(source, settings, limit), (m) => this.hear(rec, m))
    if (end === 'stopped') { rec.stopped = true; this.stopAsked = true }
    if (end === 'failed') this.stopAsked = true
    if (!rec.ms) rec.ms = performance.now() - began
    this.live = null
    this.drawSlow(Infinity)
    this.scene.settle()
    this.editor.heat(heatOf(rec.final?.sites))
    this.tables()
  }

  private hear(rec: Recording, m: WorkerMessage): void {
    switch (m.type) {
      case 'started': this.status('Running', 'running'); break
      case 'name': rec.names[m.index] = m.text; break
      case 'output': this.output.add(m.fd, m.bytes, m.lost); break
      case 'records': {
        const p: Passed = { fromHeap: 0, fromCache: 0, toHeap: 0, toCache: 0 }
        rec.add(m.buffer, m.count, m.lost, (r) => tally(r, p))
        this.scene.pass(p.fromHeap, p.fromCache, p.toHeap, p.toCache)
        this.touch()
        break
      }
      case 'state': {
        rec.sync(m.state)
        const dirty = rec.heap.sync(m.state.chunks)
        if (rec === this.rec) this.scene.chunksChanged(dirty)
        this.touch()
        break
      }
      case 'exit':
        rec.status = m.status
        rec.ms = m.ms
        break
      case 'failed':
        rec.failure = m.message
        this.output.fail(m.message)
        break
    }
  }

  private stop(): void {
    if (!this.runner.running) { this.player.pause(); return }
    this.stopAsked = true
    this.runner.stop()
  }

  // ---- showing -----------------------------------------------------------

  private touch(): void {
    this.scene.touch()
    this.dirty = true
    this.wakeDraw()
  }

  // Charts, counters and words: ten times a second is plenty.
  private drawSlow(now: number): boolean {
    if (!this.dirty) return false
    if (now - this.drawnAt < 100) return true
    this.drawnAt = now === Infinity ? performance.now() : now
    this.dirty = false
    this.charts.update()
    this.counters.update(this.runs)
    if (this.live) {
      say($('status-text'), `Running${this.runs.length > 1 || this.live.label === 'off' ? `, cache ${this.live.label}` : ''} · ${duration(this.live.duration)}`)
      this.announcer.progress(this.live)
    }
    return false
  }

  private select(i: number): void {
    this.shown = i
    const rec = this.rec!
    this.scene.show(rec.live, rec.heap, rec.pageBytes, rec.cacheLimit)
    this.charts.show(this.runs)
    this.tabs()
    this.touch()
  }

  /** Shows another of the runs set side by side. */
  private choose(i: number, atEnd = true): void {
    if (this.runner.running || i === this.shown && this.player.rec) return
    this.shown = i
    const rec = this.rec!
    this.tabs()
    this.scene.show(rec.live, rec.heap, rec.pageBytes, rec.cacheLimit)
    this.editor.heat(heatOf(rec.final?.sites))
    this.tables()
    for (const r of this.runs) this.charts.mark(r, null)
    if (rec.total > rec.first) this.player.open(rec, atEnd)
    this.scene.settle()
  }

  private lookAt(rec: Recording, ms: number): void {
    if (this.runner.running || !this.runs.includes(rec)) return
    this.choose(this.runs.indexOf(rec))
    this.player.playing = false
    this.player.seek(rec.indexAt(ms * 1e6) + 1)
  }

  private played(p: Passed): void {
    const { rec, cursor } = this.player
    if (!rec || !cursor) return
    this.scene.show(cursor.model, rec.heap, rec.pageBytes, rec.cacheLimit)
    this.scene.pass(p.fromHeap, p.fromCache, p.toHeap, p.toCache)
    const end = cursor.index >= rec.total
    this.charts.mark(rec, end && !this.player.playing ? null : cursor.model.time / 1e6)
    this.editor.mark(end ? 0 : cursor.model.line)
    this.controls.update()
    if (!this.player.playing) this.scene.settle()
  }

  private tables(): void {
    const go = (line: number) => this.editor.goTo(line)
    frameTable($('frames'), this.rec, go)
    siteTable($('sites'), this.rec, go)
  }

  private tabs(): void {
    const host = $('runs')
    host.hidden = this.runs.length < 2
    host.replaceChildren(h('legend', {}, 'Shown'), ...this.runs.map((r, i) => {
      const input = h('input', { type: 'radio', name: 'run', value: i, id: `run-${i}`, onchange: () => this.choose(i) }) as HTMLInputElement
      input.checked = i === this.shown
      return h('label', { for: `run-${i}` }, input, `Cache ${r.label}`)
    }))
  }

  private status(text: string, state: string): void {
    say($('status-text'), text)
    $('status').dataset.state = state
  }

  private buttons(running: boolean): void {
    const run = $<HTMLButtonElement>('run'), stop = $<HTMLButtonElement>('stop')
    const hadFocus = document.activeElement === run || document.activeElement === $('compare')
    const stopHad = document.activeElement === stop
    stop.disabled = !running
    if (running && hadFocus) stop.focus()
    run.disabled = $<HTMLButtonElement>('compare').disabled = running
    if (!running && stopHad) run.focus()
    document.body.classList.toggle('running', running)
  }

  // ---- the program -------------------------------------------------------

  private fillExamples(): void {
    const select = $<HTMLSelectElement>('example')
    for (const e of EXAMPLES) select.append(h('option', { value: e.name }, e.title))
    select.append(h('option', { value: '', hidden: true }, 'Your own program'))
    select.value = exampleNamed(this.example) ? this.example : ''
    select.addEventListener('change', () => {
      const e = exampleNamed(select.value)
      if (!e) return
      this.example = e.name
      this.form.value = normalise({ ...DEFAULTS, ...e.settings })
      this.editor.source = e.source
      this.changed()
    })
  }

  private wire(): void {
    $('run').addEventListener('click', () => void this.run())
    $('stop').addEventListener('click', () => this.stop())
    $('compare').addEventListener('click', () => void this.compare())
    $('share').addEventListener('click', () => void this.share())
    document.addEventListener('keydown', (e) => {
      if (e.defaultPrevented || !(e.ctrlKey || e.metaKey)) return
      if (e.key === 'Enter') { e.preventDefault(); void (e.shiftKey ? this.compare() : this.run()) }
      if (e.key === '.') { e.preventDefault(); this.stop() }
    })
    addEventListener('hashchange', () => void this.fromLink())
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.loop.wakeAll() })
  }

  private linkTimer = 0
  private ownHash = location.hash

  /** Program or settings changed: the address follows, a moment later. */
  private changed(): void {
    const e = exampleNamed(this.example)
    const same = e?.source === this.editor.source
    $<HTMLSelectElement>('example').value = same ? this.example : ''
    say($('example-note'), same ? e!.note : '')
    if (!this.runs.length) this.scene.show(null, null, this.form.value.pageBytes, this.form.value.cacheLimit)
    clearTimeout(this.linkTimer)
    this.linkTimer = window.setTimeout(() => void this.updateLink(), 300)
  }

  private async updateLink(): Promise<void> {
    const e = exampleNamed(this.example)
    const source = this.editor.source
    const hash = await encode({ source, settings: this.form.value, example: this.example }, e?.source === source)
    this.ownHash = `#${hash}`
    if (location.hash !== this.ownHash) history.replaceState(null, '', this.ownHash)
  }

  private async fromLink(): Promise<void> {
    if (location.hash === this.ownHash || location.hash.length < 2) return
    const s = await readLink()
    if (!s) return
    this.example = s.example
    this.form.value = s.settings
    this.editor.source = s.source
    this.changed()
  }

  private async share(): Promise<void> {
    clearTimeout(this.linkTimer)
    await this.updateLink()
    const label = $('share-label')
    try {
      await navigator.clipboard.writeText(location.href)
      say(label, 'Copied')
      this.announcer.say('Link copied.')
    } catch {
      say(label, 'It is in the address bar')
      this.announcer.say('The link is in the address bar.')
    }
    setTimeout(() => say(label, 'Copy link'), 2000)
  }
}

export const readLink = () => decode(location.hash.slice(1), (n) => exampleNamed(n)?.source)
