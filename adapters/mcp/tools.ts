import { carried, withCarried } from '../../src/format/carry.js'
import { at, expectArray, expectObject, expectString } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, opaque } from '../../src/model/metadata.js'
import type { FunctionTool, ToolChoice, ToolDefinition } from '../../src/model/types.js'
import type { ToolsCodec } from '../../src/shape/codecs.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type FieldsOf,
  metadataFor,
  withExtras,
} from '../../src/shape/fields.js'
import { hostFields } from '../../src/shape/host-fields.js'
import {
  dropChoice,
  dropHostedTool,
  dropProviderTool,
  encodeOpaqueChoice,
  reportCustomTool,
  widenAllowed,
} from '../../src/shape/losses.js'
import { openMeta, withMeta, withSlot } from './meta.js'

const FIELDS: FieldsOf<FunctionTool> = {
  name: 'string',
  description: ['string', 'description'],
  inputSchema: ['object', 'parameters'],
}
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
const TEXT_PARAMETERS: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
}

export const tools: ToolsCodec = {
  decode: (native, path, context) =>
    expectArray(native, path).map((tool, index) => decodeTool(tool, at(path, index), context)),
  encode: (definitions, context) =>
    definitions.flatMap((tool, index) => encodeTool(tool, at('/tools', index), context) ?? []),
  decodeChoice,
  encodeChoice,
}

/** Titles, hints, schemas of results and icons are for people and programs: they stay as they are. */
function decodeTool(value: JsonValue, path: string, context: Context): FunctionTool {
  const { native, slot } = openMeta(expectObject(value, path))
  const tool: FunctionTool = compact({
    type: 'function' as const,
    name: expectString(native.name, `${path}/name`),
    ...decodeFields<FunctionTool>(native, FIELDS),
    providerMetadata: metadataFor(native, FIELDS, context, {
      absent: absentFields(native, FIELDS, ['inputSchema']),
    }),
  })
  return withCarried(tool, slot)
}

function encodeTool(tool: ToolDefinition, path: string, context: Context): JsonObject | undefined {
  switch (tool.type) {
    case 'function': {
      const native = withExtras(
        { name: tool.name, ...encodeFields(tool, FIELDS), ...forHosts(tool) },
        metadataOf(tool, context),
        {
          inputSchema: NO_PARAMETERS,
        },
      )
      return withSlot(native, carried(tool, context))
    }
    case 'custom': {
      reportCustomTool(tool, path, context, false)
      const { name, description } = tool
      return withMeta(compact({ name, description, inputSchema: TEXT_PARAMETERS }), tool, context)
    }
    case 'provider':
      return dropProviderTool(tool, path, context)
    case 'hosted':
      return dropHostedTool(tool, path, context)
  }
}

/** Titles, schemas of results and hints, as `mcpTools` reads them. */
function forHosts(tool: FunctionTool): JsonObject {
  const { title, outputSchema, destructive, retryable } = hostFields(tool)
  const annotations = compact({ destructiveHint: destructive, idempotentHint: retryable })
  return compact({
    title,
    outputSchema,
    annotations: Object.keys(annotations).length === 0 ? undefined : annotations,
  })
}

const MODES = ['auto', 'none', 'required'] as const

function decodeChoice(choice: JsonValue, path: string, context: Context): ToolChoice {
  const native = expectObject(choice, path)
  const mode = MODES.find((one) => one === native.mode)
  return mode === undefined ? opaque(native, context) : { type: mode }
}

function encodeChoice(choice: ToolChoice, context: Context): JsonValue | undefined {
  switch (choice.type) {
    case 'tool':
      return dropChoice('of one tool cannot be said here', context)
    case 'allowed':
      widenAllowed(choice.names, context)
      return { mode: choice.mode }
    case 'opaque':
      return encodeOpaqueChoice(choice, context)
    default:
      return { mode: choice.type }
  }
}
