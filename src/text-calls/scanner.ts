import { CodeMarks } from './code.js'
import type { Channel } from './dialect.js'
import type { ArgumentPiece, BegunCall, FoundCall } from './found-call.js'
import { type DialectTools, FENCES, type ScanPlan } from './scan-plan.js'
import { type TextItem, TextItems } from './text-items.js'
import { escapedPattern, type TextReading, TextSource } from './text-source.js'
import { THINKING_ENDS, THINKING_STARTS } from './thinking.js'

/** Text that looks like a call but was left as text. */
export interface Leftover {
  readonly reason: 'undeclared' | 'cut' | 'unreadable' | 'draft' | 'example'
  /** The called name, or else the beginning of the call. */
  readonly what: string
}

const WAIT = Symbol()
/**
 * Maximum number of characters after which a dialect may reject the text and another dialect is tried. After
 * more characters no other dialect is tried, so that no text is scanned repeatedly.
 */
const LONGEST_TRIAL = 64
const PLAIN: Channel = { noun: 'text', ends: [] }
/** Text that may be reasoning whose beginning is in the prompt. */
const UNKNOWN: Channel = { noun: 'text', ends: THINKING_ENDS }
const THOUGHT: Channel = { noun: 'reasoning', ends: THINKING_ENDS }

/**
 * Splits a text into text, reasoning and calls while it is received. Text that cannot become a call is
 * emitted in the same push.
 *
 * White space: a stretch of only white space before, between or after calls and reasoning is dropped; any
 * other stretch is emitted unchanged.
 *
 * Drafts: calls in reasoning are held until reasoning ends. An end mark of reasoning turns them into text;
 * without an end mark they are calls.
 */
export class TextScanner {
  readonly #plan: ScanPlan
  readonly #leave: (leftover: Leftover) => void
  #source: TextSource
  /** Text that was not yet passed to a source. In reasoning, this is a possible beginning of the end mark. */
  #rest = ''
  #code = new CodeMarks()
  readonly #items = new TextItems()
  #drafts: string[] = []
  /** The white space before the call that is being read. */
  #blankBefore: string | undefined
  #channel: Channel
  #reading: TextReading<boolean | Channel> | undefined
  #marker = ''
  /** The remaining candidates, the current one first. */
  #trials: readonly DialectTools[] = []
  /** True if an item was found after the marker. */
  #hasRead = false
  /** True if only white space was read since the start, a call, or the end of reasoning. */
  #isFresh = true
  #hasToldExample = false

  /**
   * @param thinks true if the text begins inside reasoning, undefined if unknown. Default: the value of the
   * plan.
   * @param leave receives text that looks like a call and remains text.
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
    this.#items.isThinking = this.#isThinking
  }

  /**
   * Returns true and emits the text unchanged, if it cannot contain parts of a call and no earlier text is
   * held.
   */
  passes(text: string): boolean {
    const waits = this.#items.areHeld || this.#reading !== undefined || this.#source.isWaiting
    const isNew = this.#isFresh || this.#items.blank !== undefined || this.#isThinking
    if (isNew || waits || this.#plan.mayBeginIn(text)) return false
    this.#code.pass(text)
    return true
  }

  /** True if several texts were found, or a text that differs from the input. */
  get isParted(): boolean {
    return this.#items.isParted
  }

  /** True if the pushed text would be read differently depending on whether it ends or is truncated here. */
  get isUnsettled(): boolean {
    return this.#isThinking || this.#reading !== undefined
  }

  /** Returns the items that are known so far. */
  push(text: string): readonly TextItem[] {
    this.#rest += text
    while (this.#feed());
    return this.#items.take()
  }

  /**
   * Ends the text. Call this once.
   * @param isCut true if the text was truncated: calls in reasoning are then drafts. Default: false.
   */
  finish(isCut = false): readonly TextItem[] {
    do this.#endSource(this.#rest, isCut)
    while (this.#rest !== '')
    if (isCut && this.#isThinking) this.#makeText()
    this.#items.release()
    this.#items.end()
    return this.#items.take()
  }

  /**
   * Continues reading. An end mark ends reasoning at any position.
   * @returns true if there is more to read.
   */
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

  /**
   * Emits text up to the next marker.
   * @returns false if the available text has no marker.
   */
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

  /**
   * Returns the next index at which a marker may begin: at the start, the index of the first non-blank
   * character.
   */
  #nextSpecial(): number {
    const { text, at } = this.#source
    const pattern = this.#isFresh ? VISIBLE : this.#plan.special
    pattern.lastIndex = at
    return pattern.exec(text)?.index ?? text.length
  }

  #markerAt(next: string): string | typeof WAIT | undefined {
    if (FENCES.includes(next) && !this.#code.canOpen) return undefined
    const isQuoted = !this.#plan.readsCode && this.#isQuoted(next)
    const isIndented =
      !this.#plan.readsCode && !FENCES.includes(next) && this.#code.isIndented && !this.#isFresh
    const { text, at, ended } = this.#source
    const rest = text.length - at
    for (const marker of this.#isFresh ? this.#plan.starts : this.#plan.markers) {
      const isThere = text.startsWith(marker, at)
      const isExample = isQuoted || (isIndented && !this.#plan.isControl(marker))
      if (!isThere && (ended || rest >= marker.length || !marker.startsWith(text.slice(at)))) continue
      if (!this.#counts(marker, isExample)) continue
      if (!isThere) return WAIT
      if (!isExample) return marker
      this.#tellExample(marker)
      return undefined
    }
    return undefined
  }

  /** Returns true if the next text is code between marks or a quotation. */
  #isQuoted(next: string): boolean {
    return !FENCES.includes(next) && (this.#code.isInside(next) || this.#code.isQuoted)
  }

  /** Returns true if a marker is effective here. */
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
      ({ markers, starts }) => markers.has(marker) || (this.#isFresh && starts.has(marker)),
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

  /**
   * Reads a call.
   * @returns false if more text is needed.
   */
  #read(reading: TextReading<boolean | Channel>): boolean {
    const { done, value } = reading.next()
    if (done === true) this.#endReading(value ?? false)
    else if (value === undefined) {
      if (this.#source.isReleased) this.#giveBack()
      return false
    } else if (value === 'text') this.#leaveText()
    else if (typeof value === 'object' && 'tool' in value) this.#addCall(value)
    else if (typeof value === 'object' && !('noun' in value)) this.#addProgress(value)
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
    return this.#isFresh && !this.#items.isParted
  }

  get #mayBeDraft(): boolean {
    return this.#channel === UNKNOWN || this.#isThinking
  }

  get #isThinking(): boolean {
    return this.#channel.noun === 'reasoning'
  }

  /** Leaves the text that was read as text and continues with the same dialect. */
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
    if (!this.#items.areHeld) this.#source.recorded()
  }

  #forget(): void {
    this.#source.isReleased = false
    this.#source.refused = undefined
    this.#source.doubted = undefined
  }

  /** Starts recording: text from here on may become plain text again. */
  #startRecord(): void {
    if (this.#items.areHeld || !this.#mayBeDraft) return
    this.#source.record()
    this.#blankBefore = this.#items.blank
  }

  #open(channel: Channel): void {
    const source = this.#source
    source.cut()
    // The preceding text was not reasoning.
    this.#items.release()
    this.#drafts = []
    this.#items.endStretch()
    this.#enter(channel)
    this.#isFresh = channel.noun === 'text'
    if (this.#isFresh) return
    this.#rest = source.text.slice(source.at) + this.#rest
    source.skip(source.text.length - source.at)
    source.cut()
    this.#source = new TextSource(this.#plan.repairs)
  }

  #enter(channel: Channel): void {
    this.#channel = channel
    this.#items.isThinking = this.#isThinking
  }

  #endChannel(): void {
    this.#makeText()
    this.#items.endStretch()
    this.#code = new CodeMarks()
    this.#enter(PLAIN)
    this.#isFresh = true
  }

  /** Turns held drafts into text. */
  #makeText(): void {
    if (!this.#items.areHeld) return
    const text = this.#source.recorded()
    this.#items.drop(this.#blankBefore)
    this.#give(text, '')
    if (!this.#isThinking) for (const what of this.#drafts) this.#leave({ reason: 'draft', what })
    this.#drafts = []
  }

  #addCall(call: FoundCall): void {
    this.#source.cut()
    this.#hasRead = true
    this.#isFresh = true
    if (this.#mayBeDraft) {
      this.#items.hold()
      this.#drafts.push(call.tool.name)
    }
    this.#items.addCall(call)
  }

  /** Emits the beginning of a call, or pieces of its arguments, unless the call may be a draft. */
  #addProgress(progress: BegunCall | ArgumentPiece): void {
    this.#hasRead = true
    if (!this.#mayBeDraft && !this.#items.areHeld) this.#items.addProgress(progress)
  }

  /** Emits the available text up to an index. */
  #giveTo(index: number): void {
    const source = this.#source
    source.skip(index - source.at)
    this.#give(source.cut())
  }

  /**
   * Emits text that was read as a call but is not one. Code marks in this text do not count, except for marks
   * at the beginning.
   */
  #giveBack(): void {
    const text = this.#source.cut()
    this.#give(text, FENCES.includes(this.#marker.charAt(0)) ? text : text.replaceAll('`', "'"))
    this.#startRecord()
  }

  /**
   * Emits a text.
   * @param marks the same text, with only its effective code marks.
   */
  #give(text: string, marks = text): void {
    if (text === '') return
    this.#code.pass(marks)
    if (this.#isFresh && text.trim() !== '') this.#isFresh = false
    this.#items.addText(text)
  }
}

/**
 * Returns the position of the first of these literals; if none is complete, the position of a possible
 * beginning.
 */
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
