import { type Called, expectGiven, expectList } from '../base/model/entrance.js'
import type { ToolDefinition } from '../base/model/types.js'
import { type DeclaredTool, declaredTools } from './declared.js'
import type { ReadDialect, TextDialect } from './dialect.js'
import { escapedPattern } from './text-source.js'
import { QUOTED, THINKING, THINKING_ENDS } from './thinking.js'

/** What to read in a text. */
export interface ScanOptions {
  /** The dialects, in the order in which they are tried if several begin alike. */
  readonly dialects: readonly TextDialect[]
  /** The declared functions and free-text tools. Other calls stay text. */
  readonly tools: readonly ToolDefinition[]
  /**
   * Whether to repair JSON: control characters and unknown escapes in strings, and missing braces before the mark that ends the
   * call. Default: false, the call is `malformed`.
   */
  readonly repair?: boolean | undefined
  /**
   * Whether to read calls in code (backticks, tildes, indented, `<pre>`) and quotations. Default: false, they are examples.
   */
  readonly insideCode?: boolean | undefined
  /**
   * Whether the text begins inside reasoning that the prompt opened. Default: unknown. Then calls are held back until the end of
   * the text, since an end of reasoning would make them drafts.
   */
  readonly beginsInThinking?: boolean | undefined
}

/** A dialect with the names that tools have in it. */
export interface Candidate {
  readonly dialect: ReadDialect
  readonly tools: ReadonlyMap<string, DeclaredTool>
}

/** The characters that code fences begin with. */
export const FENCES = '`~'
/** Up to so many first characters are looked for one by one. */
const FEW = 3
/** Characters of a marker that are looked for at once: enough to pass over most texts. */
const COMPARED = 4

const CALLED: Called = [
  'reading calls in text needs its dialects and tools',
  '{ dialects: [hermesJson], tools }',
]

/** @throws AdapterError where dialects or tools are missing. */
export function expectScanning(options: ScanOptions): void {
  expectGiven(options, CALLED)
  expectList(options.dialects, CALLED, '/dialects')
  expectList(options.tools, CALLED, '/tools')
}

/** What is known of the dialects before any text: it can be shared by many texts. */
export class ScanPlan {
  readonly candidates: readonly Candidate[]
  /** The longest first. */
  readonly markers: readonly string[]
  /** Those, and what counts only at the start. */
  readonly starts: readonly string[]
  /** Where a marker may begin: the first characters of one, or as many as there are. */
  readonly special: RegExp
  readonly repairs: boolean
  readonly readsCode: boolean
  readonly beginsInThinking: boolean | undefined
  /** Markers that do not tell a call by themselves. */
  readonly #others: ReadonlySet<string>
  /** With which channels end. */
  readonly #ends: ReadonlySet<string>
  readonly #first: readonly string[]
  readonly #any: RegExp

  constructor(options: ScanOptions) {
    expectScanning(options)
    const { dialects, tools, repair = false, insideCode = false, beginsInThinking } = options
    const others = insideCode ? [THINKING] : [THINKING, QUOTED]
    const all: readonly ReadDialect[] = [...dialects, ...others]
    this.candidates = all.map((dialect) => candidateOf(dialect, tools))
    const ends = markersOf([THINKING_ENDS, ...dialects.map(({ channelEnds }) => channelEnds)])
    this.markers = markersOf([ends, ...all.map(({ markers }) => markers)])
    this.starts = markersOf([this.markers, ...dialects.map(({ starts }) => starts)])
    const pattern = beginning(this.markers, COMPARED) || '(?!)'
    this.special = new RegExp(pattern, 'g')
    this.#others = new Set([...ends, ...others.flatMap(({ markers = [] }) => markers)])
    this.#ends = new Set(ends)
    this.#first = [...new Set(this.markers.map((marker) => marker.charAt(0)))]
    this.#any = new RegExp(pattern)
    this.repairs = repair
    this.readsCode = insideCode
    this.beginsInThinking = beginsInThinking
  }

  /** Whether a marker may begin in a text. Looking for single characters is faster where these are few. */
  mayBeginIn(text: string): boolean {
    const first = this.#first
    if (first.length > FEW) return this.#any.test(text)
    for (let index = 0; index < first.length; index += 1)
      if (text.includes(first[index] ?? '')) return this.#any.test(text)
    return false
  }

  /** Whether what begins so is a call, whatever its dialect. */
  isOfCalls(marker: string): boolean {
    return !this.#others.has(marker) && !FENCES.includes(marker.charAt(0))
  }

  /** Whether a channel may end so. */
  isEnd(marker: string): boolean {
    return this.#ends.has(marker)
  }

  /** Whether there is anything to be found. */
  get isIdle(): boolean {
    return (this.candidates[0]?.tools.size ?? 0) === 0
  }
}

/** The source of a pattern for texts that begin as one of the markers does, as far as there is text. */
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

function candidateOf(dialect: ReadDialect, tools: readonly ToolDefinition[]): Candidate {
  return { dialect, tools: declaredTools(tools, dialect.nameCharacters) }
}

function markersOf(lists: readonly (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))].sort((a, b) => b.length - a.length)
}
