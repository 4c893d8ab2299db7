import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject, isObject } from '../../src/base/json/read-json.js'
import { equalJson } from '../../src/base/json/write-json.js'
import type { Converted } from '../../src/base/model/context.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { LimitsChoice } from '../../src/codec/wire/limits.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import type { LoadedAdapter } from './adapters.js'
import { haystack } from './inventory.js'
import { difference } from './values.js'

/**
 * Values for settings that the source does not have: the model of the target, and a limit that some targets
 * require.
 */
const MODEL = 'example-model'
const MAX_OUTPUT_TOKENS = 4096

export interface TranslateOptions {
  readonly model?: string
}

/** Translates a native request to another wire, with the settings of a caller who knows the target. */
export function translateBody(
  request: JsonObject,
  from: LoadedAdapter,
  to: LoadedAdapter,
  options: TranslateOptions = {},
): Converted<JsonObject> {
  const own = from.adapter.decodeRequest(request).value.maxOutputTokens
  const { value, notices } = translateRequest(request, {
    from: from.adapter,
    to: to.adapter,
    model: MODEL,
    maxOutputTokens: own ?? MAX_OUTPUT_TOKENS,
    repair: true,
    ...options,
  })
  return { value: asObject(value), notices }
}

/** Fits a canonical conversation to a wire and encodes it. */
export function encodeFor(
  conversation: Conversation,
  to: LoadedAdapter,
  limits?: LimitsChoice,
): Converted<JsonObject> {
  const { value, notices } = encodeConversation(conversation, { to: to.adapter, limits })
  return { value: asObject(value), notices }
}

function asObject(value: object): JsonObject {
  return expectObject(asJson(value), '')
}

/** Returns the rules of severity `error` that a native request breaks. */
export function refusals(request: JsonObject, { rules }: Pick<LoadedAdapter, 'rules'>): string[] {
  return lint(rules, request)
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, path, message }) => `${rule} at ${path}: ${message}`)
}

/**
 * Returns the path at which the second body is not the first one with its lists extended at the end, or
 * undefined. An equal last element of both lists asks the model to answer and is ignored.
 */
export function prefixBreak(before: JsonObject, after: JsonObject): string | undefined {
  for (const [key, member] of Object.entries(before)) {
    const grown = after[key]
    // A bare text becomes a list of messages once there is more than one.
    if (typeof member === 'string' && Array.isArray(grown) && haystack(grown[0]).includes(member)) continue
    // The same applies to contents without a message around them.
    if (isWrapped(member, grown)) continue
    const [was, is] =
      Array.isArray(member) && Array.isArray(grown) ? commonEnd(member, grown) : [member, grown]
    const problem = difference(was, is, `/${key}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Returns true if contents became those of the first message of a list. */
function isWrapped(member: JsonValue | undefined, grown: JsonValue | undefined): boolean {
  const [first] = Array.isArray(grown) ? grown : []
  return isObject(first) && equalJson(first.content, Array.isArray(member) ? member : [member ?? null])
}

/** Returns the parts of a list and its extended version that must be equal. */
function commonEnd(before: JsonArray, after: JsonArray): readonly [JsonValue, JsonValue] {
  const isEnding = difference(before.at(-1) ?? null, after.at(-1) ?? null, '') === undefined
  const was = isEnding ? before.slice(0, -1) : before
  return [was, after.slice(0, was.length)]
}

/**
 * Returns the share of a body, without its closing brackets, that is unchanged at the start of the next body:
 * 0 to 1.
 */
export function sharedBytes(before: JsonObject, after: JsonObject): number {
  const earlier = JSON.stringify(before).replace(/[\]}]*$/, '')
  const later = JSON.stringify(after)
  let shared = 0
  while (shared < earlier.length && earlier[shared] === later[shared]) shared += 1
  return shared / earlier.length
}
