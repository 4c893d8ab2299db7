import { tryParseJson } from './parse.js'
import { MAX_DEPTH } from './write-json.js'

/**
 * The token expected next outside of strings and bare words. `item` and `key?` also accept the end of an
 * empty container.
 */
type Due = 'value' | 'item' | 'key' | 'key?' | 'colon' | 'next'

/** The position of a member of the outermost object in `text`; without `to` the member is incomplete. */
interface Span {
  readonly from: number
  to?: number
  /** The value of a string member. */
  value?: string
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ESCAPES = '"\\/bfnrtu'
const HEX = /[0-9a-fA-F]/
const WORD = /[\w.+-]/
const BARE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
const SPACE = ' \t\n\r'

/**
 * Finds the end of a JSON value within a longer text, and the positions of its members. Reads each character
 * once, regardless of how the text is split, and stops at the first character that cannot belong to the value.
 */
export class JsonScan {
  /**
   * State of the value. A bare word or a number becomes `whole` only at the next character after it, or at
   * `end`.
   */
  state: 'open' | 'whole' | 'broken' = 'open'
  /** True if the state is `broken` because of a member that `accepts` rejected. */
  isRefused = false
  readonly #members = new Map<string, Span>()
  /** The closing brackets of the open containers, the outermost first. */
  readonly #closers: string[] = []
  #due: Due = 'value'
  #inside: 'string' | 'escape' | 'word' | undefined
  /** Hexadecimal digits that are still missing from an escape. */
  #digits = 0
  /**
   * The text before the latest string or word. This text is kept apart from `#token`, so that long texts are
   * not scanned twice.
   */
  #before = ''
  #token = ''
  #isKey = false
  /** The latest key of the outermost object, until its value begins. */
  #key: string | undefined
  /** The member of the outermost object that is being read. */
  #member: Span | undefined
  /** Index in the current input up to which text was copied. */
  #copied = 0

  /**
   * @param isLenient true to fix raw control characters and unknown escapes in strings. Default: such a
   * character makes the value `broken`.
   * @param accepts returns true if the outermost object may have a member of this name. Default: any.
   */
  constructor(
    readonly isLenient = false,
    readonly accepts?: (key: string) => boolean,
  ) {}

  /** The text of the value so far; in lenient mode, as valid JSON. */
  get text(): string {
    if (this.state === 'open') return this.#before + this.#token
    // The texts are joined once, since members are slices of the result.
    this.#before += this.#token
    this.#token = ''
    return this.#before
  }

  /**
   * Reads the next input.
   * @returns the index of the first character that does not belong to the value.
   */
  push(input: string, from: number): number {
    this.#copied = from
    let at = from
    while (at < input.length && this.state === 'open')
      at = this.#inside === undefined ? this.#structure(input, at) : this.#inner(input, at)
    this.#copy(input, at)
    return at
  }

  /** Ends the input. A bare word or number outside of containers is complete then. */
  end(): void {
    if (this.#inside === 'word' && this.#closers.length === 0) this.#endWord()
  }

  /** Returns the text of a member of the outermost object so far; undefined before it begins. */
  member(key: string): string | undefined {
    const span = this.#members.get(key)
    return span && this.text.slice(span.from, span.to)
  }

  /** Returns the position of a member of the outermost object in the text; without `to` it is incomplete. */
  spanOf(key: string): { readonly from: number; readonly to?: number } | undefined {
    return this.#members.get(key)
  }

  /** Returns the value of a member of the outermost object, if it is a complete string. */
  string(key: string): string | undefined {
    return this.#members.get(key)?.value
  }

  /**
   * Returns the keys of the outermost object so far, in order. A repeated key has the position of its first
   * occurrence.
   */
  keys(): Iterable<string> {
    return this.#members.keys()
  }

  /**
   * Closes the open containers if only their closing brackets are missing. Returns true if it closed them.
   */
  fix(): boolean {
    if (this.#inside !== undefined || this.#due !== 'next' || this.#closers.length === 0) return false
    while (this.#closers.length > 0) {
      this.#token += this.#closers.pop()
      this.#endValue()
    }
    return true
  }

  #copy(input: string, to: number): void {
    this.#token += input.slice(this.#copied, to)
    this.#copied = to
  }

  get #length(): number {
    return this.#before.length + this.#token.length
  }

  #structure(input: string, at: number): number {
    const character = input.charAt(at)
    if (SPACE.includes(character)) return at + 1
    if (this.#due === 'colon' && character === ':') this.#due = 'value'
    else if (this.#due === 'next' && character === ',') this.#due = this.#inObject() ? 'key' : 'value'
    else if (this.#closes(character)) {
      this.#closers.pop()
      this.#copy(input, at + 1)
      this.#endValue()
    } else return this.#begin(input, character, at)
    return at + 1
  }

  #closes(character: string): boolean {
    const isDue = this.#due === 'next' || this.#due === 'item' || this.#due === 'key?'
    return isDue && character === this.#closers.at(-1)
  }

  #inObject(): boolean {
    return this.#closers.at(-1) === '}'
  }

  #begin(input: string, character: string, at: number): number {
    this.#isKey = this.#due === 'key' || this.#due === 'key?'
    const isValue = this.#due === 'value' || this.#due === 'item'
    if (!isValue && !(this.#isKey && character === '"')) return this.#fail(at)
    this.#copy(input, at)
    this.#before += this.#token
    this.#token = ''
    if (isValue && this.#key !== undefined) this.#beginMember(this.#key)
    if (character === '"') this.#inside = 'string'
    else if (character === '{' || character === '[') return this.#open(character, at)
    else if (WORD.test(character)) {
      this.#inside = 'word'
      return at
    } else return this.#fail(at)
    return at + 1
  }

  #beginKey(key: string): void {
    this.#key = key
    if (this.accepts?.(key) !== false) return
    this.state = 'broken'
    this.isRefused = true
  }

  #beginMember(key: string): void {
    this.#member = { from: this.#length }
    if (!this.#members.has(key)) this.#members.set(key, this.#member)
    this.#key = undefined
  }

  #open(character: string, at: number): number {
    if (this.#closers.length >= MAX_DEPTH) return this.#fail(at)
    this.#closers.push(character === '{' ? '}' : ']')
    this.#due = character === '{' ? 'key?' : 'item'
    return at + 1
  }

  #inner(input: string, at: number): number {
    if (this.#inside === 'string') return this.#string(input, at)
    if (this.#inside === 'escape') return this.#escape(input, at)
    let end = at
    while (end < input.length && WORD.test(input.charAt(end))) end += 1
    if (end === input.length) return end
    this.#copy(input, end)
    return this.#endWord() ? end : this.#fail(end)
  }

  #endWord(): boolean {
    this.#inside = undefined
    const isValue = BARE.test(this.#token)
    if (isValue) this.#endValue()
    else this.state = 'broken'
    return isValue
  }

  #string(input: string, start: number): number {
    let at = start
    let code = input.charCodeAt(at)
    while (code >= 0x20 && code !== QUOTE && code !== BACKSLASH) code = input.charCodeAt(++at)
    if (at === input.length) return at
    if (code === BACKSLASH) this.#inside = 'escape'
    else if (code === QUOTE) this.#endString(input, at)
    else if (this.isLenient) {
      this.#copy(input, at)
      this.#token += JSON.stringify(input.charAt(at)).slice(1, -1)
      this.#copied = at + 1
    } else return this.#fail(at)
    return at + 1
  }

  #escape(input: string, at: number): number {
    const character = input.charAt(at)
    const isKnown = this.#digits > 0 ? HEX.test(character) : ESCAPES.includes(character)
    if (!isKnown) {
      if (!this.isLenient || this.#digits > 0) return this.#fail(at)
      this.#copy(input, at)
      this.#token += '\\'
      this.#inside = 'string'
      return at
    }
    if (this.#digits > 0) this.#digits -= 1
    else if (character === 'u') this.#digits = 4
    if (this.#digits === 0) this.#inside = 'string'
    return at + 1
  }

  #endString(input: string, at: number): void {
    this.#inside = undefined
    this.#copy(input, at + 1)
    const isOuter = this.#closers.length === 1
    if (this.#isKey) {
      this.#due = 'colon'
      if (isOuter) this.#beginKey(String(tryParseJson(this.#token)))
      return
    }
    if (isOuter && this.#member !== undefined) this.#member.value = String(tryParseJson(this.#token))
    this.#endValue()
  }

  /** Called after a value has ended. */
  #endValue(): void {
    this.#due = 'next'
    if (this.#closers.length === 0) this.state = 'whole'
    if (this.#closers.length !== 1 || this.#member === undefined) return
    this.#member.to = this.#length
    this.#member = undefined
  }

  #fail(at: number): number {
    this.state = 'broken'
    return at
  }
}
