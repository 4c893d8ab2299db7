import type { Context, Notice } from '../adapter/context.js'
import { AdapterError } from '../json/errors.js'
import { at, isArray, isObject, objectOr, objectsIn } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import type { Message, Part } from '../model/types.js'

const UNREAD_CALL = 'unread-call'

/** What members and types are named that hold a call or a result, in whatever case. */
const CALL_LIKE =
  /^(invalid|server|mcp)?(tool|function)(call|invocation|use|result|response|output|execution)s?$/

/** Members by which a result names its call. */
const CALL_ID = /^(tool|function)?(call|use|invocation)id$/

/** Members that describe tools, and the events of a span, which hold both sides of an exchange. */
const ASIDE = /^(tools|functions|tool_?(choice|config)|events)$/i

/** Members of messages that hold what a tool took or gave: any JSON may stand in them. */
const DATA =
  /^(args|arguments|parameters|params|input|result|output|response|json|value|structured_?content|metadata|input_?schema)$/i

/** Objects inside each other, from the body to a call. */
const DEPTH = 9

/** Reports each call and result of a body that is not in the messages that it was decoded to. */
export function reportUnread(body: JsonObject, messages: readonly Message[], context: Context): void {
  const parts = messages.flatMap((message) => message.parts)
  const read = new Set(parts.flatMap(namesOf))
  for (const path of unreadIn(body, '', read, DEPTH))
    context.report({
      code: UNREAD_CALL,
      severity: 'warning',
      path,
      message: `this looks like a call or a result of another format: ${context.wire} does not read it, and it is left out`,
    })
}

/** @throws AdapterError('unknown-wire') when a wire that nobody named turns out to leave calls unread. */
export function refuseGuess(wire: string, notices: readonly Notice[]): void {
  const unread = notices.find(({ code }) => code === UNREAD_CALL)
  if (unread === undefined) return
  throw new AdapterError(
    'unknown-wire',
    unread.path,
    `no adapter reads this call or result: as ${wire}, which the rest looks like, it would be lost. Name the wire to read it without`,
  )
}

function namesOf(part: Part): readonly string[] {
  if (part.type === 'tool-call') return [part.id, part.name]
  return part.type === 'tool-result' ? [part.callId, part.name] : []
}

type Read = ReadonlySet<string>

function* unreadIn(object: JsonObject, path: string, read: Read, depth: number): Generator<string> {
  if ([object.type, object.block_type].some(isCallLike) && !isRead(object, read)) {
    yield path
    return
  }
  for (const [key, value] of Object.entries(object)) {
    const place = at(path, key)
    if (CALL_ID.test(plain(key))) {
      if (typeof value === 'string' && value !== '' && !read.has(value)) yield place
    } else if (isCallLike(key)) {
      if (!listed(value).every((call) => isRead(call, read))) yield place
    } else if (depth > 0 && !ASIDE.test(key) && (path === '' || !DATA.test(key))) {
      yield* unreadInside(value, place, read, depth - 1)
    }
  }
}

function* unreadInside(value: JsonValue, path: string, read: Read, depth: number): Generator<string> {
  if (isObject(value)) yield* unreadIn(value, path, read, depth)
  if (!isArray(value)) return
  for (const [index, item] of value.entries())
    if (isObject(item)) yield* unreadIn(item, at(path, index), read, depth)
}

function listed(value: JsonValue): readonly JsonObject[] {
  return isObject(value) ? [value] : objectsIn(value)
}

/** Whether it was read, by its ids or else its names. What has neither is no call. */
function isRead(call: JsonObject, read: Read): boolean {
  const ids = Object.keys(call).filter((key) => key === 'id' || CALL_ID.test(plain(key)))
  const { name, toolName, tool_name: snakeName, function: named } = call
  const words = wordsOf(ids.map((key) => call[key]))
  const said =
    words.length > 0 ? words : wordsOf([name, toolName, snakeName, objectOr(named, undefined)?.name])
  return said.length === 0 || said.some((word) => read.has(word))
}

function wordsOf(values: readonly (JsonValue | undefined)[]): string[] {
  return values.filter((value) => typeof value === 'string').filter((word) => word !== '' && word !== 'null')
}

function isCallLike(word: JsonValue | undefined): boolean {
  return typeof word === 'string' && CALL_LIKE.test(plain(word))
}

/** A word as every style of keys has it. */
function plain(word: string): string {
  return word.replaceAll(/[-_]/g, '').toLowerCase()
}
