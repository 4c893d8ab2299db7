import type { Door } from '../../src/adapter/adapter.js'
import { mapObjects } from '../../src/json/map.js'
import { asJson, asNative, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { define } from '../../src/json/write.js'
import type { MistralRequest } from './wire.js'

type Names = ReadonlyMap<string, string>

/** The names that the official client (`@mistralai/mistralai` 2.7, `models/components`) has in place of the wire's. */
const NAMES =
  'toolCalls toolCallId finishReason promptTokens completionTokens totalTokens promptAudioSeconds serviceTier ' +
  'imageUrl documentUrl documentName inputAudio fileId fileName fileType referenceIds toolChoice maxTokens topP ' +
  'randomSeed responseFormat jsonSchema presencePenalty frequencyPenalty parallelToolCalls reasoningEffort ' +
  'promptMode promptCacheKey safePrompt'
const FROM_CLIENT: Names = /* @__PURE__ */ new Map(NAMES.split(' ').map((name) => [name, inSnakeCase(name)]))

/** What stands in them has the names that the user gave. */
const OF_THE_USER = new Set(['arguments', 'parameters', 'metadata', 'schema', 'schemaDefinition'])

/** The official client's objects as the wire has them; an event of its streams is within `data`. */
export const door: Door = (value) => {
  const native = asJson(value)
  const body = isObject(native) && isObject(native.data) ? native.data : native
  return renamed(body, FROM_CLIENT)
}

function renamed(value: JsonValue, names: Names): JsonValue {
  return mapObjects(
    value,
    (object) => withNames(object, names),
    (key) => !OF_THE_USER.has(key),
  )
}

function withNames(object: JsonObject, names: Names): JsonObject {
  if (!Object.keys(object).some((key) => names.has(key))) return object
  const copy: Record<string, JsonValue> = {}
  for (const [key, member] of Object.entries(object)) define(copy, names.get(key) ?? key, member)
  return copy
}

function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
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
  return asNative(renamed(asJson(native), new Map([...FROM_CLIENT].map(([name, field]) => [field, name]))))
}
