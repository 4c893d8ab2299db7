import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { at, isArray, isObject, objectOr, objectsIn } from '../../base/json/read-json.js'
import { type Context, type Notice, warn } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { Message, Part, ProviderMetadata } from '../../base/model/types.js'
import { keepResultDigits } from '../shape/results.js'

const UNREAD_CALL = 'unread-call'

/** Matches names of members and types that contain a call or a result. */
const CALL_LIKE = /(tool|function)[-_]?(call[-_]?)?(call|invocation|use|execution|result|response|output)s?$/i

/** LangChain's list of items of any kind: the members of each item show if it is a call or a result. */
const ANY_ITEMS = 'tool_outputs'

/** Matches the names among `CALL_LIKE` that contain results. */
const RESULT_LIKE = /(result|response|output)s?$/i

/** Matches names of members with the call id of a result. */
const CALL_ID = /^((tool|function)[-_]?)?(call|use|invocation)[-_]?id$/i

/**
 * Matches members that are not searched: descriptions of tools, the events of a span (which contain both
 * sides of an exchange), and answers that are kept undecoded.
 */
const ASIDE = /^(tools|functions|tool_?(choice|config)|events|alternatives)$/i

/**
 * Matches members with several answers to one request. One answer is decoded, and the others are kept
 * (`alternatives`).
 */
const CHOICES = /^(choices|candidates)$/

/** Matches members with the input or output of a tool, which may contain any JSON. */
const DATA =
  /^(args|arguments|parameters|params|input|result|output|response|json|value|structured_?content|metadata|input_?schema)$/i

/** Maximum nesting of objects, from the body to a call. */
const DEPTH = 9

/** The ids and names of the decoded calls and results. */
interface ReadCalls {
  readonly calls: Set<string>
  readonly results: Set<string>
}

/**
 * Wraps a decoder of bodies so that it also keeps the digits of results, and reports values that look like a
 * call and were not decoded.
 */
export function checked<
  Value extends { readonly messages: readonly Message[] } | { readonly message: Message },
>(decode: (native: JsonObject, context: Context) => Value): (native: JsonObject, context: Context) => Value {
  return (native, context) => {
    const decoded = decode(native, context)
    const messages = 'message' in decoded ? [decoded.message] : decoded.messages
    keepResultDigits(messages, context)
    reportUnread(native, messages, context)
    return decoded
  }
}

/**
 * Reports each call and result of a native value that is missing from the decoded messages. Excluded members
 * are searched only if their content became part of messages.
 */
export function reportUnread(native: JsonValue, messages: readonly Message[], context: Context): void {
  const read: ReadCalls = { calls: new Set(), results: new Set() }
  for (const { parts } of messages) for (const part of parts) note(part, read)
  if (report(native, read, context)) return
  for (const { providerMetadata } of messages) report(providerMetadata?.[context.wire], read, context)
}

/**
 * Reports each call and result that is missing from the events of a decoded stream, as `reportUnread` does
 * for bodies. The search covers the metadata of events and opaque parts, which contain the undecoded fields
 * of frames. Paths lead into this undecoded data.
 */
export class UnreadInStream {
  readonly #context: Context
  readonly #unread: JsonValue[] = []
  readonly #read: ReadCalls = { calls: new Set(), results: new Set() }

  constructor(context: Context) {
    this.#context = context
  }

  /** Adds a frame that was decoded to no event. */
  skip(frame: JsonValue): void {
    if (isObject(frame) && (isCallLike(frame.type) || hasCallMember(frame))) this.#unread.push(frame)
  }

  /** Adds each event except deltas, and reports at the end of a turn. */
  push(event: StreamEvent): void {
    if (event.type === 'tool-call') this.#add(event.call)
    else if (event.type === 'tool-result') this.#add(event.result)
    else if ('part' in event) this.#add(event.part)
    if (event.type !== 'finish') return
    this.#addMetadata(event)
    this.#addMetadata({ providerMetadata: event.messageMetadata })
    report(this.#unread.splice(0), this.#read, this.#context)
  }

  #add(part: Part): void {
    note(part, this.#read)
    if (part.type === 'opaque') this.#unread.push(part.value)
    else this.#addMetadata(part)
  }

  #addMetadata({ providerMetadata }: { readonly providerMetadata?: ProviderMetadata | undefined }): void {
    const own = providerMetadata?.[this.#context.wire]
    if (own !== undefined) this.#unread.push(own)
  }
}

/** Returns true for a notice about a call or a result that was not decoded. */
export function isUnread({ code }: Notice): boolean {
  return code === UNREAD_CALL
}

/**
 * Rejects a guessed wire that leaves calls unread.
 * @param place path of the value that the notices are about. Default: their paths are complete.
 * @throws AdapterError('unknown-wire') when a guessed wire leaves calls unread.
 */
export function refuseGuess(wire: string, notices: readonly Notice[], place = ''): void {
  const unread = notices.find(isUnread)
  if (unread === undefined) return
  throw new AdapterError(
    'unknown-wire',
    `${place}${unread.path}`,
    `no adapter reads this call or result. The rest looks like ${wire}, which would lose it; name that wire to read the rest`,
  )
}

function note(part: Part, { calls, results }: ReadCalls): void {
  if (part.type === 'tool-call') calls.add(part.id).add(part.name)
  else if (part.type === 'tool-result') results.add(part.callId).add(part.name)
}

/** Reports the calls and results that were not decoded. Returns true if there are any. */
function report(native: JsonValue | undefined, read: ReadCalls, context: Context): boolean {
  // Only in bodies may members have the names of tool input and output.
  const paths = unreadInside(native, read, isArray(native) ? DEPTH - 1 : DEPTH)
  const message = `this looks like a call or result of another format; ${context.wire} does not read it`
  for (const path of paths) warn(UNREAD_CALL, message, { ...context, path })
  return paths.length > 0
}

/**
 * Returns the paths of unread calls. They are built on return from the recursion, since most values have
 * none.
 */
function unreadInside(value: JsonValue | undefined, read: ReadCalls, depth: number): readonly string[] {
  if (isObject(value)) return unreadIn(value, read, depth)
  if (!isArray(value)) return NONE
  let found = NONE
  for (let index = 0; index < value.length; index += 1) {
    const item = value[index]
    if (isObject(item)) found = withBelow(found, index, unreadIn(item, read, depth))
  }
  return found
}

const NONE: string[] = []

function unreadIn(object: JsonObject, read: ReadCalls, depth: number): readonly string[] {
  const type = object.type ?? object.block_type
  if (isCallLike(type) && !isRead(object, type, read)) return ['']
  let found = NONE
  for (const key in object) {
    const value = object[key]
    // Most members are neither texts nor objects, so their names need no check.
    if (typeof value === 'string') {
      if (isUnreadId(wordOf(key), value, object, read)) found = withBelow(found, key, HERE)
    } else if (typeof value === 'object' && value !== null)
      found = withBelow(found, key, unreadUnder(wordOf(key), value, read, depth))
  }
  return found
}

/** Returns the paths of unread calls in the value of a member whose name may indicate a call. */
function unreadUnder(
  word: NameMeaning,
  value: JsonObject | JsonArray,
  read: ReadCalls,
  depth: number,
): readonly string[] {
  if (isUnreadCall(word, value, read)) return HERE
  if (word.isChoices && isArray(value) && value.length > 1) return unreadInChoices(value, read, depth - 1)
  return depth > 0 && !isPassedOver(word, depth) ? unreadInside(value, read, depth - 1) : NONE
}

/** Returns the paths of unread calls in the decoded choice: the choice with index 0, or the first choice. */
function unreadInChoices(choices: JsonArray, read: ReadCalls, depth: number): readonly string[] {
  const position = choices.findIndex((choice) => isObject(choice) && choice.index === 0)
  const choice = choices[Math.max(0, position)]
  return isObject(choice) ? withBelow(NONE, Math.max(0, position), unreadIn(choice, read, depth)) : NONE
}

const HERE: readonly string[] = ['']

/** Adds to the list, or creates it: most values need no list. */
function withBelow(found: string[], key: string | number, below: readonly string[]): string[] {
  if (below.length === 0) return found
  const paths = found === NONE ? [] : found
  for (const path of below) paths.push(`${at('', key)}${path}`)
  return paths
}

/** The meaning of the name of a member or a type. */
interface NameMeaning {
  readonly isCall: boolean
  readonly isResult: boolean
  readonly isCallId: boolean
  readonly isAside: boolean
  readonly isChoices: boolean
  readonly isData: boolean
}

const WORDS = new Map<string, NameMeaning>()
/** Maximum size of the cache. Bodies have few different names. A value with more names is data. */
const MOST_WORDS = 2000

/**
 * Returns the meaning of a name. Results are cached, since names repeat often and a regular expression is
 * slower than a lookup.
 */
function wordOf(text: string): NameMeaning {
  const known = WORDS.get(text)
  if (known !== undefined) return known
  const word: NameMeaning = {
    isCall: text !== ANY_ITEMS && CALL_LIKE.test(text),
    isResult: RESULT_LIKE.test(text),
    isCallId: CALL_ID.test(text),
    isAside: ASIDE.test(text),
    isChoices: CHOICES.test(text),
    isData: DATA.test(text),
  }
  if (WORDS.size < MOST_WORDS) WORDS.set(text, word)
  return word
}

function isPassedOver({ isCall, isAside, isData }: NameMeaning, depth: number): boolean {
  return isCall || isAside || (depth < DEPTH && isData)
}

function isUnreadId(
  { isCallId }: NameMeaning,
  id: string,
  { role }: JsonObject,
  { calls, results }: ReadCalls,
): boolean {
  return isCallId && id !== '' && !results.has(id) && (role === 'tool' || !calls.has(id))
}

function isUnreadCall(word: NameMeaning, value: JsonValue, read: ReadCalls): boolean {
  if (!word.isCall) return false
  return !listed(value).every((call) => isReadAs(word, call, read))
}

function isRead(call: JsonObject, type: string, read: ReadCalls): boolean {
  return isReadAs(wordOf(type), call, read)
}

/**
 * Returns true if the value was decoded. A value without identification is not a call, but may contain calls.
 */
function isReadAs(word: NameMeaning, call: JsonObject, read: ReadCalls): boolean {
  const isKnown = isKnownAs(word, call, read)
  if (isKnown !== undefined) return isKnown
  for (const key in call) {
    const inner = wordOf(key)
    if (inner.isCall && listed(call[key]).some((one) => isKnownAs(inner, one, read) === false)) return false
  }
  return true
}

/**
 * Returns true if the ids of the value, or else its names, are among the decoded ids or names; undefined if
 * the value has neither.
 */
function isKnownAs(
  { isResult }: NameMeaning,
  call: JsonObject,
  { calls, results }: ReadCalls,
): boolean | undefined {
  const read = isResult ? results : calls
  let hasId = false
  for (const key in call) {
    const id = call[key]
    if (typeof id !== 'string' || (key !== 'id' && !wordOf(key).isCallId) || isNothing(id)) continue
    if (read.has(id)) return true
    hasId = true
  }
  if (hasId) return false
  const { name, toolName, tool_name: snakeName, function: named } = call
  const names = [name, toolName, snakeName, objectOr(named, undefined)?.name].filter(
    (one) => typeof one === 'string' && !isNothing(one),
  )
  return names.length === 0 ? undefined : names.some((one) => typeof one === 'string' && read.has(one))
}

/** Returns the object as a list, or the objects of a list. */
function listed(value: JsonValue | undefined): readonly JsonObject[] {
  return isObject(value) ? [value] : objectsIn(value)
}

function hasCallMember(frame: JsonObject): boolean {
  for (const key in frame) if (isCallLike(key)) return true
  return false
}

function isNothing(text: string): boolean {
  return text === '' || text === 'null'
}

function isCallLike(word: JsonValue | undefined): word is string {
  return typeof word === 'string' && word.length <= LONGEST_WORD && wordOf(word).isCall
}

/** Maximum length of a type name. */
const LONGEST_WORD = 100
