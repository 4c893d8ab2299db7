import { JsonScan } from '../base/json/json-scan.js'
import type { DeclaredTool } from './declared.js'
import type { FoundCall } from './found-call.js'

/**
 * What reads a part of a text. It stops with `undefined` when it has to see more of the text, with each call that it found,
 * and with `text` when what it read since the last cut is text; so whole texts and streams are read by one piece of code.
 */
export type TextReading<Value> = Generator<FoundCall | 'text' | undefined, Value>

/** What stands before the first of several literals, and that literal: empty when the text ended before. */
export interface Passage {
  readonly before: string
  readonly found: string
}

/**
 * A text that is read from left to right while it arrives. What it holds is what was not read yet, and what was read since
 * the last cut; only the former is looked at again, and of that only as much as a literal is long.
 */
export class TextSource {
  #text = ''
  #at = 0
  /** Where that part of what was read begins in `#text` that is not in `#kept`. */
  #mark = 0
  #kept = ''
  #ended = false
  /** What was cut since recording began. */
  #record: string | undefined
  /** The same for a reader, which may begin while the scanner records. */
  #copy: string | undefined
  /** Whether there would have been more text than there was. */
  isCut = false
  /** Whether what is read is text, whatever follows. */
  isReleased = false
  /** The name that what looks like a call has, where no declared tool is called so. */
  refused: string | undefined
  /** The name that something has which is nearly a call of it. */
  doubted: string | undefined

  /** The tools that can be called, by the names that the dialect writes. */
  tools: ReadonlyMap<string, DeclaredTool> = new Map()

  /** @param repairs whether what is nearly right is mended. */
  constructor(readonly repairs: boolean) {}

  push(text: string): void {
    this.#kept += this.#text.slice(this.#mark, this.#at)
    this.#text = this.#at === this.#text.length ? text : this.#text.slice(this.#at) + text
    this.#at = 0
    this.#mark = 0
  }

  /** No more will be pushed. */
  end(): void {
    this.#ended = true
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Whether something that is there was not read or given on. */
  get isWaiting(): boolean {
    return this.#at < this.#text.length
  }

  /** What is there and was not read. */
  get text(): string {
    return this.#text
  }

  /** Where reading goes on in `text`. */
  get at(): number {
    return this.#at
  }

  /** Characters that were read since the last cut. */
  get length(): number {
    return this.#kept.length + this.#at - this.#mark
  }

  /** What was read since the last cut; a new one begins here. */
  cut(): string {
    const read = this.#kept + this.#text.slice(this.#mark, this.#at)
    this.#kept = ''
    this.#mark = this.#at
    if (this.#record !== undefined) this.#record += read
    if (this.#copy !== undefined) this.#copy += read
    return read
  }

  /** Keeps all that is cut from here on. */
  record(): void {
    this.#record = ''
  }

  /** Ends the recording. @returns what it kept. */
  recorded(): string {
    const record = this.#record ?? ''
    this.#record = undefined
    return record
  }

  /** Copies, for a reader, all that is cut from here on. */
  copy(): void {
    this.#copy = ''
  }

  /** Ends the copy. @returns what was cut. */
  copied(): string {
    const copy = this.#copy ?? ''
    this.#copy = undefined
    return copy
  }

  /** What is read looks like a call, but is text: no declared tool has this name. */
  refuse(name: string): void {
    this.refused = name
    this.isReleased = true
  }

  /** Goes back to the last cut. What is there is not copied, unless text came since. */
  rewind(): void {
    if (this.#kept !== '') {
      this.#text = this.#kept + this.#text
      this.#kept = ''
      this.#mark = 0
    }
    this.#at = this.#mark
  }

  /** Goes on, in what is there. */
  skip(count: number): void {
    this.#at += count
  }

  /** Goes back by what was read in one piece. */
  back(count: number): this {
    this.#at -= count
    return this
  }

  /** Waits for more text. @returns false when there will be none. */
  *more(): TextReading<boolean> {
    if (this.#ended) return false
    yield undefined
    return true
  }

  /** The next character, which is not read by this; empty at the end. */
  *peek(): TextReading<string> {
    while (this.#at === this.#text.length) if (!(yield* this.more())) return ''
    return this.#text.charAt(this.#at)
  }

  /** Reads one of these literals: the longest that is there. */
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

  /** Whether one of these literals is next; it is not read. */
  *isNext(...literals: readonly string[]): TextReading<boolean> {
    const found = yield* this.take(...literals)
    this.#at -= found?.length ?? 0
    return found !== undefined
  }

  /** Reads the rest, where the text ends inside of one of these literals or right before them. */
  *takeCut(...literals: readonly string[]): TextReading<boolean> {
    if (yield* this.isNext(...literals)) return false
    const length = this.#text.length - this.#at
    if (!literals.some((literal) => literal.length > length && this.#text.endsWith(literal.slice(0, length))))
      return false
    this.#at += length
    return true
  }

  /** Reads a name: that of a declared tool, whatever its characters are, or one of the usual characters. */
  *name(usual = USUAL_NAME): TextReading<string> {
    const declared = yield* this.take(...this.tools.keys())
    return (declared ?? '') + (yield* this.run(usual))
  }

  /** Reads white space. */
  *space(): TextReading<string> {
    return yield* this.run(/\s*/y)
  }

  /** Reads what a sticky pattern of the form `[…]*` matches. */
  *run(allowed: RegExp): TextReading<string> {
    let read = ''
    for (;;) {
      allowed.lastIndex = this.#at
      read += allowed.exec(this.#text)?.[0] ?? ''
      this.#at = allowed.lastIndex
      if (this.#at < this.#text.length || !(yield* this.more())) return read
    }
  }

  /** Reads up to the first of these literals, none of which may stand inside another one; else up to the end. */
  *until(...literals: readonly string[]): TextReading<Passage> {
    const pattern = anyOf(literals)
    const hold = Math.max(0, ...literals.map(({ length }) => length - 1))
    let before = ''
    for (;;) {
      pattern.lastIndex = this.#at
      const match = pattern.exec(this.#text)
      let safe = this.#ended ? this.#text.length : Math.max(this.#at, this.#text.length - hold)
      // What is text goes on as soon as it can.
      if (this.isReleased) while (safe < this.#text.length && !this.#mayBegin(literals, safe)) safe += 1
      const end = match?.index ?? safe
      before += this.#text.slice(this.#at, end)
      this.#at = end
      if (match !== null) return { before, found: match[0] }
      if (!(yield* this.more())) return { before, found: '' }
    }
  }

  /** Whether what is there from here on begins one of these literals. */
  #mayBegin(literals: readonly string[], at: number): boolean {
    const rest = this.#text.slice(at)
    return literals.some((literal) => literal.startsWith(rest))
  }

  /** Reads a JSON value as far as it is one. @param check called whenever more of it is known. */
  *json(check?: (scan: JsonScan) => void, accepts?: (key: string) => boolean): TextReading<JsonScan> {
    const scan = new JsonScan(this.repairs, accepts)
    for (;;) {
      this.#at = scan.push(this.#text, this.#at)
      check?.(scan)
      if (scan.state !== 'open') return scan
      if (yield* this.more()) continue
      scan.end()
      return scan
    }
  }
}

const USUAL_NAME = /[^\s<>()[\]{}"'`,;=]*/y
const patterns = new Map<string, RegExp>()

/** A global pattern for any of these literals; compiled once. */
function anyOf(literals: readonly string[]): RegExp {
  const key = literals.join('\n\n')
  let pattern = patterns.get(key)
  if (pattern === undefined) {
    pattern = new RegExp(literals.map(escapedPattern).join('|') || '(?!)', 'g')
    patterns.set(key, pattern)
  }
  return pattern
}

/** The source of a pattern for just this text. */
export function escapedPattern(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
