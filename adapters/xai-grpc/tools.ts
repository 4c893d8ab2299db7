import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isArray, isObject, stringOr, wrongType } from '../../src/base/json/read-json.js'
import { equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { FunctionTool, ProviderTool, ToolKind } from '../../src/base/model/types.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import { type Glossary, lookUp } from '../../src/codec/shape/glossary.js'
import { inside, needed, to } from '../../src/codec/shape/rows.js'
import { type CodedRow, shape } from '../../src/codec/shape/shape.js'
import { toolsCodec } from '../../src/codec/shape/tool-codec.js'
import { hosted } from './hosted.js'
import { plainSpelling } from './spelling.js'

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }

/**
 * The row of a schema, which is the text of an object. The original text is kept if its value has not
 * changed.
 */
const parameters: CodedRow<'parameters'> = {
  type: 'text',
  member: 'parameters',
  isNoted: true,
  read(field, { value, kept }) {
    const schema = tryParseJson(stringOr(field, ''))
    if (!isObject(schema)) return false
    value.parameters = schema
    if (stringifyJson(schema) !== field) kept.text = field
    return true
  },
  write({ value: { parameters: schema }, kept }) {
    const { text, absent } = kept
    if (schema === undefined && isArray(absent) && absent.includes('parameters')) return undefined
    const isSame = typeof text === 'string' && equalJson(tryParseJson(text), schema)
    return isSame ? text : stringifyJson(schema ?? NO_PARAMETERS)
  },
}

/** `{function: {name, description?, parameters}}`. `strict` exists for compatibility and has no effect. */
const FUNCTION = /* @__PURE__ */ shape<FunctionTool>(
  { type: 'function' },
  {
    function: needed(
      inside('body', { name: needed(to('name')), description: to('description'), parameters }),
    ),
  },
)

const codec = /* @__PURE__ */ toolsCodec({
  functions: {
    read(native, context) {
      const tool = FUNCTION.decode(native, context, context.path)
      if (tool !== undefined) return tool
      const { function: body } = native
      if (!isObject(body)) throw wrongType('an object', body, `${context.path}/function`)
      throw wrongType('a string', body.name, `${context.path}/function/name`)
    },
    write: (tool, context) => FUNCTION.encode(tool, context, context.path) ?? {},
  },
  readOther,
  hosted,
  choice: {
    words: {
      auto: { mode: 'TOOL_MODE_AUTO' },
      none: { mode: 'TOOL_MODE_NONE' },
      required: { mode: 'TOOL_MODE_REQUIRED' },
    },
    named: [(name) => ({ function_name: name })],
  },
})

export const tools: ToolsCodec = {
  ...codec,
  decode: (list, context) => codec.decode(isArray(list) ? list.map(inOurs) : list, context),
  decodeChoice: (choice, context) => codec.decodeChoice(inOurs(choice), context),
}

function inOurs(value: JsonValue): JsonValue {
  return isObject(value) ? plainSpelling(value).value : value
}

/** `Tool` of chat.proto. The kinds of tools that xAI runs, by the only member of the tool. */
const KINDS: Glossary<ToolKind> = [
  ['web_search', 'web_search'],
  ['code_execution', 'code_execution'],
  ['file_search', 'collections_search attachment_search'],
  ['mcp', 'mcp'],
  ['image_generation', 'image_generation'],
]

function readOther(tool: JsonObject, { wire }: Context): ProviderTool | undefined {
  if (tool.function !== undefined) return undefined
  const name = Object.keys(tool).find((key) => isObject(tool[key]))
  return name === undefined
    ? undefined
    : { type: 'provider', wire, kind: lookUp(name, KINDS) ?? 'other', name, value: tool }
}
