import { AdapterError } from './adapter-error.js'
import type { JsonValue } from './json-types.js'
import { tryParseJson } from './parse.js'
import { at, isArray } from './read-json.js'
import { define, MAX_DEPTH } from './write-json.js'

/** The parsed part of a JSON text that is still arriving. */
export interface PartialJson {
  /** Parses the next piece of the text, which may be split anywhere. Never throws; see `failed`. */
  push(text: string): void
  /**
   * The value so far; undefined before it begins. It is one live value, not a copy: later pushes extend the
   * same objects, arrays and (inside them) strings. Open containers and strings are included. Members whose
   * key, number or keyword is incomplete are excluded, so the final text never contradicts the value, except
   * for a repeated key (the last one wins, as in JSON.parse). Reading the property costs nothing.
   */
  readonly value: JsonValue | undefined
  /** True if the text so far is a complete JSON value. */
  readonly complete: boolean
  /**
   * The error (`invalid-json`, `too-deep`) after which the text cannot become valid JSON. `value` keeps its
   * last state.
   */
  readonly failed: AdapterError | undefined
}

/**
 * Creates an incremental JSON parser. It reads each character once, regardless of how the text is split.
 * @example
 * const json = createPartialJson()
 * json.push('{"city": "Os')
 * json.value // { city: 'Os' }
 */
export function createPartialJson(): PartialJson {
  return new Parser()
}

/** The token expected next. `string`, `escape`, `unicode`, `number` and `word` are inside a token. */
type ParserState =
  | 'value'
  | 'item-or-end'
  | 'key-or-end'
  | 'key'
  | 'colon'
  | 'comma-or-end'
  | 'string'
  | 'escape'
  | 'unicode'
  | 'number'
  | 'word'
  | 'end'
  | 'failed'

interface OpenContainer {
  readonly container: JsonValue[] | { [key: string]: JsonValue }
  /** Key of the member, or index of the item, that is being read. */
  key: string | number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/**
 * Maximum length of a number. Doubles need fewer digits, and the limit keeps the repeated parsing of a
 * growing top-level number cheap.
 */
const MAX_NUMBER_LENGTH = 10_000
/**
 * Minimum length of a first piece that is parsed with JSON.parse. Shorter pieces are rarely the complete
 * text.
 */
const SHORTEST_WHOLE = 256
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

class Parser implements PartialJson {
  failed: AdapterError | undefined
  private root: JsonValue | undefined
  private state: ParserState = 'value'
  private isFresh = true
  private readonly frames: OpenContainer[] = []
  private top: OpenContainer | undefined
  /** Text of the string, number or word that is being read. */
  private token = ''
  private isKey = false
  private hex = ''

  get value(): JsonValue | undefined {
    return this.isRootNumber() ? Number(this.token) : this.root
  }

  get complete(): boolean {
    return this.state === 'end' || this.isRootNumber()
  }

  push(text: string): void {
    if (this.isFresh) {
      this.isFresh = false
      if (this.readWhole(text)) return
    }
    let index = 0
    while (index < text.length) {
      index = this.state === 'string' ? this.readString(text, index) : this.readOther(text, index)
    }
    if (this.isInsideString() && !this.isKey) this.place(this.token)
  }

  /** Parses a text that arrives in one piece with JSON.parse, which is many times faster. */
  private readWhole(text: string): boolean {
    const value = text.length < SHORTEST_WHOLE ? undefined : tryParseJson(text)
    if (typeof value !== 'object' || value === null || isDeeper(value, MAX_DEPTH)) return false
    this.root = value
    this.state = 'end'
    return true
  }

  /**
   * Returns true for a top-level number, which has no closing character: the number is complete as soon as
   * its text parses.
   */
  private isRootNumber(): boolean {
    return this.state === 'number' && this.top === undefined && NUMBER.test(this.token)
  }

  private isInsideString(): boolean {
    return this.state === 'string' || this.state === 'escape' || this.state === 'unicode'
  }

  private readString(text: string, start: number): number {
    let index = start
    let code = text.charCodeAt(index)
    while (code >= 0x20 && code !== QUOTE && code !== BACKSLASH) code = text.charCodeAt(++index)
    if (index > start) this.token += start === 0 && index === text.length ? text : text.slice(start, index)
    if (index === text.length) return index
    if (code === QUOTE) this.endString()
    else if (code === BACKSLASH) this.state = 'escape'
    else return this.fail(text, 'a control character inside a string')
    return index + 1
  }

  /**
   * Reads one character outside of plain string text.
   * @returns the index of the next character to read.
   */
  private readOther(text: string, index: number): number {
    const character = text.charAt(index)
    switch (this.state) {
      case 'escape':
        return this.readEscape(text, index, character)
      case 'unicode':
        return this.readUnicode(text, index, character)
      case 'number':
        return this.readNumber(text, index, character)
      case 'word':
        return this.readWord(text, index, character)
      case 'failed':
        return text.length
    }
    if (character === ' ' || character === '\n' || character === '\r' || character === '\t') return index + 1
    return this.readStructure(character)
      ? index + 1
      : this.fail(text, `"${character}" where ${this.state} was expected`)
  }

  private readStructure(character: string): boolean {
    switch (this.state) {
      case 'item-or-end':
        return character === ']' ? this.close() : this.begin(character)
      case 'value':
        return this.begin(character)
      case 'key-or-end':
        return character === '}' ? this.close() : this.beginKey(character)
      case 'key':
        return this.beginKey(character)
      case 'colon':
        this.state = 'value'
        return character === ':'
      case 'comma-or-end':
        return this.readSeparator(character)
      default:
        return false
    }
  }

  private readSeparator(character: string): boolean {
    const { top } = this
    if (top === undefined) return false
    const isList = Array.isArray(top.container)
    if (character !== ',') return character === (isList ? ']' : '}') && this.close()
    if (typeof top.key === 'number') top.key += 1
    this.state = isList ? 'value' : 'key'
    return true
  }

  private begin(character: string): boolean {
    this.token = ''
    switch (character) {
      case '{':
        return this.open({ container: {}, key: '' }, 'key-or-end')
      case '[':
        return this.open({ container: [], key: 0 }, 'item-or-end')
      case '"':
        this.place('')
        this.isKey = false
        this.state = 'string'
        return true
    }
    this.token = character
    this.state = character === 't' || character === 'f' || character === 'n' ? 'word' : 'number'
    return this.state === 'word' || character === '-' || (character >= '0' && character <= '9')
  }

  private beginKey(character: string): boolean {
    this.token = ''
    this.isKey = true
    this.state = 'string'
    return character === '"'
  }

  private open(frame: OpenContainer, state: ParserState): boolean {
    if (this.frames.length >= MAX_DEPTH) {
      this.failed = new AdapterError('too-deep', this.path(), `nested deeper than ${MAX_DEPTH} levels`)
      return false
    }
    this.place(frame.container)
    this.frames.push(frame)
    this.top = frame
    this.state = state
    return true
  }

  private close(): boolean {
    this.frames.pop()
    this.top = this.frames.at(-1)
    this.afterValue()
    return true
  }

  private afterValue(): void {
    this.state = this.top === undefined ? 'end' : 'comma-or-end'
  }

  private endString(): void {
    if (this.isKey) {
      if (this.top !== undefined) this.top.key = this.token
      this.state = 'colon'
    } else this.finishValue(this.token)
  }

  private finishValue(value: JsonValue): void {
    this.place(value)
    this.afterValue()
  }

  private place(value: JsonValue): void {
    const { top } = this
    if (top === undefined) this.root = value
    else if (typeof top.key === 'string') define(top.container, top.key, value)
    else if (Array.isArray(top.container)) top.container[top.key] = value
  }

  private readEscape(text: string, index: number, character: string): number {
    const plain = ESCAPES.get(character)
    if (plain === undefined && character !== 'u') return this.fail(text, 'an unknown escape in a string')
    this.hex = ''
    this.token += plain ?? ''
    this.state = plain === undefined ? 'unicode' : 'string'
    return index + 1
  }

  private readUnicode(text: string, index: number, character: string): number {
    if (!/[0-9a-fA-F]/.test(character)) return this.fail(text, 'an incomplete \\u escape in a string')
    this.hex += character
    if (this.hex.length === 4) {
      this.token += String.fromCharCode(Number.parseInt(this.hex, 16))
      this.state = 'string'
    }
    return index + 1
  }

  private readNumber(text: string, index: number, character: string): number {
    if ((character >= '0' && character <= '9') || '.eE+-'.includes(character)) {
      this.token += character
      return this.token.length <= MAX_NUMBER_LENGTH ? index + 1 : this.fail(text, 'a number that is too long')
    }
    if (!NUMBER.test(this.token)) return this.fail(text, `"${this.token}", which is not a number`)
    this.finishValue(Number(this.token))
    return index
  }

  private readWord(text: string, index: number, character: string): number {
    this.token += character
    const value = WORDS.get(this.token)
    if (value !== undefined) this.finishValue(value)
    else if (this.token.length >= 5 || !isWordStart(this.token)) return this.fail(text, `"${this.token}"`)
    return index + 1
  }

  /**
   * Records an error.
   * @returns the end of `text`: the text after an error is skipped.
   */
  private fail(text: string, found: string): number {
    this.failed ??= new AdapterError('invalid-json', this.path(), `not JSON: ${found}`)
    this.state = 'failed'
    return text.length
  }

  private path(): string {
    return this.frames.reduce((path, frame) => at(path, frame.key), '')
  }
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (isArray(value)) return value.some((item) => isDeeper(item, levels - 1))
  for (const key in value) if (isDeeper(value[key] ?? null, levels - 1)) return true
  return false
}

function isWordStart(text: string): boolean {
  for (const word of WORDS.keys()) if (word.startsWith(text)) return true
  return false
}
