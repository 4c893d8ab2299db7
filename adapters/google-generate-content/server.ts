import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, stringifyJson } from '../../src/base/json/write-json.js'
import { decodeArgumentValue, encodeArgumentValue } from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata, withMore } from '../../src/base/model/metadata.js'
import type { ToolCall, ToolResult } from '../../src/base/model/types.js'
import { callOf, resultOf } from '../../src/codec/shape/call-codec.js'
import { wasAbsent } from '../../src/codec/shape/fields.js'
import { outputText } from '../../src/codec/shape/results.js'
import { enumType, enumValue, enumWord } from './enums.js'
import { encodeData, keptOf, type PartData, type PartInput } from './envelope.js'
import { encodeId, idToRestore } from './ids.js'
import { serverToolKind } from './maps.js'

/**
 * Tools that Google runs: code execution, and the tools that `includeServerSideToolInvocations` makes
 * visible.
 */
const CODE_TOOL = 'code_execution'
const CODE: PartData = {
  field: 'executableCode',
  around: { executableCode: 'object', thoughtSignature: 'string' },
  fields: { id: 'string', code: 'any', language: 'any' },
}
const CODE_RESULT: PartData = {
  field: 'codeExecutionResult',
  around: { codeExecutionResult: 'object', thoughtSignature: 'string' },
  fields: { id: 'string', output: 'string' },
  written: ['output'],
}
const SERVER_CALL: PartData = {
  field: 'toolCall',
  around: { toolCall: 'object', thoughtSignature: 'string' },
  fields: { id: 'string', toolType: 'string', args: 'object' },
  written: ['toolType', 'args'],
}
/** The result of a tool without a response: FILE_SEARCH reports only that it ran. */
const SERVER_RESULT: PartData = {
  field: 'toolResponse',
  around: { toolResponse: 'object', thoughtSignature: 'string' },
  fields: { id: 'string', toolType: 'text', response: 'any' },
  written: ['toolType', 'response'],
}

/** Decodes a part of a tool that Google runs. Returns undefined for other parts. */
export function decodeServerPart(input: PartInput): ToolCall | ToolResult | undefined {
  const { toolCall, toolResponse, executableCode, codeExecutionResult } = input.value
  if (isObject(toolCall)) {
    const { toolType, args } = toolCall
    const name = stringOr(toolType, '')
    return serverCall(input, SERVER_CALL, { name, kind: serverToolKind(name), args: objectOr(args, {}) })
  }
  if (isObject(toolResponse)) {
    const { toolType, response } = toolResponse
    const output = { type: 'json' as const, value: response ?? {} }
    return serverResult(input, SERVER_RESULT, { name: stringOr(toolType, ''), output, isError: false })
  }
  if (isObject(executableCode)) {
    // `language` and `code` are the arguments.
    const { language, code } = executableCode
    return serverCall(input, CODE, { name: CODE_TOOL, kind: CODE_TOOL, args: compact({ language, code }) })
  }
  return isObject(codeExecutionResult) ? decodeCodeResult(input, codeExecutionResult) : undefined
}

/** Encodes a call that Google ran. Returns undefined for calls of other providers. */
export function encodeServerCall(call: ToolCall, context: Context): JsonObject | undefined {
  const metadata = metadataOf(call, context)
  if (call.kind === 'custom' || metadata === undefined) return undefined
  const id = encodeId(call.id, call.minted, metadata.id)
  const args = encodeArgumentValue(call, context)
  if (metadata.part === CODE.field) return encodeData(CODE, { ...args, id }, metadata)
  if (metadata.part !== SERVER_CALL.field) return undefined
  return encodeData(SERVER_CALL, { id, toolType: call.name, args }, metadata)
}

/** Encodes a result of a tool that Google ran. Returns undefined for results of other providers. */
export function encodeServerResult(result: ToolResult, context: Context): JsonObject | undefined {
  const { output, name } = result
  const metadata = metadataOf(result, context)
  const id = encodeId(result.callId, result.minted, metadata?.id)
  if (metadata?.part === CODE_RESULT.field) {
    const outcome = encodeOutcome(result, metadata.outcome)
    return encodeData(CODE_RESULT, { id, outcome, output: outputText(output) }, metadata)
  }
  if (metadata?.part !== SERVER_RESULT.field) return undefined
  const toolType = wasAbsent(metadata.body, 'toolType') ? '' : name
  const response = output.type === 'json' ? output.value : { output: outputText(output) }
  return encodeData(SERVER_RESULT, { id, toolType, response }, metadata)
}

function decodeCodeResult(input: PartInput, native: JsonObject): ToolResult {
  const outcome = enumWord(native.outcome)
  const isError = outcome !== undefined && isFailure(outcome)
  const output = { type: isError ? 'error-text' : 'text', value: stringOr(native.output, '') } as const
  const data = { ...CODE_RESULT, fields: { ...CODE_RESULT.fields, outcome: enumType(native.outcome) } }
  const result = serverResult(input, data, { name: CODE_TOOL, output, isError })
  const told = outcome === standardOutcome(isError) ? undefined : (outcome ?? null)
  return withMore(result, { outcome: told }, input.context)
}

interface ServerCall {
  readonly name: string
  readonly kind: Exclude<ToolCall['kind'], 'custom'>
  readonly args: JsonObject
}

function serverCall(
  { value, ids, context }: PartInput,
  data: PartData,
  { name, kind, args }: ServerCall,
): ToolCall {
  const here = contextAt(context, data.field)
  const { id: native }: JsonObject = objectOr(value[data.field], {})
  const argumentText = () => stringifyJson(args, here.path)
  const { id, minted, repeated } = ids.call(stringOr(native, undefined), name, argumentText)
  const kept = { ...keptOf(value, data), part: data.field, id: idToRestore(native, repeated) }
  const providerMetadata = wireMetadata(context, kept)
  const decoded = decodeArgumentValue(args, here)
  return callOf({ id, minted }, name, decoded, { kind, providerExecuted: true, providerMetadata })
}

function serverResult(
  { value, ids, context }: PartInput,
  data: PartData,
  said: Pick<ToolResult, 'name' | 'output' | 'isError'>,
): ToolResult {
  const { id: native }: JsonObject = objectOr(value[data.field], {})
  const given = ids.result(stringOr(native, undefined), said.name)
  const kept = { ...keptOf(value, data), part: data.field, id: idToRestore(native, given.repeated) }
  return resultOf(given, { ...said, providerExecuted: true }, wireMetadata(context, kept))
}

/**
 * Returns true for the outcome of a failure. The old SDK writes outcomes in lower case. 1 is the number of
 * success.
 */
function isFailure(outcome: string): boolean {
  return outcome !== '1' && outcome.toUpperCase() !== 'OUTCOME_OK'
}

function standardOutcome(isError: boolean): string {
  return isError ? 'OUTCOME_FAILED' : 'OUTCOME_OK'
}

/** Returns the native outcome if its meaning is unchanged. Null represents a missing outcome. */
function encodeOutcome({ isError }: ToolResult, native: JsonValue | undefined): string | number | undefined {
  if (native === null && !isError) return undefined
  return typeof native === 'string' && isFailure(native) === isError
    ? enumValue(native)
    : standardOutcome(isError)
}
