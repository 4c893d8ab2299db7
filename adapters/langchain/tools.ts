import { carried, withCarried } from '../../src/format/carry.js'
import { at, expectArray, expectObject, isObject, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define, stringifyJson } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { stableHash } from '../../src/model/ids.js'
import { metadataOf, wireMetadata } from '../../src/model/metadata.js'
import type { CustomTool, FunctionTool, ToolDefinition } from '../../src/model/types.js'
import { choicesOf } from '../../src/shape/choices.js'
import type { ToolsCodec } from '../../src/shape/codecs.js'
import {
  decodeFields,
  encodeFields,
  extraFields,
  type Fields,
  type FieldsOf,
  innerExtras,
  metadataFor,
  withExtras,
} from '../../src/shape/fields.js'
import { foreignToolIn, grammarIn, keptForeignTool, toolWriter } from '../../src/shape/tools.js'
import { NOTHING } from './maps.js'

/** Other words name a tool. */
const WORDS = ['auto', 'none', 'any', 'required']

function functionNamed(name: string): JsonObject {
  return { type: 'function', function: { name } }
}

export const tools: ToolsCodec = {
  decode: (native, path, context) => decodeTools(native, path, NOTHING, context),
  encode: (definitions, context) =>
    definitions.flatMap((tool, index) => writeTool(tool, at('/tools', index), context) ?? []),
  // A word, the name of a tool, or what one provider has.
  .../* @__PURE__ */ choicesOf({
    words: { auto: 'auto', none: 'none', required: 'any' },
    otherWords: [['required', 'required']],
    named: [
      (name) => (WORDS.includes(name) ? undefined : name),
      functionNamed,
      (name) => ({ type: 'tool', name }),
    ],
    allowed: (mode, tools) => ({ type: 'allowed_tools', allowed_tools: { mode, tools } }),
    listed: functionNamed,
  }),
}

/** @param slots what is carried of the tools. */
export function decodeTools(
  native: JsonValue,
  path: string,
  slots: JsonObject,
  context: Context,
): ToolDefinition[] {
  return expectArray(native, path).map((value, index) => {
    const tool = expectObject(value, at(path, index))
    const kept = slotIn(slots, printOf(tool)) ?? NOTHING
    const foreign = foreignToolIn({ ...kept, value: tool }, stringOr(kept.name, ''))
    if (foreign !== undefined) return foreign
    const decoded = decodeTool(tool, context)
    if (decoded.type !== 'function' && decoded.type !== 'custom') return decoded
    return withCarried(decoded, slotIn(slots, decoded.name))
  })
}

/**
 * What no form of a tool has a field for: of functions by their names, and whose tool it is that only another wire has.
 * Integrations send a tool on as it is, so that this stands beside them.
 */
export function toolSlots(definitions: readonly ToolDefinition[], context: Context): JsonObject {
  const slots: Record<string, JsonValue> = {}
  for (const tool of definitions) {
    if (tool.type === 'function' || tool.type === 'custom') {
      const slot = carried(tool, context, ['strict'])
      if (slot !== undefined) define(slots, tool.name, slot)
    } else if (tool.type === 'provider' && tool.wire !== context.wire) {
      const { value, ...kept } = keptForeignTool(tool)
      define(slots, printOf(tool.value), { ...kept, name: tool.name })
    }
  }
  return slots
}

function printOf(tool: JsonValue): string {
  return stableHash(stringifyJson(tool))
}

function slotIn(slots: JsonObject, key: string): JsonObject | undefined {
  const slot = Object.hasOwn(slots, key) ? slots[key] : undefined
  return isObject(slot) ? slot : undefined
}

/** Where each form of a tool has its schema: OpenAI's, LangChain's own, Anthropic's. */
const FORMS = ['parameters', 'schema', 'input_schema'] as const

function fieldsOf(schema: (typeof FORMS)[number]): FieldsOf<FunctionTool> {
  return {
    name: ['string', 'name'],
    description: ['string', 'description'],
    [schema]: ['object', 'parameters'],
    strict: ['boolean', 'strict'],
  }
}

function decodeTool(native: JsonObject, context: Context): ToolDefinition {
  const { type } = native
  const inner = type === 'function' || type === 'custom' ? native[type] : undefined
  const body = objectOr(inner, native)
  const schema = FORMS.find((field) => isObject(body[field]))
  const isOwn =
    type === undefined || type === 'function' || (type === 'custom' && native.input_schema !== undefined)
  if (type === 'custom' && isObject(inner)) return decodeCustom(native, inner, context)
  if (!isOwn || typeof body.name !== 'string')
    return {
      type: 'provider',
      wire: context.wire,
      kind: 'other',
      name: stringOr(native.name, stringOr(type, '')),
      value: native,
    }
  const fields = fieldsOf(schema ?? 'parameters')
  const outer: Fields = { type: type === 'function' ? 'string' : undefined, function: 'object' }
  const own = isObject(inner)
    ? wireMetadata(context, {
        form: schema === 'parameters' || schema === undefined ? undefined : schema,
        extra: extraFields(native, outer),
        body: innerExtras(body, fields),
      })
    : metadataFor(native, { ...fields, type: outer.type }, context, {
        form: `bare ${schema ?? 'parameters'}`,
        type: stringOr(type, undefined),
      })
  const decoded = { type: 'function' as const, name: body.name, ...decodeFields<FunctionTool>(body, fields) }
  return compact({ ...decoded, providerMetadata: own })
}

const CUSTOM: Fields = { name: 'string', description: 'string', format: 'object' }

function decodeCustom(native: JsonObject, body: JsonObject, context: Context): CustomTool {
  const { format } = body
  const holder = isObject(format) && format.type === 'grammar' ? objectOr(format.grammar, NOTHING) : {}
  const grammar = grammarIn(holder)
  return compact({
    type: 'custom' as const,
    name: stringOr(body.name, ''),
    description: stringOr(body.description, undefined),
    grammar,
    providerMetadata: metadataFor(native, { type: 'string', custom: 'object' }, context, {
      body: innerExtras(body, { ...CUSTOM, format: grammar && 'object' }),
      format: grammar && {
        ...innerExtras(objectOr(format, NOTHING), { type: 'string', grammar: 'object' }),
        grammar: innerExtras(holder, { syntax: 'string', definition: 'string' }) ?? {},
      },
    }),
  })
}

const writeTool = /* @__PURE__ */ toolWriter({
  functions: { write: encodeFunction },
  writeCustom: encodeCustom,
  writeForeign: ({ value }) => value,
})

function encodeFunction(tool: FunctionTool, _path: string, context: Context): JsonObject {
  const own = metadataOf(tool, context)
  const [bare, named] = /^(bare )?(.*)$/.exec(stringOr(own?.form, 'parameters'))?.slice(1) ?? []
  const schema = FORMS.find((field) => field === named) ?? 'parameters'
  const fields = encodeFields(tool, fieldsOf(schema))
  if (bare !== undefined) return withExtras({ type: own?.type, ...fields }, own)
  return withExtras({ type: 'function', function: withExtras(fields, own?.body) }, own)
}

function encodeCustom(tool: CustomTool, context: Context): JsonObject {
  const own = metadataOf(tool, context)
  const { name, description, grammar } = tool
  const kept = objectOr(own?.format, NOTHING)
  const format =
    grammar && withExtras({ type: 'grammar', grammar: withExtras({ ...grammar }, kept.grammar) }, kept)
  return withExtras({ type: 'custom', custom: withExtras({ name, description, format }, own?.body) }, own)
}
