import { type Called, expectGiven, expectList } from '../base/model/entrance.js'
import type { ToolDefinition } from '../base/model/types.js'
import { CodeMarks } from './code.js'
import { type DeclaredTool, declaredTools } from './declared.js'
import type { Channel, ReadDialect, TextDialect } from './dialect.js'
import type { FoundCall } from './found-call.js'
import { escapedPattern, type TextReading, TextSource } from './text-source.js'
import { QUOTED, THINKING, THINKING_ENDS, THINKING_STARTS } from './thinking.js'

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
  readonly repair?: boolean
  /**
   * Whether to read calls in code (backticks, tildes, indented, `<pre>`) and quotations. Default: false, they are examples.
   */
  readonly insideCode?: boolean
  /**
   * Whether the text begins inside reasoning that the prompt opened. Default: unknown. Then calls are held back until the end of
   * the text, since an end of reasoning would make them drafts.
   */
  readonly beginsInThinking?: boolean
}

/** A piece of a text: text that is no call, thinking, or a call. */
export type TextItem = string | Thought | FoundCall

/** What a model thought. */
export interface Thought {
  readonly thought: string
}

/** What looks like a call, and was left as text. */
export interface Leftover {
  readonly reason: 'undeclared' | 'cut' | 'unreadable' | 'draft' | 'example'
  /** What is called, or else what the call begins with. */
  readonly what: string
}

/** A dialect with the names that tools have in it. */
interface Candidate {
  readonly dialect: ReadDialect
  readonly tools: ReadonlyMap<string, DeclaredTool>
}

const WAIT = Symbol()
const FENCES = '`~'
const FEW = 3
/** Characters of a marker that are looked for at once: enough to pass over what most texts hold. */
const COMPARED = 4
/** When a dialect gives up after more than so many characters, no other is tried: no text is read again and again. */
const LONGEST_TRIAL = 64
const PLAIN: Channel = { noun: 'text', ends: [] }
/** What may be thinking whose beginning stood in the prompt. */
const UNKNOWN: Channel = { noun: 'text', ends: THINKING_ENDS }
const THOUGHT: Channel = { noun: 'reasoning', ends: THINKING_ENDS }

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

/**
 * Parts one text into text, thinking and calls while it arrives. What cannot become a call is given on in the same push.
 *
 * White space: a stretch of text before, between or after calls and thinking that is nothing else is left out; any other
 * stretch is given as it is.
 *
 * Drafts: calls in thinking wait for what ends it, which makes text of them; without it they are calls.
 */
export class TextScanner {
  readonly #plan: ScanPlan
  readonly #leave: (leftover: Leftover) => void
  #source: TextSource
  /** What no source was given yet: of thinking, what may be the beginning of its end. */
  #rest = ''
  #code = new CodeMarks()
  #pieces: TextItem[] = []
  /** What came since the first call that may be a draft. */
  #held: TextItem[] | undefined
  #drafts: string[] = []
  /** The blank that there was before that call. */
  #blankBefore: string | undefined
  #channel: Channel
  #reading: TextReading<boolean | Channel> | undefined
  #marker = ''
  /** The candidates that are left to be tried, the present one first. */
  #trials: readonly Candidate[] = []
  /** Whether anything was found since the marker. */
  #hasRead = false
  /** Whether only white space was there since the start, a call, or the end of thinking. */
  #isFresh = true
  /** White space with which a stretch of text began; undefined when there was more. */
  #blank: string | undefined = ''
  /** Whether there is more than one stretch of text. */
  #isParted = false
  #hasToldExample = false

  /**
   * @param thinks whether the text begins inside of thinking, when it is known. Default: as the plan says.
   * @param leave told of what looks like a call and is left as text.
   */
  constructor(
    plan: ScanPlan,
    thinks = plan.beginsInThinking,
    leave: (leftover: Leftover) => void = () => {},
  ) {
    this.#plan = plan
    this.#leave = leave
    this.#source = new TextSource(plan.repairs)
    this.#channel = thinks === undefined ? UNKNOWN : thinks ? THOUGHT : PLAIN
  }

  /** Whether this text holds nothing that could be of a call, and nothing before it waits; then it has passed. */
  passes(text: string): boolean {
    const waits = this.#held !== undefined || this.#reading !== undefined || this.#source.isWaiting
    const isNew = this.#isFresh || this.#blank !== undefined || this.#isThinking
    if (isNew || waits || this.#plan.mayBeginIn(text)) return false
    this.#code.pass(text)
    return true
  }

  /** Whether more than one text was found, or another one than it was. */
  get isParted(): boolean {
    return this.#isParted
  }

  /** Whether it matters to what was pushed if the text ends here, or is cut. */
  get isUnsettled(): boolean {
    return this.#isThinking || this.#reading !== undefined
  }

  /** What is known by now. */
  push(text: string): readonly TextItem[] {
    this.#pieces = []
    this.#rest += text
    while (this.#feed());
    return this.#pieces
  }

  /**
   * To be called once: the text ends here.
   * @param isCut whether there would have been more: then what is in thinking are drafts. Default: no.
   */
  finish(isCut = false): readonly TextItem[] {
    this.#pieces = []
    do this.#endSource(this.#rest, isCut)
    while (this.#rest !== '')
    if (isCut && this.#isThinking) this.#makeText()
    this.#pieces.push(...(this.#held ?? []))
    this.#held = undefined
    if (this.#blank !== undefined && !this.#isParted) this.#add(this.#blank)
    return this.#pieces
  }

  /** Reads on. What ends thinking ends it whatever it stands in. @returns whether there is more to read. */
  #feed(): boolean {
    const text = this.#rest
    this.#rest = ''
    if (!this.#isThinking) {
      this.#source.push(text)
      this.#advance()
      return this.#rest !== ''
    }
    const { ends, nexts = [] } = this.#channel
    const { index, found } = firstOf(text, [...ends, ...nexts])
    if (found === undefined) {
      this.#source.push(text.slice(0, index))
      this.#rest = text.slice(index)
      this.#advance()
      return false
    }
    this.#endSource(text.slice(0, index), true)
    if (this.#rest !== '') {
      this.#rest += text.slice(index)
      return true
    }
    this.#endChannel()
    this.#source = new TextSource(this.#plan.repairs)
    this.#rest = text.slice(ends.includes(found) ? index + found.length : index)
    return this.#rest !== ''
  }

  #endSource(text: string, isCut: boolean): void {
    this.#rest = ''
    this.#source.isCut = isCut
    this.#source.push(text)
    this.#source.end()
    this.#advance()
  }

  #advance(): void {
    while (this.#reading === undefined ? this.#find() : this.#read(this.#reading));
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
    if (FENCES.includes(next) && !this.#code.canOpen) return undefined
    const isExample = !this.#plan.readsCode && this.#isExample(next)
    const { text, at, ended } = this.#source
    const rest = text.length - at
    for (const marker of this.#isFresh ? this.#plan.starts : this.#plan.markers) {
      const isThere = text.startsWith(marker, at)
      if (!isThere && (ended || rest >= marker.length || !marker.startsWith(text.slice(at)))) continue
      if (!this.#counts(marker, isExample)) continue
      if (!isThere) return WAIT
      if (!isExample) return marker
      this.#tellExample(marker)
      return undefined
    }
    return undefined
  }

  /** Whether what comes next is code or a quotation. */
  #isExample(next: string): boolean {
    const code = this.#code
    if (FENCES.includes(next)) return false
    return code.isInside(next) || code.isQuoted || (code.isIndented && !this.#isFresh)
  }

  /** Whether a marker means something here. */
  #counts(marker: string, isExample: boolean): boolean {
    const { noun, ends } = this.#channel
    if (this.#plan.isEnd(marker))
      return !isExample && (ends.includes(marker) || (this.#isFresh && THINKING_ENDS.includes(marker)))
    if (THINKING_STARTS.includes(marker))
      return !isExample && (noun === 'text' ? this.#isFresh || this.#code.canOpen : this.#isStart)
    return !isExample || this.#plan.isOfCalls(marker)
  }

  #tellExample(marker: string): void {
    if (this.#hasToldExample) return
    this.#hasToldExample = true
    this.#leave({ reason: 'example', what: marker })
  }

  #begin(marker: string): void {
    if (this.#plan.isEnd(marker)) {
      this.#endChannel()
      this.#source.skip(marker.length)
      this.#source.cut()
      return
    }
    if (this.#channel.nexts?.includes(marker)) this.#endChannel()
    this.#marker = marker
    this.#hasRead = false
    this.#startRecord()
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
  #read(reading: TextReading<boolean | Channel>): boolean {
    const { done, value } = reading.next()
    if (done === true) this.#endReading(value ?? false)
    else if (value === undefined) {
      if (this.#source.isReleased) this.#giveBack()
      return false
    } else if (value === 'text') this.#leaveText()
    else if (typeof value === 'object' && 'tool' in value) this.#addCall(value)
    return true
  }

  #endReading(outcome: boolean | Channel): void {
    const source = this.#source
    this.#reading = undefined
    if (typeof outcome === 'object') {
      const opens = !this.#isThinking || (outcome.noun === 'reasoning' && this.#isStart)
      if (opens) this.#open(outcome)
      else this.#giveBack()
    } else if (outcome) source.cut()
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
    } else {
      if (!this.#hasRead || source.refused !== undefined) this.#tellLeft()
      this.#giveBack()
    }
    this.#reset()
  }

  get #isStart(): boolean {
    return this.#isFresh && !this.#isParted
  }

  get #mayBeDraft(): boolean {
    return this.#channel === UNKNOWN || this.#isThinking
  }

  get #isThinking(): boolean {
    return this.#channel.noun === 'reasoning'
  }

  /** What was read is text, and the same dialect reads on. */
  #leaveText(): void {
    this.#tellLeft()
    this.#giveBack()
    this.#hasRead = true
    this.#forget()
  }

  #tellLeft(): void {
    const { refused, doubted, ended, isWaiting } = this.#source
    const isMarked = this.#plan.isOfCalls(this.#marker) && this.#plan.markers.includes(this.#marker)
    if (refused !== undefined) this.#leave({ reason: 'undeclared', what: refused })
    else if (isMarked || doubted !== undefined)
      this.#leave({ reason: ended && !isWaiting ? 'cut' : 'unreadable', what: doubted ?? this.#marker })
  }

  #reset(): void {
    this.#forget()
    if (this.#held === undefined) this.#source.recorded()
  }

  #forget(): void {
    this.#source.isReleased = false
    this.#source.refused = undefined
    this.#source.doubted = undefined
  }

  /** What is read from here on may become text again. */
  #startRecord(): void {
    if (this.#held !== undefined || !this.#mayBeDraft) return
    this.#source.record()
    this.#blankBefore = this.#blank
  }

  #open(channel: Channel): void {
    const source = this.#source
    source.cut()
    // What was read before this was not thought.
    this.#pieces.push(...(this.#held ?? []))
    this.#held = undefined
    this.#drafts = []
    this.#endStretch()
    this.#channel = channel
    this.#isFresh = channel.noun === 'text'
    if (this.#isFresh) return
    this.#rest = source.text.slice(source.at) + this.#rest
    source.skip(source.text.length - source.at)
    source.cut()
    this.#source = new TextSource(this.#plan.repairs)
  }

  #endChannel(): void {
    this.#makeText()
    this.#endStretch()
    this.#code = new CodeMarks()
    this.#channel = PLAIN
    this.#isFresh = true
  }

  /** What may have been drafts are some. */
  #makeText(): void {
    if (this.#held === undefined) return
    const text = this.#source.recorded()
    this.#held = undefined
    this.#blank = this.#blankBefore
    this.#give(text, '')
    if (!this.#isThinking) for (const what of this.#drafts) this.#leave({ reason: 'draft', what })
    this.#drafts = []
  }

  /** Blanks at the end of it, when there was nothing else, are left out. */
  #endStretch(): void {
    this.#blank = ''
    this.#isParted = true
  }

  #addCall(call: FoundCall): void {
    this.#source.cut()
    this.#hasRead = true
    this.#endStretch()
    this.#isFresh = true
    if (this.#mayBeDraft) {
      this.#held ??= []
      this.#drafts.push(call.tool.name)
    }
    ;(this.#held ?? this.#pieces).push(call)
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
    this.#give(text, FENCES.includes(this.#marker.charAt(0)) ? text : text.replaceAll('`', "'"))
    this.#startRecord()
  }

  /** @param marks the same text, as far as it may mark code. */
  #give(text: string, marks = text): void {
    if (text === '') return
    this.#code.pass(marks)
    if (this.#isFresh && text.trim() !== '') this.#isFresh = false
    if (this.#blank === undefined) this.#add(text)
    else if (text.trim() === '') this.#blank += text
    else {
      this.#add(this.#blank + text)
      this.#blank = undefined
    }
  }

  #add(text: string): void {
    if (text === '') return
    const pieces = this.#held ?? this.#pieces
    const last = pieces.at(-1)
    const joins = this.#isThinking ? isThought(last) : typeof last === 'string'
    const whole = joins ? textOf(last) + text : text
    if (joins) pieces.pop()
    pieces.push(this.#isThinking ? { thought: whole } : whole)
  }
}

/** Whether a piece is what a model thought. */
export function isThought(piece: TextItem | undefined): piece is Thought {
  return typeof piece === 'object' && 'thought' in piece
}

function textOf(piece: TextItem | undefined): string {
  return typeof piece === 'string' ? piece : isThought(piece) ? piece.thought : ''
}

/** Where the first of these literals stands; without one, where the beginning of one may. */
function firstOf(text: string, literals: readonly string[]): { index: number; found?: string } {
  const pattern = new RegExp(literals.map(escapedPattern).join('|'), 'g')
  const match = pattern.exec(text)
  if (match !== null) return { index: match.index, found: match[0] }
  const longest = Math.max(...literals.map(({ length }) => length))
  let index = Math.max(0, text.length - longest + 1)
  while (!literals.some((literal) => literal.startsWith(text.slice(index)))) index += 1
  return { index }
}

const VISIBLE = /\S/g
