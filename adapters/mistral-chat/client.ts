import type { Door } from '../../src/adapter/adapter.js'
import { mapObjects } from '../../src/json/map.js'
import { asJson, asNative, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { define } from '../../src/json/write.js'
import type { MistralRequest } from './wire.js'

/** The names that the official client (`@mistralai/mistralai` 2.7, `models/components`) has in place of the wire's. */
const NAMES =
  'toolCalls toolCallId finishReason promptTokens completionTokens totalTokens promptAudioSeconds serviceTier ' +
  'imageUrl documentUrl documentName inputAudio fileId fileName fileType referenceIds toolChoice maxTokens topP ' +
  'randomSeed responseFormat jsonSchema presencePenalty frequencyPenalty parallelToolCalls reasoningEffort ' +
  'promptMode promptCacheKey safePrompt'
const FIELDS = /* @__PURE__ */ fieldsByName()
/** What stands in them has the names that the user gave. */
const OF_THE_USER = /^(arguments|parameters|metadata|schema|schemaDefinition)$/

/** The official client's objects as the wire has them; an event of its streams is within `data`. */
export const door: Door = (value) => {
  const native = asJson(value)
  return renamed(isObject(native) && isObject(native.data) ? native.data : native, FIELDS)
}

function renamed(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  const change = (object: JsonObject) => withNames(object, names)
  return mapObjects(value, change, (key) => !OF_THE_USER.test(key))
}

function withNames(object: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  if (!Object.keys(object).some((key) => names.has(key))) return object
  const copy: Record<string, JsonValue> = {}
  for (const key in object) define(copy, names.get(key) ?? key, object[key])
  return copy
}

function fieldsByName(): ReadonlyMap<string, string> {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const fields = NAMES.split(' ').map((name) => [name, snake(name)] as const)
  return new Map([['schemaDefinition', 'schema'], ...fields])
}

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** A native value with the names that the official client has. */
export type InClient<Native> = Native extends readonly (infer Item)[]
  ? InClient<Item>[]
  : Native extends object
    ? { [Name in keyof Native as CamelCase<Name>]: InClient<Native[Name]> }
    : Native

/** A request or messages as the official client takes them: `client.chat.complete(sdkParameters(request))`. */
export function sdkParameters<Native extends MistralRequest | readonly object[]>(
  native: Native,
): InClient<Native> {
  return asNative(renamed(asJson(native), new Map([...FIELDS].map(([name, field]) => [field, name]))))
}
