import { functionTool } from '../fit/custom-tools.js'
import { at, expectArray, expectObject, expectString } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import type { Context } from '../model/context.js'
import { metadataOf } from '../model/metadata.js'
import type { FunctionTool, ToolDefinition } from '../model/types.js'
import type { ToolsCodec } from '../shape/codecs.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type FieldsOf,
  metadataFor,
  withExtras,
} from '../shape/fields.js'
import { hostFields } from '../shape/host-fields.js'
import { dropHostedTool, dropProviderTool, reportCustomTool } from '../shape/losses.js'
import { CARRIED, carried, withCarried } from './carry.js'
import { entryChoice } from './log.js'

/** How a format calls the fields of a definition; its description is called so everywhere. */
export interface ToolFields {
  /** The name of the tool. */
  readonly name: string
  /** JSON Schema. */
  readonly parameters: string
  /** Its fields for hosts, and what those are called in a tool that can be run. Default: it has none. */
  readonly host?: Readonly<Record<string, string>>
}

/** Definitions of functions, in a format that has only these. */
export function entryTools({ name, parameters, host = {} }: ToolFields): ToolsCodec {
  const fields: FieldsOf<FunctionTool> = {
    [name]: 'string',
    description: ['string', 'description'],
    [parameters]: ['object', 'parameters'],
    [CARRIED]: 'object',
  }
  const usual = { description: '', [parameters]: { type: 'object', properties: {} } }
  const decode = (value: JsonValue, path: string, context: Context): FunctionTool => {
    const native = expectObject(value, path)
    const tool: FunctionTool = compact({
      type: 'function' as const,
      name: expectString(native[name], `${path}/${name}`),
      ...decodeFields<FunctionTool>(native, fields),
      providerMetadata: metadataFor(native, fields, context, {
        absent: absentFields(native, fields, Object.keys(usual)),
      }),
    })
    return withCarried(tool, native[CARRIED])
  }
  const encodeFunction = (tool: FunctionTool, context: Context): JsonObject => {
    const fresh = {
      [name]: tool.name,
      ...encodeFields(tool, fields),
      ...Object.fromEntries(Object.entries(host).map(([own, field]) => [own, hostFields(tool)[field]])),
      [CARRIED]: carried(tool, context),
    }
    return withExtras(fresh, metadataOf(tool, context), usual)
  }
  const encode = (tool: ToolDefinition, path: string, context: Context): JsonObject | undefined => {
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
  return {
    ...entryChoice,
    decode: (native, path, context) =>
      expectArray(native, path).map((tool, index) => decode(tool, at(path, index), context)),
    encode: (tools, context) =>
      tools.flatMap((tool, index) => encode(tool, at('/tools', index), context) ?? []),
  }
}
