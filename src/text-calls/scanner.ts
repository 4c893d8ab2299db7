import type { ToolDefinition } from '../model/types.js'
import { CodeMarks } from './code.js'
import { type DeclaredTool, declaredTools } from './declared.js'
import type { FoundCall, TextDialect } from './dialect.js'
import { escapedPattern, type Reading, TextSource } from './source.js'
import { THINKING } from './thinking.js'

/** What is looked for in a text. */
export interface ScanOptions {
  /** In the order in which they are tried where several begin alike. */
  readonly dialects: readonly TextDialect[]
  /** Only calls of these are read: functions and tools with free text. */
  readonly tools: readonly ToolDefinition[]
  /**
   * Whether JSON that is nearly right is mended: control characters and unknown escapes in strings, and closing braces
   * that are missing before the mark that ends the call. It is a guess. Default: no, the call is `malformed`.
   */
  readonly repair?: boolean
  /** Whether code (between backticks, of any number) is read as well. Default: no, what it holds are examples. */
  readonly insideCode?: boolean
}

/** A piece of a text: text that is no call, or a call. */
export type Piece = string | FoundCall

/** A dialect with the names that tools have in it. */
interface Candidate {
  readonly dialect: TextDialect
  readonly tools: ReadonlyMap<string, DeclaredTool>
}

const WAIT = Symbol()
const FENCE = '```'
const FEW = 3
/** Characters of a marker that are looked for at once: enough to pass over what most texts hold. */
const COMPARED = 4
/** When a dialect gives up after more than so many characters, no other is tried: no text is read again and again. */
const LONGEST_TRIAL = 64

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
  readonly #first: readonly string[]
  readonly #any: RegExp

  constructor({ dialects, tools, repair = false, insideCode = false }: ScanOptions) {
    this.candidates = [
      ...dialects.map((dialect) => candidateOf(dialect, tools)),
      candidateOf(THINKING, tools),
    ]
    this.markers = markersOf(dialects.map(({ markers }) => markers))
    const starts = this.candidates.map(({ dialect }) => dialect.starts)
    this.starts = markersOf([this.markers, ...starts])
    const pattern = beginning(this.markers, COMPARED) || '(?!)'
    this.special = new RegExp(pattern, 'g')
    this.#first = [...new Set(this.markers.map((marker) => marker.charAt(0)))]
    this.#any = new RegExp(pattern)
    this.repairs = repair
    this.readsCode = insideCode
  }

  /** Whether a marker may begin in a text. Looking for single characters is faster where these are few. */
  mayBeginIn(text: string): boolean {
    const first = this.#first
    if (first.length > FEW) return this.#any.test(text)
    for (let index = 0; index < first.length; index += 1)
      if (text.includes(first[index] ?? '')) return this.#any.test(text)
    return false
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

function candidateOf(dialect: TextDialect, tools: readonly ToolDefinition[]): Candidate {
  return { dialect, tools: declaredTools(tools, dialect.nameCharacters) }
}

function markersOf(lists: readonly (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))].sort((a, b) => b.length - a.length)
}

/**
 * Parts one text into text and calls while it arrives. What cannot become a call is given on in the same push.
 *
 * White space: a stretch of text before, between or after calls that is nothing else is left out when there is a call;
 * any other stretch is given as it is.
 */
export class TextScanner {
  readonly #plan: ScanPlan
  readonly #source: TextSource
  readonly #code = new CodeMarks()
  #pieces: Piece[] = []
  #reading: Reading<boolean> | undefined
  #marker = ''
  /** The candidates that are left to be tried, the present one first. */
  #trials: readonly Candidate[] = []
  /** Whether a call was read since the marker. */
  #hasRead = false
  /** Whether only white space was there since the start, a call, or the end of thinking. */
  #isFresh = true
  /** White space with which a stretch of text began; undefined when there was more. */
  #blank: string | undefined = ''
  #calls = 0

  constructor(plan: ScanPlan) {
    this.#plan = plan
    this.#source = new TextSource(plan.repairs)
  }

  /** Whether this text holds nothing that could be of a call, and nothing before it waits; then it has passed. */
  passes(text: string): boolean {
    if (this.#isFresh || this.#reading !== undefined || this.#source.isWaiting || this.#plan.mayBeginIn(text))
      return false
    this.#code.pass(text)
    return true
  }

  /** What is known by now. */
  push(text: string): readonly Piece[] {
    this.#source.push(text)
    return this.#advance()
  }

  /** To be called once: the text ends here. */
  finish(): readonly Piece[] {
    this.#source.end()
    this.#advance()
    if (this.#blank !== undefined && this.#calls === 0) this.#add(this.#blank)
    return this.#pieces
  }

  #advance(): readonly Piece[] {
    this.#pieces = []
    while (this.#reading === undefined ? this.#find() : this.#read(this.#reading));
    return this.#pieces
  }

  /** Gives text up to the next marker. @returns false when there is none in what is there. */
  #find(): boolean {
    const source = this.#source
    for (;;) {
      this.#giveTo(this.#nextSpecial())
      const next = source.text.charAt(source.at)
      if (next === '') return false
      const marker = this.#markerAt(next)
      if (marker === WAIT) return false
      if (marker !== undefined) {
        this.#begin(marker)
        return true
      }
      this.#giveTo(source.at + 1)
    }
  }

  /** Where something may begin: at the start the first character that is not blank. */
  #nextSpecial(): number {
    const { text, at } = this.#source
    const pattern = this.#isFresh ? VISIBLE : this.#plan.special
    pattern.lastIndex = at
    return pattern.exec(text)?.index ?? text.length
  }

  #markerAt(next: string): string | typeof WAIT | undefined {
    const isFence = next === '`'
    if (isFence ? !this.#code.canOpen : this.#code.isInside(next) && !this.#plan.readsCode) return undefined
    const { text, at, ended } = this.#source
    const rest = text.length - at
    for (const marker of this.#isFresh ? this.#plan.starts : this.#plan.markers) {
      if (text.startsWith(marker, at)) return marker
      if (!ended && rest < marker.length && marker.startsWith(text.slice(at))) return WAIT
    }
    return undefined
  }

  #begin(marker: string): void {
    this.#marker = marker
    this.#hasRead = false
    this.#trials = this.#plan.candidates.filter(
      ({ dialect }) =>
        dialect.markers?.includes(marker) || (this.#isFresh && dialect.starts?.includes(marker)),
    )
    this.#try()
  }

  #try(): void {
    const [candidate] = this.#trials
    if (candidate === undefined) return
    this.#source.tools = candidate.tools
    this.#source.skip(this.#marker.length)
    this.#reading = candidate.dialect.read(this.#source, this.#marker)
  }

  /** Reads a call. @returns false when more text is needed. */
  #read(reading: Reading<boolean>): boolean {
    const { done, value } = reading.next()
    if (done === true) this.#endReading(value === true)
    else if (value === undefined) {
      if (this.#source.isReleased) this.#giveBack()
      return false
    } else if (typeof value === 'object') this.#addCall(value)
    return true
  }

  #endReading(isCall: boolean): void {
    const source = this.#source
    const isThought = this.#trials[0]?.dialect === THINKING
    this.#reading = undefined
    if (isCall) source.cut()
    else if (
      !this.#hasRead &&
      !source.isReleased &&
      this.#trials.length > 1 &&
      source.length <= LONGEST_TRIAL
    ) {
      source.rewind()
      this.#trials = this.#trials.slice(1)
      this.#try()
      return
    } else this.#giveBack()
    source.isReleased = false
    this.#isFresh ||= isThought
  }

  #addCall(call: FoundCall): void {
    this.#source.cut()
    this.#hasRead = true
    this.#blank = ''
    this.#isFresh = true
    this.#calls += 1
    this.#pieces.push(call)
  }

  /** Gives what is there up to an index. */
  #giveTo(index: number): void {
    const source = this.#source
    source.skip(index - source.at)
    this.#give(source.cut())
  }

  /** Gives what was read for a call and is none. Code marks in it are no code, but for those that it began with. */
  #giveBack(): void {
    const text = this.#source.cut()
    this.#give(text, this.#marker === FENCE ? text : text.replaceAll('`', "'"))
  }

  /** @param marks the same text, as far as it may mark code. */
  #give(text: string, marks = text): void {
    if (text === '') return
    this.#code.pass(marks)
    if (this.#isFresh && text.trim() !== '') this.#isFresh = false
    if (this.#blank === undefined) this.#add(text)
    else if (this.#isFresh) this.#blank += text
    else {
      this.#add(this.#blank + text)
      this.#blank = undefined
    }
  }

  #add(text: string): void {
    const last = this.#pieces.at(-1)
    if (text === '') return
    if (typeof last === 'string') this.#pieces[this.#pieces.length - 1] = last + text
    else this.#pieces.push(text)
  }
}

const VISIBLE = /\S/g
