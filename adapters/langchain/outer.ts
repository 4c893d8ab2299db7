import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { MetadataEntries, OwnMetadata } from '../../src/base/model/metadata.js'
import { extraFields, extraOf, type Fields, withExtras } from '../../src/codec/shape/fields.js'

// The object around the message of an answer: the `ChatResult` of a model, or the `LLMResult` of a run.

const GENERATION: Fields = { message: 'any' }

/** The message of an answer with its path, and the data that restores the object around it. */
export interface Outer {
  readonly value: JsonValue
  readonly path: string
  readonly metadata: MetadataEntries
}

/** Extracts the first generation; further generations are kept as alternatives. */
export function openOuter(native: JsonObject): Outer {
  if (isMessageOf(native))
    return { value: native.message ?? null, path: '/message', metadata: { outer: outerOf(native) } }
  const [first, ...prompts] = arrayOr(native.generations, [])
  const isNested = isArray(first)
  const all: JsonArray = isNested ? first : arrayOr(native.generations, [])
  const [generation, ...alternatives] = all
  if (!isObject(generation) || !isMessageOf(generation)) return { value: native, path: '', metadata: {} }
  const outer = compact({
    ...outerOf(generation),
    result: compact({ extra: extraFields(native, { generations: 'array' }) }),
    nested: isNested ? true : undefined,
    prompts: isNested && prompts.length > 0 ? prompts : undefined,
  })
  return {
    value: generation.message ?? null,
    path: isNested ? '/generations/0/0/message' : '/generations/0/message',
    metadata: { outer, alternatives: alternatives.length === 0 ? undefined : alternatives },
  }
}

function isMessageOf({ message, type, lc, content }: JsonObject): boolean {
  return isObject(message) && type === undefined && lc === undefined && content === undefined
}

function outerOf(generation: JsonObject): JsonObject {
  return compact({ extra: extraFields(generation, GENERATION) })
}

/** Puts the message back into its object. The text next to it is updated from the message. */
export function closeOuter(message: JsonValue, own: OwnMetadata | undefined, text: string): JsonValue {
  const outer = own?.outer
  if (!isObject(outer)) return message
  const said = typeof extraOf(outer).text === 'string' ? text : undefined
  const generation = withExtras({ message, text: said }, outer)
  if (!isObject(outer.result)) return generation
  const all: JsonValue = [generation, ...arrayOr(own?.alternatives, [])]
  const generations = outer.nested === true ? [all, ...arrayOr(outer.prompts, [])] : all
  return withExtras({ generations }, outer.result)
}
