import { functionTool } from '../../src/fit/custom-tools.js'
import { CARRIED, carried, withCarried } from '../../src/format/carry.js'
import { at, expectArray, expectObject, expectString, isObject } from '../../src/json/read.js'
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
import {
  dropHostedTool,
  dropProviderTool,
  encodeOpaqueChoice,
  reportCustomTool,
  widenAllowed,
} from '../../src/shape/losses.js'

const FIELDS: FieldsOf<FunctionTool> = {
  name: 'string',
  description: ['string', 'description'],
  parameters: ['object', 'parameters'],
  [CARRIED]: 'object',
}
const USUAL: JsonObject = { description: '', parameters: { type: 'object', properties: {} } }
export const tools: ToolsCodec = {
  decode: (native, path, context) =>
    expectArray(native, path).map((tool, index) => decodeTool(tool, at(path, index), context)),
  encode: (definitions, context) =>
    definitions.flatMap((tool, index) => encodeTool(tool, at('/tools', index), context) ?? []),
  decodeChoice,
  encodeChoice,
}

function decodeTool(value: JsonValue, path: string, context: Context): ToolDefinition {
  const tool = expectObject(value, path)
  const definition: FunctionTool = compact({
    type: 'function' as const,
    name: expectString(tool.name, `${path}/name`),
    ...decodeFields<FunctionTool>(tool, FIELDS),
    providerMetadata: metadataFor(tool, FIELDS, context, {
      absent: absentFields(tool, FIELDS, ['description', 'parameters']),
    }),
  })
  return withCarried(definition, tool[CARRIED])
}

function encodeTool(tool: ToolDefinition, path: string, context: Context): JsonValue | undefined {
  switch (tool.type) {
    case 'function':
      return encodeFunction(tool, context)
    case 'custom':
      reportCustomTool(tool, path, context, true)
      return encodeFunction(functionTool(tool), context)
    case 'provider':
      return dropProviderTool(tool, path, context)
    case 'hosted':
      return dropHostedTool(tool, path, context)
  }
}

function encodeFunction(tool: FunctionTool, context: Context): JsonObject {
  const fresh = { name: tool.name, ...encodeFields(tool, FIELDS), [CARRIED]: carried(tool, context) }
  return withExtras(fresh, metadataOf(tool, context), USUAL)
}

/** Unknown fields beside `Specific` are the request codec's. */
function decodeChoice(choice: JsonValue, _path: string, context: Context): ToolChoice {
  if (choice === 'Auto') return { type: 'auto' }
  if (choice === 'None') return { type: 'none' }
  if (choice === 'Required') return { type: 'required' }
  if (isObject(choice) && typeof choice.Specific === 'string') return { type: 'tool', name: choice.Specific }
  return opaque(choice, context)
}

function encodeChoice(choice: ToolChoice, context: Context): JsonValue | undefined {
  switch (choice.type) {
    case 'auto':
      return 'Auto'
    case 'none':
      return 'None'
    case 'required':
      return 'Required'
    case 'tool':
      return { Specific: choice.name }
    case 'allowed':
      widenAllowed(choice.names, context)
      return choice.mode === 'required' ? 'Required' : 'Auto'
    case 'opaque':
      return encodeOpaqueChoice(choice, context)
  }
}
