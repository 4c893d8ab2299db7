import { tryParseJson } from '../json/parse.js'
import { asJson, isObject, stringOr } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact, equalJson, stringifyJson } from '../json/write.js'
import type { Context } from '../model/context.js'
import type { FunctionTool, ToolCall, ToolOutput, ToolResult } from '../model/types.js'
import { carriedOutput } from './carried-parts.js'
import { type CarriedField, carried, withCarried } from './carry.js'

// Tools, calls and results in formats that have fewer fields for them than we have.

const OF_CALLS: readonly CarriedField[] = [
  'minted',
  'namespace',
  'dynamic',
  'title',
  'callerId',
  'context',
  'skills',
  'cache',
]
const OF_RESULTS: readonly CarriedField[] = [
  'minted',
  'name',
  'answers',
  'preliminary',
  'raw',
  'metadata',
  'category',
  'retryable',
  'cache',
]

/** What the native call says by itself. */
export interface NativeCall {
  /** Its arguments, where they are JSON and not text. */
  readonly value: JsonValue | undefined
  /** Whether the text of the arguments is that of this JSON, digit for digit, and needs no other place. */
  readonly isExact?: boolean
  /** Whether it has an id. */
  readonly hasId?: boolean
  /** Whether it can say that it is marked for the prompt's cache. Default: yes. */
  readonly marks?: boolean
}

/** What of a call has no field, for the slot beside it. */
export function carriedOfCall(
  call: ToolCall,
  { value, isExact = false, hasId = true, marks = true }: NativeCall,
  context: Context,
): JsonObject | undefined {
  const { rawArguments, kind } = call
  const isTold =
    isExact ||
    rawArguments === undefined ||
    value === undefined ||
    kind === 'custom' ||
    rawArguments === stringifyJson(value)
  const fields = OF_CALLS.filter((field) => (hasId || field !== 'minted') && !(marks && field === 'cache'))
  return carried(call, isTold ? ['kind', ...fields] : ['rawArguments', 'kind', ...fields], context)
}

/** The call with what was carried of it; whether it takes free text, its reader decides by `isFreeText`. */
export function withCarriedCall(call: ToolCall, slot: JsonObject): ToolCall {
  return withCarried(call, slot, slot.kind === 'custom' ? OF_CALLS : ['kind', ...OF_CALLS])
}

/** Whether the arguments are the free text of a custom call. */
export function isFreeText(slot: JsonObject, given: JsonValue | undefined): given is string {
  return slot.kind === 'custom' && typeof given === 'string'
}

/** The text of arguments that was carried, as long as it means what they are. */
export function carriedText(slot: JsonObject, given: JsonValue | undefined): string | undefined {
  const { rawArguments: text } = slot
  const isMeant = typeof text === 'string' && equalJson(tryParseJson(text) ?? {}, given ?? {})
  return isMeant ? text : undefined
}

/** What the native result says by itself. */
export interface NativeResult {
  /** What its output is read as. */
  readonly output: ToolOutput
  /** Whether it says that the tool failed. */
  readonly isError: boolean
  /** Whether it names the tool, or the call before it does. */
  readonly isNamed: boolean
  /** Whether it says which call it answers. Default: yes. */
  readonly hasId?: boolean
  /** As of a call. */
  readonly marks?: boolean
}

/** What of a result has no field, for the slot beside it. */
export function carriedOfResult(
  result: ToolResult,
  { output, isError, isNamed, hasId = true, marks = true }: NativeResult,
  context: Context,
): JsonObject | undefined {
  const left: readonly string[] = [
    ...(isNamed || result.name === '' ? ['name'] : []),
    ...(hasId ? [] : ['minted']),
    ...(marks ? ['cache'] : []),
  ]
  const fields = OF_RESULTS.filter((field) => !left.includes(field))
  const isTold = isError === result.isError && equalJson(asJson(output), asJson(result.output))
  return carried(result, isTold ? fields : [...fields, 'output', 'isError'], context)
}

/**
 * The result with what was carried of it.
 * @param says whether the native result still says this output.
 * @throws AdapterError when the slot holds what is no output.
 */
export function withCarriedResult(
  result: ToolResult,
  slot: JsonObject,
  path: string,
  says: (output: ToolOutput) => boolean,
): ToolResult {
  const full = withCarried(result, slot, OF_RESULTS)
  if (slot.output === undefined) return full
  const output = carriedOutput(slot.output, `${path}/output`)
  return says(output) ? withCarried({ ...full, output, isError: false }, slot, ['isError']) : full
}

/** What of a tool has no field, for the slot beside it. @param fields those of these members that the format lacks. */
export function carriedOfTool(
  tool: FunctionTool,
  fields: readonly ('strict' | 'cache' | 'namespace')[],
  context: Context,
): JsonObject | undefined {
  const members = Object.fromEntries(fields.map((field) => [field, asJson(tool[field])]))
  const slot = compact({ ...carried(tool, [], context), ...members })
  return Object.keys(slot).length === 0 ? undefined : slot
}

/** The tool with what was carried of it. */
export function withCarriedTool(tool: FunctionTool, slot: JsonValue | undefined): FunctionTool {
  if (!isObject(slot)) return tool
  const { strict, cache, namespace } = slot
  const isNamed = isObject(namespace) && typeof namespace.name === 'string'
  return compact({
    ...withCarried(tool, slot, []),
    strict: typeof strict === 'boolean' ? strict : tool.strict,
    cache: isObject(cache) ? compact({ ttl: stringOr(cache.ttl, undefined) }) : tool.cache,
    namespace: isNamed
      ? compact({
          name: stringOr(namespace.name, ''),
          description: stringOr(namespace.description, undefined),
        })
      : tool.namespace,
  })
}
