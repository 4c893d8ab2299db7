import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  asJson,
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  objectIn,
  objectsIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { CustomTool, FunctionTool, ProviderTool, ToolDefinition } from '../../src/base/model/types.js'
import { foreignToolIn, keptForeignTool } from '../../src/codec/format/tool-slot.js'
import { choicesOf } from '../../src/codec/shape/choices.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import { innerExtras, wasAbsent, withExtras } from '../../src/codec/shape/fields.js'
import { inside, is, needed, noted, to, usually } from '../../src/codec/shape/rows.js'
import { type CodedRow, shape } from '../../src/codec/shape/shape.js'
import { grammarRow, toolWriter } from '../../src/codec/shape/tool-codec.js'
import { KINDS } from './calls.js'
import { opened, type SlotName, slotOf, withKept } from './slots.js'

const SLOT: SlotName = 'providerOptions'
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
/** The id of a tool of another wire, which every package reports as unknown. */
const FOREIGN = 'toolwire.provider'

export const tools: ToolsCodec = {
  decode(native, context) {
    const { path } = context
    if (!isObject(native))
      return expectArray(native, path).map((tool, index) =>
        decodeTool(expectObject(tool, at(path, index)), undefined, contextAt(context, index)),
      )
    return Object.entries(native).map(([name, tool]) =>
      decodeTool({ ...expectObject(tool, at(path, name)), name }, 'entry', contextAt(context, name)),
    )
  },
  encode(definitions, context) {
    const native = objectsIn(
      definitions.map((tool, index) => writeTool(tool, { ...context, path: at('/tools', index) }) ?? null),
    )
    const isEntry = (tool: ToolDefinition) =>
      tool.type !== 'provider' && tool.type !== 'hosted' && metadataOf(tool, context)?.form === 'entry'
    return native.length > 0 && definitions.every(isEntry) ? asSet(native) : native
  },
  // A word, or an object of that type. The request codec handles unknown fields and the list of allowed
  // tools.
  .../* @__PURE__ */ choicesOf({
    words: { auto: { type: 'auto' }, none: { type: 'none' }, required: { type: 'required' } },
    otherWords: [
      ['auto', 'auto'],
      ['none', 'none'],
      ['required', 'required'],
    ],
    named: [(name) => ({ type: 'tool', toolName: name })],
    allowed: (mode) => ({ type: mode }),
  }),
}

/** Converts tools to the form of `generateText`: an object by tool name. */
function asSet(tools: readonly JsonObject[]): JsonObject {
  const set: Record<string, JsonValue> = {}
  for (const { name, ...tool } of tools) define(set, stringOr(name, ''), tool)
  return set
}

/**
 * Creates the row of a tool's type. An unusual `type` is kept. The caller has already separated functions
 * from provider tools.
 */
function typeRow(usual: string): CodedRow {
  return usually(
    {
      type: 'string',
      read(type, { kept }) {
        if (type !== usual) kept.type = type
        return true
      },
      write: ({ kept }) => kept.type,
    },
    usual,
  )
}

/** A JSON Schema, or the result of the SDK's `jsonSchema()`. */
const SCHEMA: CodedRow<'parameters'> = {
  type: 'object',
  member: 'parameters',
  read(field, { value, kept, path }) {
    const schema = objectIn(field)
    if ('~standard' in schema)
      throw new AdapterError(
        'unsupported',
        `${path}/inputSchema`,
        'a schema that is code; pass its JSON Schema',
      )
    const { jsonSchema: inner } = schema
    value.parameters = isObject(inner) ? inner : schema
    if (isObject(inner)) kept.body = asJson(innerExtras(schema, { jsonSchema: 'any' }) ?? {})
    return true
  },
  write({ value: { parameters }, kept }, name) {
    const schema = parameters ?? (wasAbsent(kept, name) ? undefined : NO_PARAMETERS)
    return kept.body === undefined || schema === undefined
      ? schema
      : withExtras({ jsonSchema: schema }, kept.body)
  },
}

const FUNCTION = /* @__PURE__ */ shape<FunctionTool>(
  { type: 'function' },
  {
    type: typeRow('function'),
    name: needed(to('name')),
    description: to('description'),
    inputSchema: noted(SCHEMA),
    strict: to('strict', 'boolean'),
  },
)
/** Custom tools (free text) in the form of the OpenAI package. */
const CUSTOM = /* @__PURE__ */ shape<CustomTool>(
  { type: 'custom' },
  {
    type: typeRow('provider'),
    id: is('openai.custom'),
    name: needed(to('name')),
    args: needed(inside('body', { description: to('description'), format: grammarRow() })),
  },
)

function decodeTool(tool: JsonObject, form: 'entry' | undefined, context: Context): ToolDefinition {
  const { path } = context
  const [native, options, kept] = opened(tool, SLOT)
  const name = expectString(native.name, `${path}/name`)
  const isProvided = native.type === 'provider' || native.type === 'provider-defined'
  const own = isProvided ? CUSTOM.decode(native, context) : FUNCTION.decode(native, context, path)
  if (own === undefined) return decodeProviderTool(native, name, context)
  const formed = form === undefined ? own : withMetadata(own, { ...metadataOf(own, context), form }, context)
  return withKept(formed, options, kept)
}

function decodeProviderTool(native: JsonObject, name: string, context: Context): ProviderTool {
  const id = stringOr(native.id, '')
  const foreign = id === FOREIGN ? foreignToolIn(objectIn(native.args), name) : undefined
  return foreign ?? { type: 'provider', wire: context.wire, kind: kindOf(id), name, value: native }
}

/** Returns the kind of a provider tool by its id: `anthropic.web_search_20250305` is a web search. */
function kindOf(id: string): ProviderTool['kind'] {
  const name = id.slice(id.indexOf('.') + 1)
  const known = Object.keys(KINDS).find((one) => name.startsWith(one))
  return (known === undefined ? undefined : KINDS[known]) ?? 'other'
}

const writeTool = /* @__PURE__ */ toolWriter({
  functions: {
    write: (tool, context) => ({
      ...FUNCTION.encode(tool, context),
      ...slotOf(tool, { slot: SLOT }, context, {}, ['strict']),
    }),
  },
  custom: (tool, context) => ({
    ...CUSTOM.encode(tool, context),
    ...slotOf(tool, { slot: SLOT }, context),
  }),
  writeForeign: (tool) => ({
    type: 'provider',
    id: FOREIGN,
    name: tool.name,
    args: keptForeignTool(tool),
  }),
})
