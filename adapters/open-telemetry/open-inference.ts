import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import { isItem, standardMessage } from './foreign.js'
import { NOTHING } from './span.js'

// OpenInference's instrumentations record some messages incompletely: only the last of several results in one
// message, calls without their names, each item of an answer as a message. The original bodies are next to
// these messages (`input.value`).

/** Hosted tools of the Responses API, recorded as calls named after their item types. */
const HOSTED = /^(web_search|file_search|code_interpreter|image_generation)_call$/

/**
 * Returns the messages with the data that their instrumentation omitted.
 * @param body as sent or received; undefined if not recorded.
 */
export function restored(
  messages: readonly JsonObject[],
  body: JsonValue | undefined,
  context: Context,
): readonly JsonObject[] {
  const natives = nativesIn(body)
  const known = new Set(messages.flatMap(resultsIn).map(({ id = null }) => id))
  return messages.map((message) => {
    const parts = partsOf(message).flatMap((part) => wholePart(part, natives, context) ?? [])
    const [{ id } = NOTHING] = resultsIn(message)
    const around = id === undefined ? undefined : natives.results.get(id)
    const missing = resultsIn(around).filter((part) => !known.has(part.id ?? null))
    return { ...message, parts: [...missing, ...parts] }
  })
}

interface Natives {
  readonly calls: ReadonlyMap<JsonValue, JsonObject>
  /** Messages with a result, by call id. */
  readonly results: ReadonlyMap<JsonValue, JsonObject>
}

function nativesIn(body: JsonValue | undefined): Natives {
  const calls = new Map<JsonValue, JsonObject>()
  const results = new Map<JsonValue, JsonObject>()
  for (const message of nativeMessages(body))
    for (const part of partsOf(message)) {
      if (part.id === undefined) continue
      if (part.type === 'tool_call') calls.set(part.id, part)
      if (part.type === 'tool_call_response') results.set(part.id, message)
    }
  return { calls, results }
}

/**
 * Restores the flag of a result, or the name and type of a call. Returns undefined for the text of a call
 * without a name.
 */
function wholePart(part: JsonObject, { calls, results }: Natives, context: Context): JsonObject | undefined {
  const { type, id = null } = part
  if (type === 'tool_call_response') {
    const whole = resultsIn(results.get(id)).find((other) => other.id === id)
    return compact({ ...part, is_error: part.is_error ?? whole?.is_error })
  }
  const name = stringOr(part.name, '')
  if (type !== 'tool_call') return part
  if (HOSTED.test(name))
    return compact({ type: 'server_tool_call', id: part.id, name, server_tool_call: { type: name } })
  if (name !== '') return part
  return id === null
    ? dropPart('a call without id and name', { ...context, path: '' })
    : (calls.get(id) ?? part)
}

/** Joins the items of an answer to one message. Several answers stay separate. */
export function joinedMessages(
  messages: readonly JsonObject[],
  isOne: (message: JsonObject) => boolean,
): readonly JsonObject[] {
  const all: JsonObject[] = []
  for (const message of messages) {
    const last = all.at(-1)
    if (last !== undefined && isOne(last) && isOne(message))
      all[all.length - 1] = { ...last, ...message, parts: [...partsOf(last), ...partsOf(message)] }
    else all.push(message)
  }
  return all
}

/** Returns true if several answers were requested. */
export function hasAlternatives(parameters: JsonValue | undefined, body: JsonValue | undefined): boolean {
  const count = isObject(parameters) ? (parameters.n ?? parameters.candidateCount) : undefined
  const choices = isObject(body) ? objectsIn(body.choices ?? body.candidates ?? []) : []
  return (typeof count === 'number' && count > 1) || choices.length > 1
}

function nativeMessages(body: JsonValue | undefined): JsonObject[] {
  if (!isObject(body)) return []
  const { messages, input, output, choices, content } = body
  const all: JsonObject[] = [
    ...[messages, input, output, choices].flatMap((list) => objectsIn(list ?? [])),
    ...(isArray(content) ? [body] : []),
  ]
  return all.flatMap((one) => {
    const message = standardMessage(isItem(one) ? { role: 'assistant', parts: [one] } : one)
    return message === undefined ? [] : [message]
  })
}

function partsOf(message: JsonObject | undefined): readonly JsonObject[] {
  return objectsIn(message?.parts ?? [])
}

function resultsIn(message: JsonObject | undefined): readonly JsonObject[] {
  return partsOf(message).filter(({ type }) => type === 'tool_call_response')
}
