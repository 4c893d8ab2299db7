import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  asJson,
  at,
  expectArray,
  expectObject,
  isObject,
  objectOr,
  stringOr,
  wrongType,
} from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata } from '../../src/base/model/metadata.js'
import type { FunctionTool, ToolDefinition } from '../../src/base/model/types.js'
import { choicesOf } from '../../src/codec/shape/choices.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import { extraOf, innerExtras, wasAbsent } from '../../src/codec/shape/fields.js'
import { inside, needed, to } from '../../src/codec/shape/rows.js'
import { type CodedRow, shape } from '../../src/codec/shape/shape.js'
import { type FunctionCodec, textAsFunction, toolWriter } from '../../src/codec/shape/tool-codec.js'
import { addOrMark, withPoint } from './cache.js'
import { hosted } from './hosted.js'
import { KIND_BY_SYSTEM_TOOL } from './maps.js'
import { membersOf, unionMetadata } from './union.js'

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
/** The schema is in `{json}`. */
const SCHEMA: CodedRow<'parameters'> = {
  type: 'object',
  member: 'parameters',
  isNoted: true,
  read(field, { value, kept }) {
    const { json } = membersOf(field)
    const extra = innerExtras(membersOf(field), { json: 'object' })
    if (!isObject(json)) return false
    value.parameters = json
    if (extra !== undefined) kept.schema = asJson(extra)
    return true
  },
  write({ value: { parameters }, kept }, field) {
    if (parameters === undefined && wasAbsent(kept, field)) return undefined
    return { ...extraOf(kept.schema), json: objectOr(parameters, NO_PARAMETERS) }
  },
}

const SPEC = /* @__PURE__ */ shape<FunctionTool>(
  { type: 'function' },
  {
    toolSpec: needed(
      inside('body', {
        name: needed(to('name')),
        // An empty description is rejected (BEDROCK-TOOLCFG-02).
        description: to('description', 'text'),
        inputSchema: SCHEMA,
        strict: to('strict', 'boolean'),
      }),
    ),
  },
)

const FUNCTIONS: Pick<FunctionCodec, 'write'> = {
  write: (tool, context) => SPEC.encode(tool, context, context.path) ?? {},
}
const writeTool = /* @__PURE__ */ toolWriter({
  functions: FUNCTIONS,
  custom: textAsFunction(FUNCTIONS),
  hosted,
})

export const tools: ToolsCodec = {
  decode: decodeTools,
  encode: (definitions, context) =>
    definitions.flatMap((tool, index) =>
      withPoint(tool, writeTool(tool, { ...context, path: at('/tools', index) }), context),
    ),
  // Calls cannot be forbidden if tools are declared. The request codec handles unknown fields of the objects.
  .../* @__PURE__ */ choicesOf({
    words: { auto: { auto: {} }, required: { any: {} } },
    named: [(name) => ({ tool: { name } })],
  }),
}

function decodeTools(native: JsonValue, context: Context): ToolDefinition[] {
  const { path } = context
  const definitions: ToolDefinition[] = []
  expectArray(native, path).forEach((value, index) => {
    const here = at(path, index)
    addOrMark(
      definitions,
      value,
      () => decodeTool(expectObject(value, here), { ...context, path: here }),
      context,
    )
  })
  return definitions
}

/** Decodes a tool. `toolSpec` is a tool of the user; other tools (`systemTool`) belong to the provider. */
function decodeTool(tool: JsonObject, context: Context): ToolDefinition {
  const { path } = context
  const { toolSpec: spec, systemTool } = tool
  if (!isObject(spec)) {
    const name = isObject(systemTool) ? stringOr(systemTool.name, '') : ''
    const kind = KIND_BY_SYSTEM_TOOL.get(name) ?? 'other'
    const value = { type: 'provider' as const, wire: context.wire, kind, value: tool }
    return { ...value, name: name || (Object.keys(tool)[0] ?? 'tool') }
  }
  const own = SPEC.decode(tool, context, path)
  if (own === undefined) throw wrongType('a string', spec.name, `${path}/toolSpec/name`)
  return own
}

/** Returns native fields of a choice that have no canonical form. */
export function choiceMetadata(choice: JsonObject, context: Context): OwnMetadata | undefined {
  const key = ['auto', 'any', 'tool'].find((each) => isObject(choice[each]))
  if (key === undefined) return undefined
  const own = unionMetadata(choice, key, { name: 'string' }, context)
  return own && metadataOf({ providerMetadata: own }, context)
}
