import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { at, expectArray, expectObject, isObject, objectOr, wrongType } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { type Context, contextAt } from '../../base/model/context.js'
import type { CustomTool, FunctionTool, ProviderTool, ToolDefinition } from '../../base/model/types.js'
import { type ChoiceForms, choicesOf } from './choices.js'
import type { ToolsCodec } from './codecs.js'
import { type Fields, innerExtras, withExtras } from './fields.js'
import { functionTool } from './free-text.js'
import { hostFields } from './host-fields.js'
import { encodeHosted, type HostedForms } from './hosted-forms.js'
import { dropProviderTool, reportCustomTool } from './losses.js'
import { needed, to } from './rows.js'
import { type CodedRow, type Rows, shape } from './shape.js'

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
  /** The canonical function. @throws AdapterError without a name. */
  read(native: JsonObject, context: Context): FunctionTool
  /** The native function. */
  write(tool: FunctionTool, context: Context): JsonObject
}

/** Functions by their rows, both ways. */
export function functionsOf({ name = 'name', rows, slot, host }: FunctionForm): FunctionCodec {
  const tools = shape<FunctionTool>({ type: 'function' }, { [name]: needed(to('name')), ...rows })
  const said = Object.values(rows).flatMap((row) =>
    typeof row === 'object' && 'member' in row ? (row.member ?? []) : [],
  )
  return {
    read(native, context) {
      const { path } = context
      const opened = slot?.open(native, context)
      const tool = tools.decode(opened?.native ?? native, context, path)
      if (tool === undefined) throw wrongType('a string', native[name], `${path}/${name}`)
      return opened?.read(tool) ?? tool
    },
    write(tool, context) {
      const native = tools.encode(tool, context, context.path) ?? {}
      const full = host === undefined ? native : { ...native, ...compact(host(hostFields(tool))) }
      return slot === undefined ? full : slot.close(full, tool, said, context)
    },
  }
}

/** How a wire says tools. */
export interface ToolForms {
  /** The caller's functions. */
  readonly functions: FunctionCodec
  /** A tool that is none of the caller's functions. Default: all are. */
  readOther?(native: JsonObject, context: Context): ToolDefinition | undefined
  /** A tool that only another wire has. Default: it is left out with a notice. */
  writeForeign?(tool: ProviderTool): JsonValue
  /** What hosted tools are here. Default: each is left out with a notice. */
  readonly hosted?: HostedForms
  /** The choice among tools. */
  readonly choice: ChoiceForms | Pick<ToolsCodec, 'decodeChoice' | 'encodeChoice'>
}

/**
 * Definitions of tools and the choice among them, both ways, of a wire that has no tools that take free text: they are
 * written as functions with one text, with a notice.
 */
export function toolsOf({ functions, readOther, choice, ...forms }: ToolForms): ToolsCodec {
  const write = toolWriter({ ...forms, functions, custom: textAsFunction(functions) })
  return {
    ...('words' in choice ? choicesOf(choice) : choice),
    decode: (native, context) =>
      expectArray(native, context.path).map((value, index) => {
        const tool = expectObject(value, at(context.path, index))
        return readOther?.(tool, contextAt(context, index)) ?? functions.read(tool, contextAt(context, index))
      }),
    encode: (tools, context) => writeAll(tools, write, { ...context, path: '/tools' }),
  }
}

type WriteTool<Tool> = (tool: Tool, context: Context) => JsonValue | undefined

/** How each type of tool is written. */
export interface ToolWriters extends Pick<ToolForms, 'writeForeign' | 'hosted'> {
  /** The caller's functions. */
  readonly functions: Pick<FunctionCodec, 'write'>
  /** Tools that take free text. */
  readonly custom: WriteTool<CustomTool>
}

/** Writes one definition; undefined with a notice for what the wire has not. */
export function toolWriter({
  functions,
  custom,
  writeForeign,
  hosted = {},
}: ToolWriters): WriteTool<ToolDefinition> {
  return (tool, context) => {
    switch (tool.type) {
      case 'function':
        return functions.write(tool, context)
      case 'custom':
        return custom(tool, context)
      case 'provider':
        if (tool.wire === context.wire) return tool.value
        return writeForeign?.(tool) ?? dropProviderTool(tool, context)
      case 'hosted':
        return encodeHosted(tool, hosted, context)
    }
  }
}

/** Writes a tool that takes free text where there are functions alone. */
export function textAsFunction({ write }: Pick<FunctionCodec, 'write'>): WriteTool<CustomTool> {
  return (tool, context) => {
    reportCustomTool(tool, context)
    return write(functionTool(tool), context)
  }
}

/** The definitions that the wire has, one by one. */
export function writeAll(
  tools: readonly ToolDefinition[],
  write: WriteTool<ToolDefinition>,
  context: Context,
): JsonArray {
  return tools.flatMap((tool, index) => {
    const native = write(tool, contextAt(context, index))
    return native === undefined ? [] : [native]
  })
}

/**
 * A grammar, marked by the word that it is one.
 * @param under the object that its members stand in. Default: they stand beside the word.
 */
export function grammarRow(under?: string): CodedRow<'grammar'> {
  return {
    type: 'object',
    member: 'grammar',
    read(format, { value, own }, name) {
      const body = isObject(format) && under !== undefined ? format[under] : format
      if (!isObject(format) || format.type !== 'grammar' || !isObject(body)) return false
      const { syntax, definition } = body
      if (typeof syntax !== 'string' || typeof definition !== 'string') return false
      value.grammar = { syntax, definition }
      const beside = innerExtras(format, under === undefined ? GRAMMAR : { type: 'any', [under]: 'any' })
      const within = under === undefined ? undefined : innerExtras(body, GRAMMAR)
      if (within !== undefined || beside !== undefined)
        own[name] = compact({ ...beside, [under ?? '']: within })
      return true
    },
    write({ value: { grammar }, own }, name) {
      if (!isObject(grammar)) return undefined
      const kept = objectOr(own[name], NOTHING)
      const body = under === undefined ? grammar : { [under]: withExtras(grammar, kept[under]) }
      return withExtras({ type: 'grammar', ...body }, kept)
    },
  }
}

const NOTHING: JsonObject = {}
const GRAMMAR: Fields = { type: 'any', syntax: 'any', definition: 'any' }
