import { carried, withCarried } from '../../src/format/carry.js'
import {
  at,
  expectArray,
  expectObject,
  isObject,
  objectOr,
  objectsIn,
  stringOr,
} from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define, stringifyJson } from '../../src/json/write.js'
import { TOOL_KINDS } from '../../src/model/constants.js'
import type { Context } from '../../src/model/context.js'
import { stableHash } from '../../src/model/ids.js'
import { metadataOf, opaque, wireMetadata } from '../../src/model/metadata.js'
import type {
  CustomTool,
  FunctionTool,
  ProviderTool,
  ToolChoice,
  ToolDefinition,
} from '../../src/model/types.js'
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
import { dropHostedTool, encodeOpaqueChoice } from '../../src/shape/losses.js'
import { NOTHING } from './maps.js'

export const tools: ToolsCodec = {
  decode: (native, path, context) => decodeTools(native, path, NOTHING, context),
  encode: (definitions, context) =>
    definitions.flatMap((tool, index) => encodeTool(tool, at('/tools', index), context) ?? []),
  decodeChoice,
  encodeChoice,
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
    const foreign = slotIn(slots, printOf(tool))
    if (typeof foreign?.wire === 'string') return decodeForeign(tool, foreign)
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
      const { wire, name, kind, client, value } = tool
      define(slots, printOf(value), compact({ wire, name, kind, client: client && { ...client } }))
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

/** A tool that only another wire has. */
function decodeForeign(value: JsonObject, slot: JsonObject): ProviderTool {
  const { wire, name, kind, client } = slot
  return compact({
    type: 'provider' as const,
    wire: stringOr(wire, ''),
    kind: TOOL_KINDS.find((one) => one === kind) ?? 'other',
    name: stringOr(name, ''),
    value,
    client: isObject(client) ? client : undefined,
  })
}

const CUSTOM: Fields = { name: 'string', description: 'string', format: 'object' }

function decodeCustom(native: JsonObject, body: JsonObject, context: Context): CustomTool {
  const { format } = body
  const holder = isObject(format) && format.type === 'grammar' ? objectOr(format.grammar, NOTHING) : {}
  const { syntax, definition } = holder
  const grammar =
    typeof syntax === 'string' && typeof definition === 'string' ? { syntax, definition } : undefined
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

function encodeTool(tool: ToolDefinition, path: string, context: Context): JsonValue | undefined {
  switch (tool.type) {
    case 'function':
      return encodeFunction(tool, context)
    case 'custom':
      return encodeCustom(tool, context)
    case 'provider':
      return tool.value
    case 'hosted':
      return dropHostedTool(tool, path, context)
  }
}

function encodeFunction(tool: FunctionTool, context: Context): JsonObject {
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

const WORDS = ['auto', 'none', 'any', 'required']

/** A word, the name of a tool, or what one provider has. */
function decodeChoice(choice: JsonValue, _path: string, context: Context): ToolChoice {
  if (choice === 'auto' || choice === 'none') return { type: choice }
  if (choice === 'any' || choice === 'required') return { type: 'required' }
  if (typeof choice === 'string') return { type: 'tool', name: choice }
  if (!isObject(choice)) return opaque(choice, context)
  const { type, name, function: chosen, allowed_tools: allowed } = choice
  const named = objectOr(chosen, NOTHING).name
  if (type === 'function' && typeof named === 'string' && Object.keys(choice).length === 2)
    return { type: 'tool', name: named }
  if (type === 'tool' && typeof name === 'string' && Object.keys(choice).length === 2) return { type, name }
  if (type === 'allowed_tools' && isObject(allowed) && Object.keys(choice).length === 2)
    return decodeAllowed(allowed) ?? opaque(choice, context)
  return opaque(choice, context)
}

function decodeAllowed({ mode, tools: list }: JsonObject): ToolChoice | undefined {
  const names = objectsIn(list).map(({ function: fn }) => stringOr(objectOr(fn, NOTHING).name, ''))
  if ((mode !== 'auto' && mode !== 'required') || names.includes('')) return undefined
  return { type: 'allowed', mode, names }
}

function encodeChoice(choice: ToolChoice, context: Context): JsonValue | undefined {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return choice.type
    case 'required':
      return 'any'
    case 'tool':
      return WORDS.includes(choice.name) ? { type: 'function', function: { name: choice.name } } : choice.name
    case 'allowed': {
      const list = choice.names.map((name) => ({ type: 'function', function: { name } }))
      return { type: 'allowed_tools', allowed_tools: { mode: choice.mode, tools: list } }
    }
    case 'opaque':
      return encodeOpaqueChoice(choice, context)
  }
}
