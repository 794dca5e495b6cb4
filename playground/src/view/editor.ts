// The editor: CodeMirror with PHP, marks in the margin where pages were taken,
// and the line a moment on show belongs to.

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { php } from '@codemirror/lang-php'
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter,
  keymap, lineNumbers, type DecorationSet,
} from '@codemirror/view'
import { tags as t } from '@lezer/highlight'

export interface Heat {
  line: number
  /** 0..1 */
  strength: number
  text: string
}

const setHeat = StateEffect.define<readonly Heat[]>()
const setAt = StateEffect.define<number>()

class HeatMarker extends GutterMarker {
  constructor(readonly heat: Heat) { super() }
  eq(o: HeatMarker): boolean { return o.heat.strength === this.heat.strength && o.heat.text === this.heat.text }
  toDOM(): Node {
    const e = document.createElement('span')
    e.className = 'heat'
    e.title = this.heat.text
    e.style.setProperty('--strength', String(0.25 + 0.75 * this.heat.strength))
    return e
  }
}

const heatField = StateField.define<RangeSet<HeatMarker>>({
  create: () => RangeSet.empty,
  update(set, tr) {
    set = set.map(tr.changes)
    for (const e of tr.effects) {
      if (!e.is(setHeat)) continue
      const doc = tr.state.doc
      set = RangeSet.of(e.value.filter((x) => x.line >= 1 && x.line <= doc.lines)
        .sort((a, b) => a.line - b.line).map((x) => new HeatMarker(x).range(doc.line(x.line).from)))
    }
    return set
  },
})

const atMark = Decoration.line({ class: 'cm-at' })
const atField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes)
    for (const e of tr.effects) {
      if (!e.is(setAt)) continue
      const doc = tr.state.doc
      set = e.value >= 1 && e.value <= doc.lines ? Decoration.set([atMark.range(doc.line(e.value).from)]) : Decoration.none
    }
    return set
  },
  provide: (f) => EditorView.decorations.from(f),
})

const colours = HighlightStyle.define([
  { tag: [t.keyword, t.controlKeyword, t.definitionKeyword, t.modifier, t.operatorKeyword, t.moduleKeyword], class: 'tok-keyword' },
  { tag: [t.string, t.special(t.string), t.character], class: 'tok-string' },
  { tag: [t.number, t.integer, t.float, t.bool, t.null, t.atom], class: 'tok-number' },
  { tag: [t.comment, t.lineComment, t.blockComment], class: 'tok-comment' },
  { tag: [t.variableName, t.special(t.variableName), t.self], class: 'tok-variable' },
  { tag: [t.function(t.variableName), t.function(t.definition(t.variableName)), t.function(t.propertyName)], class: 'tok-function' },
  { tag: [t.className, t.typeName, t.namespace], class: 'tok-type' },
  { tag: [t.meta, t.processingInstruction, t.tagName], class: 'tok-meta' },
])

export class Editor {
  readonly view: EditorView
  private at = 0

  constructor(parent: HTMLElement, source: string, changed: () => void, keys: { key: string; run: () => void }[]) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: source,
        extensions: [
          keymap.of(keys.map((k) => ({ key: k.key, preventDefault: true, run: () => { k.run(); return true } }))),
          gutter({ class: 'cm-heat', markers: (v) => v.state.field(heatField), initialSpacer: () => new HeatMarker({ line: 0, strength: 0, text: '' }) }),
          lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(),
          history(), drawSelection(), indentOnInput(), bracketMatching(), highlightSelectionMatches(),
          indentUnit.of('    '), EditorState.tabSize.of(4),
          php(), syntaxHighlighting(colours), heatField, atField,
          keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': 'PHP program', 'aria-describedby': 'editor-help', spellcheck: 'false', autocapitalize: 'off', translate: 'no',
          }),
          EditorView.updateListener.of((u) => { if (u.docChanged) changed() }),
        ],
      }),
    })
  }

  get source(): string { return this.view.state.doc.toString() }

  set source(text: string) {
    if (text === this.source) return
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true })
  }

  heat(list: readonly Heat[]): void { this.view.dispatch({ effects: setHeat.of(list) }) }

  /** Marks a line as the one being looked at; 0 for none. */
  mark(line: number): void {
    if (line === this.at) return
    this.at = line
    this.view.dispatch({ effects: setAt.of(line) })
  }

  goTo(line: number): void {
    const doc = this.view.state.doc
    if (line < 1 || line > doc.lines) return
    const pos = doc.line(line).from
    this.view.dispatch({ selection: { anchor: pos }, effects: EditorView.scrollIntoView(pos, { y: 'center' }) })
    this.view.focus()
  }
}
