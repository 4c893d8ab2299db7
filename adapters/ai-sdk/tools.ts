import { AdapterError } from '../../src/json/errors.js'
import {
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  objectsIn,
  stringOr,
} from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { CustomTool, FunctionTool, ProviderTool, ToolDefinition } from '../../src/model/types.js'
import { choicesOf } from '../../src/shape/choices.js'
import type { ToolsCodec } from '../../src/shape/codecs.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type FieldsOf,
  innerExtras,
  metadataFor,
  withExtras,
} from '../../src/shape/fields.js'
import { flatGrammar, foreignToolIn, keptForeignTool, toolWriter } from '../../src/shape/tools.js'
import { KINDS } from './calls.js'
import { objectIn } from './outputs.js'
import { opened, type SlotName, slotOf, withKept } from './slots.js'

const SLOT: SlotName = 'providerOptions'
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
/** What the package of OpenAI has for tools that take free text. */
const CUSTOM = 'openai.custom'
/** A tool of another wire: no package knows it, and all say so. */
const FOREIGN = 'toolwire.provider'

export const tools: ToolsCodec = {
  decode(native, path, context) {
    if (!isObject(native))
      return expectArray(native, path).map((tool, index) =>
        decodeTool(expectObject(tool, at(path, index)), at(path, index), undefined, context),
      )
    return Object.entries(native).map(([name, tool]) =>
      decodeTool({ ...expectObject(tool, at(path, name)), name }, at(path, name), 'entry', context),
    )
  },
  encode(definitions, context) {
    const native = objectsIn(
      definitions.map((tool, index) => writeTool(tool, at('/tools', index), context) ?? null),
    )
    const isEntry = (tool: ToolDefinition) =>
      tool.type !== 'provider' && tool.type !== 'hosted' && metadataOf(tool, context)?.form === 'entry'
    return native.length > 0 && definitions.every(isEntry) ? asSet(native) : native
  },
  // A word, or an object of that type; unknown fields beside it are the request codec's, and so are the tools that alone
  // are allowed.
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

/** As `generateText` takes tools: by their names. */
function asSet(tools: readonly JsonObject[]): JsonObject {
  const set: Record<string, JsonValue> = {}
  for (const { name, ...tool } of tools) define(set, stringOr(name, ''), tool)
  return set
}

const FIELDS: FieldsOf<FunctionTool> = {
  type: 'string',
  name: 'string',
  description: ['string', 'description'],
  inputSchema: ['object', 'parameters'],
  strict: ['boolean', 'strict'],
}

function decodeTool(
  tool: JsonObject,
  path: string,
  form: 'entry' | undefined,
  context: Context,
): ToolDefinition {
  const [native, options, kept] = opened(tool, SLOT)
  if (native.type === 'provider' || native.type === 'provider-defined')
    return decodeProviderTool(native, path, form, context)
  const { inputSchema } = native
  if (isObject(inputSchema) && '~standard' in inputSchema)
    throw new AdapterError(
      'unsupported',
      `${path}/inputSchema`,
      'a schema of code; hand over its JSON Schema',
    )
  // What `jsonSchema()` of the SDK makes.
  const inner = isObject(inputSchema) ? inputSchema.jsonSchema : undefined
  const flat = isObject(inner) ? { ...native, inputSchema: inner } : native
  const definition: FunctionTool = compact({
    type: 'function' as const,
    name: expectString(native.name, `${path}/name`),
    ...decodeFields<FunctionTool>(flat, FIELDS),
    providerMetadata: metadataFor(flat, FIELDS, context, {
      form,
      type: native.type === 'function' ? undefined : (native.type ?? ''),
      body:
        isObject(inner) && isObject(inputSchema)
          ? (innerExtras(inputSchema, { jsonSchema: 'any' }) ?? {})
          : undefined,
      absent: absentFields(flat, FIELDS, ['inputSchema']),
    }),
  })
  return withKept(definition, options, kept)
}

function decodeProviderTool(
  native: JsonObject,
  path: string,
  form: 'entry' | undefined,
  context: Context,
): ToolDefinition {
  const id = stringOr(native.id, '')
  const name = expectString(native.name, `${path}/name`)
  const args = objectIn(native.args)
  const foreign = id === FOREIGN ? foreignToolIn(args, name) : undefined
  if (foreign !== undefined) return foreign
  const { format } = args
  const grammar = flatGrammar(format)
  const isPlain = isObject(native.args) && (format === undefined || grammar !== undefined)
  if (id !== CUSTOM || !isPlain)
    return { type: 'provider', wire: context.wire, kind: kindOf(id), name, value: native }
  return compact({
    type: 'custom' as const,
    name,
    description: stringOr(args.description, undefined),
    grammar,
    providerMetadata: metadataFor(
      native,
      { type: 'string', id: 'string', name: 'string', args: 'object' },
      context,
      {
        form,
        type: native.type === 'provider' ? undefined : native.type,
        body: innerExtras(args, { description: 'string', format: 'object' }),
      },
    ),
  })
}

/** `anthropic.web_search_20250305` is a web search. */
function kindOf(id: string): ProviderTool['kind'] {
  const name = id.slice(id.indexOf('.') + 1)
  const known = Object.keys(KINDS).find((one) => name.startsWith(one))
  return (known === undefined ? undefined : KINDS[known]) ?? 'other'
}

const writeTool = /* @__PURE__ */ toolWriter({
  functions: { write: encodeFunction },
  writeCustom: encodeCustom,
  writeForeign: (tool) => ({
    type: 'provider',
    id: FOREIGN,
    name: tool.name,
    args: keptForeignTool(tool),
  }),
})

function encodeFunction(tool: FunctionTool, _path: string, context: Context): JsonObject {
  const metadata = metadataOf(tool, context)
  const slot = slotOf(tool, { slot: SLOT }, context, {}, ['strict'])
  const type = metadata?.type === '' ? undefined : (metadata?.type ?? 'function')
  const fresh = { type, name: tool.name, ...encodeFields(tool, FIELDS), ...slot }
  const native = withExtras(fresh, metadata, { inputSchema: NO_PARAMETERS })
  if (metadata?.body === undefined || native.inputSchema === undefined) return native
  return { ...native, inputSchema: withExtras({ jsonSchema: native.inputSchema }, metadata.body) }
}

function encodeCustom(tool: CustomTool, context: Context): JsonObject {
  const metadata = metadataOf(tool, context)
  const { name, description, grammar } = tool
  const format = grammar && { type: 'grammar', ...grammar }
  const args = withExtras({ description, format }, metadata?.body)
  const slot = slotOf(tool, { slot: SLOT }, context)
  return withExtras({ type: metadata?.type ?? 'provider', id: CUSTOM, name, args, ...slot }, metadata)
}
