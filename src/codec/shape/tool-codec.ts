import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { at, expectArray, expectObject, isObject, objectOr, wrongType } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { type Context, contextAt } from '../../base/model/context.js'
import type { CustomTool, FunctionTool, ProviderTool, ToolDefinition } from '../../base/model/types.js'
import { type ChoiceForms, choicesOf } from './choices.js'
import type { ToolsCodec } from './codecs.js'
import { type Fields, innerExtras, withExtras } from './fields.js'
import { functionOfCustomTool } from './free-text.js'
import { hostFields } from './host-fields.js'
import { encodeHosted, type HostedForms } from './hosted-forms.js'
import { dropProviderTool, reportCustomTool } from './losses.js'
import { needed, to } from './rows.js'
import { type CodedRow, type Rows, shape } from './shape.js'

/** The native form of the caller's functions. */
export interface FunctionForm {
  /** The field of the name. Default: `name`. */
  readonly name?: string
  /** The other fields. */
  readonly rows: Rows<FunctionTool>
  /** The slot for members without a row. Default: none, as on wires; `fit` reports the losses. */
  readonly slot?: ToolSlot
  /** Reads the fields for hosts of a runnable tool (`RunFlags`). Default: none. */
  host?(fields: JsonObject): Readonly<Record<string, JsonValue | undefined>>
}

/** The slot of a format for data without a field. */
export interface ToolSlot {
  /** Returns a native tool without the slot, and a function that reads the other members from the slot. */
  open(
    native: JsonObject,
    context: Context,
  ): { readonly native: JsonObject; read(tool: FunctionTool): FunctionTool }
  /**
   * Returns the native tool with the slot.
   * @param said the members that have fields.
   */
  close(native: JsonObject, tool: FunctionTool, said: readonly string[], context: Context): JsonObject
}

/** Decodes and encodes functions. */
export interface FunctionCodec {
  /**
   * Decodes a function.
   * @throws AdapterError for a function without a name.
   */
  read(native: JsonObject, context: Context): FunctionTool
  /** Encodes a function. */
  write(tool: FunctionTool, context: Context): JsonObject
}

/** Creates the codec of functions from their rows. */
export function functionCodec({ name = 'name', rows, slot, host }: FunctionForm): FunctionCodec {
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

/** The native forms of tools. */
export interface ToolForms {
  /** The caller's functions. */
  readonly functions: FunctionCodec
  /** Decodes a tool that is not a function of the caller. Default: all tools are functions. */
  readOther?(native: JsonObject, context: Context): ToolDefinition | undefined
  /** Encodes a tool of another wire. Default: it is dropped with a notice. */
  writeForeign?(tool: ProviderTool): JsonValue
  /** The forms of hosted tools. Default: each is dropped with a notice. */
  readonly hosted?: HostedForms
  /** The choice among tools. */
  readonly choice: ChoiceForms | Pick<ToolsCodec, 'decodeChoice' | 'encodeChoice'>
}

/**
 * Creates the codec of tool definitions and the tool choice for a wire without free-text tools. Free-text
 * tools are encoded as functions with one text argument, with a notice.
 */
export function toolsCodec({ functions, readOther, choice, ...forms }: ToolForms): ToolsCodec {
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

/** The encoders of each type of tool. */
export interface ToolWriters extends Pick<ToolForms, 'writeForeign' | 'hosted'> {
  /** The caller's functions. */
  readonly functions: Pick<FunctionCodec, 'write'>
  /** Free-text tools. */
  readonly custom: WriteTool<CustomTool>
}

/**
 * Creates an encoder of one definition. The encoder returns undefined with a notice for a tool that the wire
 * does not support.
 */
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

/** Encodes a free-text tool as a function. */
export function textAsFunction({ write }: Pick<FunctionCodec, 'write'>): WriteTool<CustomTool> {
  return (tool, context) => {
    reportCustomTool(tool, context)
    return write(functionOfCustomTool(tool), context)
  }
}

/** Encodes the supported definitions, one by one. */
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
 * Creates the row of a grammar, marked by the word for grammars.
 * @param under the object that contains the members of the grammar. Default: the members are next to the
 * word.
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
