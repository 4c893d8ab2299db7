import type { JsonObject, JsonValue } from '../json/json-types.js'
import { tryParseJson } from '../json/parse.js'
import { isArray, isObject, objectIn } from '../json/read-json.js'
import { compact } from '../json/write-json.js'
import type { ProviderError } from '../model/types.js'

/** The message and the code of an error, if the server sends them. */
export type ErrorWords = Partial<Pick<ProviderError, 'message' | 'code'>>

/** Maximum nesting of objects, lists and quoted JSON that are searched for a message. */
const DEEPEST = 6
/** Longer texts are not parsed as JSON. */
const LONGEST = 1 << 20
const NOTHING: ErrorWords = {}

/**
 * Members that contain the message, in the order of the search. In the `error` object, `message` is read
 * first. docs/response-errors.md lists the forms and their servers.
 */
const PLACES = [
  'error',
  'message',
  'error_message',
  'msg',
  'detail',
  'errors',
  'base_resp',
  'status_msg',
  'errorMessage',
  'error_description',
  'Message',
  'title',
]
const INNER_PLACES = ['message', ...PLACES.filter((name) => name !== 'message')]

/** Positions of the code: inside the error object, or next to it. */
const CODES: readonly (readonly [place: 'inside' | 'beside', name: string])[] = [
  ['inside', 'code'],
  ['beside', 'code'],
  ['inside', 'type'],
  ['beside', 'error_type'],
  ['beside', 'type'],
  ['beside', '__type'],
  ['beside', 'errorType'],
  ['beside', 'status'],
  ['inside', 'status_code'],
  ['inside', 'status'],
]

/**
 * Reads the message and the code of an error in any form that servers use: an object that contains the error,
 * an object with the message next to `error`, a list of errors, a text, or a JSON text.
 * @param codes members with the error codes of this wire; they are read before the usual members.
 */
export function errorWords(value: JsonValue | undefined, codes: readonly string[] = []): ErrorWords {
  const body = unquoted(value)
  const message = messageIn(body, 0)
  const code = isObject(body) ? codeIn(body, codes, 0) : undefined
  return message === undefined && code === undefined ? NOTHING : compact({ message, code })
}

/**
 * Reads the message of a complete body that is not JSON. For an HTML page, returns the first line without
 * tags; for an event stream, reads the data.
 */
export function bodyWords(text: string): ErrorWords {
  const data = eventData(text.trim())
  const value = data === undefined ? undefined : tryParseJson(data)
  if (value !== undefined && typeof value !== 'string') return errorWords(value)
  const shown = data ?? text
  const message =
    firstLine(shown.trim()) ?? (shown.trim() === '' ? undefined : 'a page in place of an answer')
  return message === undefined ? NOTHING : { message }
}

/** Returns true if a body or an event is an error in any form, not an answer. */
export function isAnyError(body: JsonObject): boolean {
  const { error, error_message: words, base_resp: standing } = body
  if (isStated(error) || isStated(words) || isNamedError(body)) return true
  if (isObject(standing)) return isFailure(standing.status_code)
  return isBare(body) && isFailure(body.code ?? null)
}

function isNamedError({ type, object, event_type: event }: JsonObject): boolean {
  return type === 'error' || object === 'error' || event === 'error'
}

/** Checks that the object is an error without an envelope: no member belongs to another kind of body. */
function isBare(body: JsonObject): boolean {
  const { type = null, role, event_type: eventType, event, success } = body
  if (type !== null && !(typeof type === 'string' && /error|exception/i.test(type))) return false
  if (success === true || role !== undefined || eventType !== undefined || event !== undefined) return false
  const { message, Message, msg, errorMessage, detail, errors } = body
  return (
    [message, Message, msg, errorMessage, detail].some(isText) || isStatedList(detail) || isStated(errors)
  )
}

function isStatedList(value: JsonValue | undefined): boolean {
  return isArray(value) && isStated(value)
}

/** Returns true if a code represents a failure. */
function isFailure(code: JsonValue | undefined): boolean {
  return code !== undefined && code !== 0 && code !== 200 && code !== '0' && code !== '200'
}

/** Returns true for a non-empty text, object or list. */
function isStated(value: JsonValue | undefined): boolean {
  return isArray(value) ? value.some(isStated) : isText(value) || isObject(value)
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function messageIn(value: JsonValue | undefined, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined
  if (typeof value === 'string') return textIn(value, depth)
  if (isArray(value)) return messageIn(value[0], depth + 1)
  if (!isObject(value)) return undefined
  const upstream = messageIn(objectIn(value.metadata).raw, depth + 1)
  return withMore(withMore(firstMessage(value, depth), besideText(value)), upstream)
}

function firstMessage(value: JsonObject, depth: number): string | undefined {
  for (const name of depth === 0 ? PLACES : INNER_PLACES) {
    const message = messageIn(value[name], depth + 1)
    if (message !== undefined) return message
  }
  return undefined
}

/** Returns the message next to an error that is a text, such as "Not Found". */
function besideText({ error, message }: JsonObject): string | undefined {
  return typeof error === 'string' && typeof message === 'string' ? message : undefined
}

/**
 * Appends a second message, for instance from the server behind a gateway, unless the first message quotes
 * it.
 */
function withMore(message: string | undefined, more: string | undefined): string | undefined {
  if (message === undefined || more === undefined) return message ?? more
  if (more.trim() === '' || message.includes(more)) return message
  return more.includes(message) ? more : `${message}: ${more}`
}

function textIn(text: string, depth: number): string | undefined {
  if (!isText(text)) return undefined
  const inner = unquoted(text)
  const message = inner === text ? undefined : messageIn(inner, depth + 1)
  return message ?? (text.trimStart().startsWith('<') ? (firstLine(text) ?? text) : text)
}

/** Returns the JSON value in a text, or the first item of a list. */
function unquoted(value: JsonValue | undefined): JsonValue | undefined {
  if (isArray(value)) return isObject(value[0]) ? value[0] : value
  if (typeof value !== 'string' || value.length > LONGEST || !/^\s*[{[]/.test(value)) return value
  return tryParseJson(value) ?? value
}

function codeIn(body: JsonObject, codes: readonly string[], depth: number): string | undefined {
  const inner = [body.error, body.errors, body.base_resp].map(unquoted).find(isObject)
  let code: string | undefined
  for (const name of codes) code ??= codeOf(inner?.[name]) ?? codeOf(body[name])
  for (const [place, name] of CODES) code ??= codeOf(place === 'inside' ? inner?.[name] : body[name])
  return code !== undefined || inner === undefined || depth === DEEPEST
    ? code
    : codeIn(inner, codes, depth + 1)
}

/** Returns a code, which is a text or a number. The text `error` names the kind of body and is not a code. */
function codeOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : String(value)
  return isText(value) && value !== 'error' ? value : undefined
}

/** Returns the data of a text that is an event stream. */
function eventData(text: string): string | undefined {
  if (!/^(?:event|data|id|retry):/.test(text)) return undefined
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  return lines[0]?.slice('data:'.length).trim()
}

/** Number of characters of a page that are searched for its first line. */
const PAGE = 20_000

function firstLine(text: string): string | undefined {
  const shown = text.startsWith('<')
    ? text
        .slice(0, PAGE)
        .replace(/<(style|script)\b[^<]*/gi, '\n')
        .replace(/<[^<>]*>/g, '\n')
    : text.slice(0, PAGE)
  return shown
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .find((line) => line !== '')
}
