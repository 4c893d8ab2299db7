import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, stringOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { FunctionTool, ToolDefinition } from '../../src/base/model/types.js'
import { choicesOf } from '../../src/codec/shape/choices.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import { is, needed, to } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { textAsFunction, toolWriter } from '../../src/codec/shape/tool-codec.js'
import { hosted } from './hosted.js'

/** `RealtimeFunctionTool` of openai 7.55, which has no `strict`. */
const FUNCTION = /* @__PURE__ */ shape<FunctionTool>(
  { type: 'function' },
  {
    type: is('function'),
    name: needed(to('name')),
    description: to('description'),
    parameters: to('parameters', 'object'),
  },
)

function decodeTool(tool: JsonObject, context: Context): ToolDefinition {
  const own = FUNCTION.decode(tool, context)
  if (own !== undefined) return own
  const type = stringOr(tool.type, 'other')
  const kind = type === 'mcp' ? 'mcp' : 'other'
  return { type: 'provider', wire: context.wire, kind, name: stringOr(tool.name, type), value: tool }
}

function decode(tools: JsonValue, context: Context): ToolDefinition[] {
  const { path } = context
  return expectArray(tools, path).map((tool, index) =>
    decodeTool(expectObject(tool, at(path, index)), context),
  )
}

const FUNCTIONS = { write: (tool: FunctionTool, context: Context) => FUNCTION.encode(tool, context) ?? {} }

const writeTool = /* @__PURE__ */ toolWriter({
  functions: FUNCTIONS,
  custom: /* @__PURE__ */ textAsFunction(FUNCTIONS),
  hosted,
})

function encode(definitions: readonly ToolDefinition[], context: Context): JsonArray {
  return definitions.flatMap(
    (tool, index) => writeTool(tool, { ...context, path: at('/tools', index) }) ?? [],
  )
}

export const tools: ToolsCodec = {
  decode,
  encode,
  .../* @__PURE__ */ choicesOf({
    words: { auto: 'auto', none: 'none', required: 'required' },
    named: [(name) => ({ type: 'function', name })],
    isExact: true,
  }),
}
