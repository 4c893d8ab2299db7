import { at, expectArray, expectObject, isObject, objectOr, stringOr, wrongType } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import { TOOL_KINDS } from '../model/constants.js'
import type { Context } from '../model/context.js'
import type { ClientTool, CustomTool, FunctionTool, ProviderTool, ToolDefinition } from '../model/types.js'
import { type ChoiceForms, choicesOf } from './choices.js'
import type { ToolsCodec } from './codecs.js'
import { functionTool } from './free-text.js'
import { hostFields } from './host-fields.js'
import { encodeHosted, type HostedForms } from './hosted.js'
import { dropProviderTool, reportCustomTool } from './losses.js'
import { needed, to } from './rows.js'
import { type Rows, shape } from './shape.js'

/** The caller's functions, as a wire says them. */
export interface FunctionForm {
  /** The field of the name. Default: `name`. */
  readonly name?: string
  /** The other fields. */
  readonly rows: Rows<FunctionTool>
  /** Where members go that no row says. Default: nowhere, as on wires; `fit` tells what they lose. */
  readonly slot?: ToolSlot
  /** Fields that hosts read of a tool that can be run (`RunFlags`). Default: none. */
  host?(fields: JsonObject): Readonly<Record<string, JsonValue | undefined>>
}

/** Where a format keeps what it has no field for. */
export interface ToolSlot {
  /** A native tool without the slot, and what reads the rest of the tool out of it. */
  open(
    native: JsonObject,
    context: Context,
  ): { readonly native: JsonObject; read(tool: FunctionTool): FunctionTool }
  /** The native tool with the slot. @param said the members that have fields. */
  close(native: JsonObject, tool: FunctionTool, said: readonly string[], context: Context): JsonObject
}

/** How a function is read and written. */
export interface FunctionCodec {
  /** @throws AdapterError without a name. */
  read(native: JsonObject, path: string, context: Context): FunctionTool
  write(tool: FunctionTool, path: string, context: Context): JsonObject
}

/** Functions by their rows, both ways. */
export function functionsOf({ name = 'name', rows, slot, host }: FunctionForm): FunctionCodec {
  const tools = shape<FunctionTool>({ type: 'function' }, { [name]: needed(to('name')), ...rows })
  const said = Object.values(rows).flatMap((row) =>
    typeof row === 'object' && 'member' in row ? (row.member ?? []) : [],
  )
  return {
    read(native, path, context) {
      const opened = slot?.open(native, context)
      const tool = tools.decode(opened?.native ?? native, context, path)
      if (tool === undefined) throw wrongType('a string', native[name], `${path}/${name}`)
      return opened?.read(tool) ?? tool
    },
    write(tool, path, context) {
      const native = tools.encode(tool, context, path) ?? {}
      const full = host === undefined ? native : { ...native, ...compact(host(hostFields(tool))) }
      return slot === undefined ? full : slot.close(full, tool, said, context)
    },
  }
}

/** How a wire says tools. */
export interface ToolForms {
  readonly functions: FunctionCodec
  /** A tool that is none of the caller's functions. Default: all are. */
  readOther?(native: JsonObject, path: string, context: Context): ToolDefinition | undefined
  /** A tool that takes free text. Default: it is written as a function with one text, with a notice. */
  writeCustom?(tool: CustomTool, context: Context): JsonObject
  /** A tool that only another wire has. Default: it is left out with a notice. */
  writeForeign?(tool: ProviderTool): JsonValue
  /** What hosted tools are here. Default: each is left out with a notice. */
  readonly hosted?: HostedForms
  readonly choice: ChoiceForms | Pick<ToolsCodec, 'decodeChoice' | 'encodeChoice'>
}

/** Definitions of tools and the choice among them, both ways. */
export function toolsOf(forms: ToolForms): ToolsCodec {
  const write = toolWriter(forms)
  const read = (native: JsonObject, path: string, context: Context) =>
    forms.readOther?.(native, path, context) ?? forms.functions.read(native, path, context)
  return {
    ...('words' in forms.choice ? choicesOf(forms.choice) : forms.choice),
    decode: (native, path, context) =>
      expectArray(native, path).map((tool, index) =>
        read(expectObject(tool, at(path, index)), at(path, index), context),
      ),
    encode: (tools, context) =>
      tools.flatMap((tool, index) => write(tool, at('/tools', index), context) ?? []),
  }
}

type ToolWriter = (tool: ToolDefinition, path: string, context: Context) => JsonValue | undefined

/** Writes one definition; undefined with a notice for what the wire has not. */
export function toolWriter({
  functions,
  writeCustom,
  writeForeign,
  hosted = {},
}: Pick<ToolForms, 'writeCustom' | 'writeForeign' | 'hosted'> & {
  readonly functions: Pick<FunctionCodec, 'write'>
}): ToolWriter {
  return (tool, path, context) => {
    switch (tool.type) {
      case 'function':
        return functions.write(tool, path, context)
      case 'custom':
        if (writeCustom !== undefined) return writeCustom(tool, context)
        reportCustomTool(tool, path, context)
        return functions.write(functionTool(tool), path, context)
      case 'provider':
        if (tool.wire === context.wire) return tool.value
        return writeForeign?.(tool) ?? dropProviderTool(tool, path, context)
      case 'hosted':
        return encodeHosted(tool, hosted, path, context)
    }
  }
}

/** A tool that only another wire has, as formats keep it. */
export function keptForeignTool({ wire, kind, value, client }: ProviderTool): JsonObject {
  return compact({ wire, kind, value, client: client && { ...client } })
}

/** The tool out of what was kept of it; undefined for anything else. */
export function foreignToolIn(
  { wire, kind, value, client }: JsonObject,
  name: string,
): ProviderTool | undefined {
  if (typeof wire !== 'string' || value === undefined) return undefined
  return compact({
    type: 'provider' as const,
    wire,
    kind: TOOL_KINDS.find((one) => one === kind) ?? 'other',
    name,
    value,
    client: isObject(client) ? clientIn(client) : undefined,
  })
}

function clientIn({ description, parameters }: JsonObject): ClientTool {
  return compact({
    description: stringOr(description, undefined),
    parameters: objectOr(parameters, undefined),
  })
}

/** The grammar in an object that has both members. */
export function grammarIn(native: JsonValue | undefined): CustomTool['grammar'] {
  if (!isObject(native)) return undefined
  const { syntax, definition } = native
  return typeof syntax === 'string' && typeof definition === 'string' ? { syntax, definition } : undefined
}

/** `{type: 'grammar', syntax, definition}`, and nothing beside. */
export function flatGrammar(format: JsonValue | undefined): CustomTool['grammar'] {
  const isFlat = isObject(format) && format.type === 'grammar' && Object.keys(format).length === 3
  return isFlat ? grammarIn(format) : undefined
}
