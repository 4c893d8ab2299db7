import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { define, stringifyJson } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { stableHash } from '../../src/base/model/ids.js'
import type { CustomTool, FunctionTool, ToolDefinition } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import { foreignToolIn, keptForeignTool } from '../../src/codec/format/tool-slot.js'
import { choicesOf } from '../../src/codec/shape/choices.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import { inside, is, keep, needed, to } from '../../src/codec/shape/rows.js'
import { type Rows, type Shape, shape } from '../../src/codec/shape/shape.js'
import { grammarRow, toolWriter, writeAll } from '../../src/codec/shape/tool-codec.js'

/** Any other text is the name of a tool. */
const WORDS = ['auto', 'none', 'any', 'required']

function functionNamed(name: string): JsonObject {
  return { type: 'function', function: { name } }
}

export const tools: ToolsCodec = {
  decode: (native, context) => decodeTools(native, {}, context),
  encode: (definitions, context) => writeAll(definitions, writeTool, { ...context, path: '/tools' }),
  // A word, the name of a tool, or the form of a provider.
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

/**
 * Decodes tool definitions.
 * @param slots carried data of the tools.
 */
export function decodeTools(native: JsonValue, slots: JsonObject, context: Context): ToolDefinition[] {
  const { path } = context
  return expectArray(native, path).map((value, index) => {
    const tool = expectObject(value, at(path, index))
    const kept = slotIn(slots, printOf(tool)) ?? {}
    const foreign = foreignToolIn({ ...kept, value: tool }, stringOr(kept.name, ''))
    if (foreign !== undefined) return foreign
    const decoded = decodeTool(tool, context)
    if (decoded.type !== 'function' && decoded.type !== 'custom') return decoded
    return withCarried(decoded, slotIn(slots, decoded.name))
  })
}

/**
 * Returns data without a field in any form of a tool: of functions by name, and the wire of a tool that
 * exists only on another wire. Integrations send tools unchanged, so this data is kept separately.
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

/** The schema field in each form of a tool: OpenAI's, LangChain's own, Anthropic's. */
const FORMS = ['parameters', 'schema', 'input_schema'] as const

type Schema = (typeof FORMS)[number]

function rowsOf(schema: Schema): Rows<FunctionTool> {
  return {
    name: needed(to('name')),
    description: to('description'),
    [schema]: to('parameters', 'object'),
    strict: to('strict', 'boolean'),
  }
}

/** `{type: 'function', function: {…}}`. The form with the usual schema field is not recorded. */
function functionIn(schema: Schema): Shape<FunctionTool> {
  const rows = { type: is('function'), function: needed(inside('body', rowsOf(schema))) }
  return shape<FunctionTool>(
    { type: 'function' },
    rows,
    schema === 'parameters' ? undefined : { form: schema },
  )
}

function bareFunction(schema: Schema): Shape<FunctionTool> {
  return shape<FunctionTool>(
    { type: 'function' },
    { type: keep('type'), ...rowsOf(schema) },
    { form: `bare ${schema}` },
  )
}

const FUNCTIONS = /* @__PURE__ */ new Map(FORMS.map((schema) => [schema, functionIn(schema)]))
const BARE = /* @__PURE__ */ new Map(FORMS.map((schema) => [schema, bareFunction(schema)]))
const CUSTOM = /* @__PURE__ */ shape<CustomTool>(
  { type: 'custom' },
  {
    type: is('custom'),
    custom: needed(
      inside('body', {
        name: needed(to('name')),
        description: to('description'),
        format: grammarRow('grammar'),
      }),
    ),
  },
)

function decodeTool(native: JsonObject, context: Context): ToolDefinition {
  const { type } = native
  const inner = type === 'function' ? native.function : undefined
  const body = objectOr(inner, native)
  const schema = FORMS.find((field) => isObject(body[field])) ?? 'parameters'
  const isOwn =
    type === undefined || type === 'function' || (type === 'custom' && native.input_schema !== undefined)
  const shapes = isObject(inner) ? FUNCTIONS : BARE
  return (
    CUSTOM.decode(native, context) ??
    (isOwn ? shapes.get(schema)?.decode(native, context) : undefined) ?? {
      type: 'provider',
      wire: context.wire,
      kind: 'other',
      name: stringOr(native.name, stringOr(type, '')),
      value: native,
    }
  )
}

const writeTool = /* @__PURE__ */ toolWriter({
  functions: { write: (tool, context) => encodeFunction(tool, context) },
  custom: (tool, context) => CUSTOM.encode(tool, context),
  writeForeign: ({ value }) => value,
})

/** Encodes a function in its original form. The last form is the default. */
function encodeFunction(tool: FunctionTool, context: Context): JsonObject {
  for (const form of [...BARE.values(), ...[...FUNCTIONS.values()].reverse()]) {
    const native = form.encode(tool, context)
    if (native !== undefined) return native
  }
  return {}
}
