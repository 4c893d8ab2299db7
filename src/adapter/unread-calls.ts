import { AdapterError } from '../json/errors.js'
import { at, isArray, isObject, objectOr, objectsIn } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import type { Message, Part, ProviderMetadata } from '../model/types.js'
import type { StreamEvent } from '../stream/events.js'
import type { Context, Notice } from './context.js'

const UNREAD_CALL = 'unread-call'

/** What members and types are named that hold a call or a result. */
const CALL_LIKE = /(tool|function)[-_]?(call[-_]?)?(call|invocation|use|execution|result|response|output)s?$/i

/** Those of them that hold results. */
const RESULT_LIKE = /(result|response|output)s?$/i

/** Members by which a result names its call. */
const CALL_ID = /^((tool|function)[-_]?)?(call|use|invocation)[-_]?id$/i

/** Members that describe tools, and the events of a span, which hold both sides of an exchange. */
const ASIDE = /^(tools|functions|tool_?(choice|config)|events)$/i

/** Members of messages that hold what a tool took or gave: any JSON may stand in them. */
const DATA =
  /^(args|arguments|parameters|params|input|result|output|response|json|value|structured_?content|metadata|input_?schema)$/i

/** Objects inside each other, from the body to a call. */
const DEPTH = 9

/** The ids and names of what was read. */
interface Read {
  readonly calls: Set<string>
  readonly results: Set<string>
}

/** A decoder of bodies that also reports what looks like a call there and was not read. */
export function checked<
  Value extends { readonly messages: readonly Message[] } | { readonly message: Message },
>(decode: (native: JsonObject, context: Context) => Value): (native: JsonObject, context: Context) => Value {
  return (native, context) => {
    const decoded = decode(native, context)
    reportUnread(native, 'message' in decoded ? [decoded.message] : decoded.messages, context)
    return decoded
  }
}

/**
 * Reports each call and result of a native value that is not in the messages that it was decoded to. What is set aside is
 * looked at as far as it became part of messages.
 */
export function reportUnread(native: JsonValue, messages: readonly Message[], context: Context): void {
  const read: Read = { calls: new Set(), results: new Set() }
  for (const { parts } of messages) for (const part of parts) note(part, read)
  if (report(native, read, context)) return
  for (const { providerMetadata } of messages) report(providerMetadata?.[context.wire], read, context)
}

/**
 * The same for the events that a stream was decoded to. What decoders do not read of its frames is in the metadata of
 * events and in opaque parts, so those are looked at, and no frame is: paths lead into what was not read.
 */
export class UnreadInStream {
  readonly #context: Context
  readonly #unread: JsonValue[] = []
  readonly #read: Read = { calls: new Set(), results: new Set() }

  constructor(context: Context) {
    this.#context = context
  }

  /** Takes a frame of which no event was made. */
  skip(frame: JsonValue): void {
    if (isObject(frame) && isCallLike(frame.type)) this.#unread.push(frame)
  }

  /** Takes each event but deltas, and reports at the end of a turn. */
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

/** Whether a notice tells of a call or a result that was not read. */
export function isUnread({ code }: Notice): boolean {
  return code === UNREAD_CALL
}

/**
 * @param place where what the notices are of stands. Default: their paths say it.
 * @throws AdapterError('unknown-wire') when a wire that nobody named turns out to leave calls unread.
 */
export function refuseGuess(wire: string, notices: readonly Notice[], place = ''): void {
  const unread = notices.find(isUnread)
  if (unread === undefined) return
  throw new AdapterError(
    'unknown-wire',
    `${place}${unread.path}`,
    `no adapter reads this call or result: as ${wire}, which the rest looks like, it would be lost. Name the wire to read it without`,
  )
}

function note(part: Part, { calls, results }: Read): void {
  if (part.type === 'tool-call') calls.add(part.id).add(part.name)
  else if (part.type === 'tool-result') results.add(part.callId).add(part.name)
}

/** Whether there was something to report. */
function report(native: JsonValue | undefined, read: Read, context: Context): boolean {
  // Of bodies alone the members may be called as what tools take and give.
  const paths = unreadInside(native, read, isArray(native) ? DEPTH - 1 : DEPTH)
  for (const path of paths)
    context.report({
      code: UNREAD_CALL,
      severity: 'warning',
      path,
      message: `this looks like a call or a result of another format: ${context.wire} does not read it, and it is left out`,
    })
  return paths.length > 0
}

/** The paths of what was not read. They are put together on the way back: mostly there is none. */
function unreadInside(value: JsonValue | undefined, read: Read, depth: number): string[] {
  if (isObject(value)) return unreadIn(value, read, depth)
  const found: string[] = []
  if (isArray(value))
    for (const [index, item] of value.entries())
      if (isObject(item)) addBelow(found, index, unreadIn(item, read, depth))
  return found
}

function unreadIn(object: JsonObject, read: Read, depth: number): string[] {
  const type = object.type ?? object.block_type
  if (isCallLike(type) && !isRead(object, type, read)) return ['']
  const found: string[] = []
  for (const key in object) {
    const value = object[key] ?? null
    if (typeof value === 'string' ? isUnreadId(key, value, object, read) : isUnreadCall(key, value, read))
      found.push(at('', key))
    else if (typeof value === 'object' && depth > 0 && !isCallLike(key) && !isAside(key, depth))
      addBelow(found, key, unreadInside(value, read, depth - 1))
  }
  return found
}

function addBelow(found: string[], key: string | number, below: readonly string[]): void {
  for (const path of below) found.push(`${at('', key)}${path}`)
}

function isAside(key: string, depth: number): boolean {
  return ASIDE.test(key) || (depth < DEPTH && DATA.test(key))
}

function isUnreadId(key: string, id: string, { role }: JsonObject, { calls, results }: Read): boolean {
  return CALL_ID.test(key) && id !== '' && !results.has(id) && (role === 'tool' || !calls.has(id))
}

function isUnreadCall(key: string, value: JsonValue, read: Read): boolean {
  if (!isCallLike(key)) return false
  const listed = isObject(value) ? [value] : objectsIn(value)
  return !listed.every((call) => isRead(call, key, read))
}

/** Whether it was read, by its ids or else its names. What has neither is no call. */
function isRead(call: JsonObject, word: string, { calls, results }: Read): boolean {
  const ids = Object.keys(call).filter((key) => key === 'id' || CALL_ID.test(key))
  const { name, toolName, tool_name: snakeName, function: named } = call
  const words = wordsOf(ids.map((key) => call[key]))
  const said =
    words.length > 0 ? words : wordsOf([name, toolName, snakeName, objectOr(named, undefined)?.name])
  const read = RESULT_LIKE.test(word) ? results : calls
  return said.length === 0 || said.some((one) => read.has(one))
}

function wordsOf(values: readonly (JsonValue | undefined)[]): string[] {
  return values.filter((value) => typeof value === 'string').filter((word) => word !== '' && word !== 'null')
}

function isCallLike(word: JsonValue | undefined): word is string {
  return typeof word === 'string' && CALL_LIKE.test(word)
}
