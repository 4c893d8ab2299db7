import { type Called, expectGiven, expectList } from '../base/model/expect.js'
import type { ToolDefinition } from '../base/model/types.js'
import { type DeclaredTool, declaredTools } from './declared.js'
import type { ReadDialect, TextDialect } from './dialect.js'
import { escapedPattern } from './text-source.js'
import { QUOTED_DIALECT, THINKING_DIALECT, THINKING_ENDS } from './thinking.js'

/** Options for reading a text. */
export interface ScanOptions {
  /** The dialects, in the order in which they are tried if several have the same beginning. */
  readonly dialects: readonly TextDialect[]
  /** The declared functions and free-text tools. Calls of other tools remain text. */
  readonly tools: readonly ToolDefinition[]
  /**
   * True to repair JSON: control characters and unknown escapes in strings, and missing braces before the
   * mark that ends the call. Default: false; this call is `malformed`.
   */
  readonly repair?: boolean | undefined
  /**
   * True to read calls in code (backticks, tildes, indented, `<pre>`) and in quotations. Default: false; such
   * calls are examples.
   */
  readonly insideCode?: boolean | undefined
  /**
   * True if the text begins inside reasoning that the prompt opened. Default: unknown. Calls are then held
   * until the end of the text, because an end of reasoning would make them drafts.
   */
  readonly beginsInThinking?: boolean | undefined
}

/** A dialect with its names of the tools. */
export interface DialectTools {
  readonly dialect: ReadDialect
  readonly tools: ReadonlyMap<string, DeclaredTool>
  /** The marks that begin a call at any position, and those that count only at the start. */
  readonly markers: ReadonlySet<string>
  readonly starts: ReadonlySet<string>
}

/** The characters that code fences begin with. */
export const FENCES = '`~'
/** Maximum number of first characters that are searched one by one. */
const FEW = 3
/** Number of leading characters of a marker that are compared first, which excludes most texts. */
const COMPARED = 4

const CALLED: Called = [
  'reading calls in text needs its dialects and tools',
  '{ dialects: [hermesJson], tools }',
]

/**
 * Checks the options of a scan.
 * @throws AdapterError if dialects or tools are missing.
 */
export function expectScanning(options: ScanOptions): void {
  expectGiven(options, CALLED)
  expectList(options.dialects, CALLED, '/dialects')
  expectList(options.tools, CALLED, '/tools')
}

/** The facts about the dialects that do not depend on the text; many texts can share a plan. */
export class ScanPlan {
  readonly candidates: readonly DialectTools[]
  /** All markers, longest first. */
  readonly markers: readonly string[]
  /** All markers, including those that count only at the start. */
  readonly starts: readonly string[]
  /** Matches a possible beginning of a marker: its first characters, or as many as are available. */
  readonly special: RegExp
  readonly repairs: boolean
  readonly readsCode: boolean
  readonly beginsInThinking: boolean | undefined
  /** Markers that do not identify a call by themselves. */
  readonly #others: ReadonlySet<string>
  /** The marks that end channels. */
  readonly #ends: ReadonlySet<string>
  /** Marks of calls that are effective in indented text, too. */
  readonly #controls: ReadonlySet<string>
  readonly #first: readonly string[]
  readonly #any: RegExp

  constructor(options: ScanOptions) {
    expectScanning(options)
    const { dialects, tools, repair = false, insideCode = false, beginsInThinking } = options
    const others = insideCode ? [THINKING_DIALECT] : [THINKING_DIALECT, QUOTED_DIALECT]
    const all: readonly ReadDialect[] = [...dialects, ...others]
    this.candidates = all.map((dialect) => candidateOf(dialect, tools))
    const ends = markersOf([THINKING_ENDS, ...dialects.map(({ channelEnds }) => channelEnds)])
    this.markers = markersOf([ends, ...this.candidates.map(({ markers }) => markers)])
    this.starts = markersOf([this.markers, ...this.candidates.map(({ starts }) => starts)])
    const pattern = beginning(this.markers, COMPARED) || '(?!)'
    this.special = new RegExp(pattern, 'g')
    this.#others = new Set([...ends, ...others.flatMap(({ markers = [] }) => markers)])
    this.#ends = new Set(ends)
    this.#controls = new Set(
      dialects.flatMap(({ markers = [] }) => markers.filter((one) => /^[<[\]]/.test(one))),
    )
    this.#first = [...new Set(this.markers.map((marker) => marker.charAt(0)))]
    this.#any = new RegExp(pattern)
    this.repairs = repair
    this.readsCode = insideCode
    this.beginsInThinking = beginsInThinking
  }

  /**
   * Returns true if a text may contain the beginning of a marker. If there are only a few first characters,
   * searching for each of them is faster.
   */
  mayBeginIn(text: string): boolean {
    const first = this.#first
    if (first.length > FEW) return this.#any.test(text)
    for (let index = 0; index < first.length; index += 1)
      if (text.includes(first[index] ?? '')) return this.#any.test(text)
    return false
  }

  /** Returns true if the marker begins a call, in any dialect. */
  isOfCalls(marker: string): boolean {
    return !this.#others.has(marker) && !FENCES.includes(marker.charAt(0))
  }

  /**
   * Returns true if the marker is a control mark, which prose rarely contains: a mark of a dialect in
   * brackets, independent of the declared tools.
   */
  isControl(marker: string): boolean {
    return this.#controls.has(marker)
  }

  /** Returns true if the marker may end a channel. */
  isEnd(marker: string): boolean {
    return this.#ends.has(marker)
  }

  /** True if no tools can be called. */
  get isIdle(): boolean {
    return (this.candidates[0]?.tools.size ?? 0) === 0
  }
}

/**
 * Returns the source of a pattern for texts that begin like one of the markers, as far as the text is
 * available.
 */
function beginning(markers: readonly string[], length: number): string {
  if (length === 0 || markers.includes('')) return ''
  const rests = new Map<string, string[]>()
  for (const marker of markers) {
    const first = marker.charAt(0)
    rests.set(first, [...(rests.get(first) ?? []), marker.slice(1)])
  }
  const branches = [...rests].map(([first, rest]) => {
    const more = beginning(rest, length - 1)
    return escapedPattern(first) + (more && `(?:${more}|$)`)
  })
  return branches.join('|')
}

function candidateOf(dialect: ReadDialect, tools: readonly ToolDefinition[]): DialectTools {
  const declared = declaredTools(tools, dialect.nameCharacters)
  const names = [...declared.keys()]
  const { markers = [], starts = [], markersOf: markersFor, startsOf: startsFor } = dialect
  return {
    dialect,
    tools: declared,
    markers: new Set([...markers, ...names.flatMap((name) => markersFor?.(name) ?? [])]),
    starts: new Set([...starts, ...names.flatMap((name) => startsFor?.(name) ?? [])]),
  }
}

function markersOf(lists: readonly (Iterable<string> | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => [...(list ?? [])]))].sort((a, b) => b.length - a.length)
}
