import { JsonScan } from '../base/json/json-scan.js'
import type { DeclaredTool } from './declared.js'
import type { ArgumentPiece, BegunCall, FoundCall } from './found-call.js'

/**
 * A reader of a part of a text. It yields `undefined` if it needs more text, each call that it found, and
 * `text` if everything since the last cut is text. Before a call it may yield the beginning of the call and
 * pieces of its arguments. The same code thus reads complete texts and streams.
 */
export type TextReading<Value> = Generator<FoundCall | BegunCall | ArgumentPiece | 'text' | undefined, Value>

/** Called with a JSON value as far as it was read, and with the part that was read last. */
export type JsonProgress = (scan: JsonScan, read: string) => TextReading<void> | undefined

/** The text before the first of several literals, and this literal (empty if the text ended first). */
export interface Passage {
  readonly before: string
  readonly found: string
}

/**
 * A text that is read from left to right while it arrives. It stores the unread text and the text read since
 * the last cut; only the unread text is scanned again, for at most the length of a literal.
 */
export class TextSource {
  #text = ''
  #at = 0
  /** The index in `#text` at which the read text that is not in `#kept` begins. */
  #mark = 0
  #kept = ''
  #ended = false
  /** The text that was cut since recording began. */
  #record: string | undefined
  /** A separate recording for a reader, which may begin while the scanner records. */
  #copy: string | undefined
  /** True if the text was truncated. */
  isCut = false
  /** True if the text being read is plain text regardless of the following text. */
  isReleased = false
  /** The name in a text that looks like a call, if no declared tool has this name. */
  refused: string | undefined
  /** The name in a text that is almost a call. */
  doubted: string | undefined

  /** The tools that can be called, by their names in the dialect. */
  tools: ReadonlyMap<string, DeclaredTool> = new Map()

  /** @param repairs true if almost correct text is repaired. */
  constructor(readonly repairs: boolean) {}

  push(text: string): void {
    this.#kept += this.#text.slice(this.#mark, this.#at)
    this.#text = this.#at === this.#text.length ? text : this.#text.slice(this.#at) + text
    this.#at = 0
    this.#mark = 0
  }

  /** Marks the end of the text. */
  end(): void {
    this.#ended = true
  }

  get ended(): boolean {
    return this.#ended
  }

  /** True if available text was neither read nor emitted. */
  get isWaiting(): boolean {
    return this.#at < this.#text.length
  }

  /** The available text, including the part before `at`. */
  get text(): string {
    return this.#text
  }

  /** The position in `text` at which reading continues. */
  get at(): number {
    return this.#at
  }

  /** The number of characters read since the last cut. */
  get length(): number {
    return this.#kept.length + this.#at - this.#mark
  }

  /** Returns the text read since the last cut and starts a new section. */
  cut(): string {
    const read = this.#kept + this.#text.slice(this.#mark, this.#at)
    this.#kept = ''
    this.#mark = this.#at
    if (this.#record !== undefined) this.#record += read
    if (this.#copy !== undefined) this.#copy += read
    return read
  }

  /** Starts recording everything that is cut. */
  record(): void {
    this.#record = ''
  }

  /**
   * Ends the recording.
   * @returns the recorded text.
   */
  recorded(): string {
    const record = this.#record ?? ''
    this.#record = undefined
    return record
  }

  /** Starts a copy, for a reader, of everything that is cut. */
  copy(): void {
    this.#copy = ''
  }

  /**
   * Ends the copy.
   * @returns the copied text.
   */
  copied(): string {
    const copy = this.#copy ?? ''
    this.#copy = undefined
    return copy
  }

  /** Marks the text as plain text that looks like a call: no declared tool has this name. */
  refuse(name: string): void {
    this.refused = name
    this.isReleased = true
  }

  /** Goes back to the last cut. The text is copied only if more text was received in the meantime. */
  rewind(): void {
    if (this.#kept !== '') {
      this.#text = this.#kept + this.#text
      this.#kept = ''
      this.#mark = 0
    }
    this.#at = this.#mark
  }

  /** Moves forward in the available text. */
  skip(count: number): void {
    this.#at += count
  }

  /** Moves back within the current chunk. */
  back(count: number): this {
    this.#at -= count
    return this
  }

  /**
   * Waits for more text.
   * @returns false at the end.
   */
  *more(): TextReading<boolean> {
    if (this.#ended) return false
    yield undefined
    return true
  }

  /** Returns the next character without reading it; empty at the end. */
  *peek(): TextReading<string> {
    while (this.#at === this.#text.length) if (!(yield* this.more())) return ''
    return this.#text.charAt(this.#at)
  }

  /** Reads the longest of these literals that matches. */
  *take(...literals: readonly string[]): TextReading<string | undefined> {
    for (;;) {
      const rest = this.#text.length - this.#at
      let found: string | undefined
      let isOpen = false
      for (const literal of literals) {
        if (this.#text.startsWith(literal, this.#at)) {
          if (literal.length > (found?.length ?? -1)) found = literal
        } else if (literal.length > rest && literal.startsWith(this.#text.slice(this.#at))) isOpen = true
      }
      if (isOpen && (yield* this.more())) continue
      this.#at += found?.length ?? 0
      return found
    }
  }

  /** Returns true if one of these literals is next, without reading it. */
  *isNext(...literals: readonly string[]): TextReading<boolean> {
    const found = yield* this.take(...literals)
    this.#at -= found?.length ?? 0
    return found !== undefined
  }

  /** Reads the rest if the text ends inside one of these literals or right before them. */
  *takeCut(...literals: readonly string[]): TextReading<boolean> {
    if (yield* this.isNext(...literals)) return false
    const length = this.#text.length - this.#at
    if (!literals.some((literal) => literal.length > length && this.#text.endsWith(literal.slice(0, length))))
      return false
    this.#at += length
    return true
  }

  /** Reads a name: the name of a declared tool, with any characters, or a name of the usual characters. */
  *name(usual = USUAL_NAME): TextReading<string> {
    const declared = yield* this.take(...this.tools.keys())
    return (declared ?? '') + (yield* this.run(usual))
  }

  /** Reads white space. */
  *space(): TextReading<string> {
    return yield* this.run(/\s*/y)
  }

  /** Reads the match of a sticky pattern of the form `[…]*`. */
  *run(allowed: RegExp): TextReading<string> {
    let read = ''
    for (;;) {
      allowed.lastIndex = this.#at
      read += allowed.exec(this.#text)?.[0] ?? ''
      this.#at = allowed.lastIndex
      if (this.#at < this.#text.length || !(yield* this.more())) return read
    }
  }

  /**
   * Reads up to the first of these literals, or else up to the end. No literal may contain another literal.
   */
  *until(...literals: readonly string[]): TextReading<Passage> {
    const pattern = anyOf(literals)
    const hold = Math.max(0, ...literals.map(({ length }) => length - 1))
    let before = ''
    for (;;) {
      pattern.lastIndex = this.#at
      const match = pattern.exec(this.#text)
      let safe = this.#ended ? this.#text.length : Math.max(this.#at, this.#text.length - hold)
      // Plain text is emitted as early as possible.
      if (this.isReleased) while (safe < this.#text.length && !this.#mayBegin(literals, safe)) safe += 1
      const end = match?.index ?? safe
      before += this.#text.slice(this.#at, end)
      this.#at = end
      if (match !== null) return { before, found: match[0] }
      if (!(yield* this.more())) return { before, found: '' }
    }
  }

  /** Returns true if the text from here on is the beginning of one of these literals. */
  #mayBegin(literals: readonly string[], at: number): boolean {
    const rest = this.#text.slice(at)
    return literals.some((literal) => literal.startsWith(rest))
  }

  /**
   * Reads a JSON value as far as it is valid.
   * @param progress called whenever more of the value is known.
   */
  *json(progress?: JsonProgress, accepts?: (key: string) => boolean): TextReading<JsonScan> {
    const scan = new JsonScan(this.repairs, accepts)
    for (;;) {
      const from = this.#at
      this.#at = scan.push(this.#text, from)
      const more = progress?.(scan, this.#text.slice(from, this.#at))
      if (more !== undefined) yield* more
      if (scan.state !== 'open') return scan
      if (yield* this.more()) continue
      scan.end()
      return scan
    }
  }
}

/** Runs a reader over a complete text and returns its value. */
export function readWhole<Value>(reading: TextReading<Value>): Value {
  for (;;) {
    const { done, value } = reading.next()
    if (done === true) return value
  }
}

const USUAL_NAME = /[^\s<>()[\]{}"'`,;=]*/y
const patterns = new Map<string, RegExp>()

/** Creates a global pattern for any of these literals. It is compiled once. */
function anyOf(literals: readonly string[]): RegExp {
  const key = literals.join('\n\n')
  let pattern = patterns.get(key)
  if (pattern === undefined) {
    pattern = new RegExp(literals.map(escapedPattern).join('|') || '(?!)', 'g')
    patterns.set(key, pattern)
  }
  return pattern
}

/** Returns the source of a pattern that matches exactly this text. */
export function escapedPattern(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
