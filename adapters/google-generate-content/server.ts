import { at, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, stringifyJson } from '../../src/json/write.js'
import { decodeArgumentValue, encodeArgumentValue } from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, wireMetadata } from '../../src/model/metadata.js'
import type { ToolCall, ToolResult } from '../../src/model/types.js'
import { callOf, resultOf } from '../../src/shape/calls.js'
import { type Fields, wasAbsent } from '../../src/shape/fields.js'
import { outputText } from '../../src/shape/results.js'
import { enumType, enumValue, enumWord } from './enums.js'
import { decodeBody, decodeEnvelope, encodeBody, encodeEnvelope, type PartInput } from './envelope.js'
import { encodeId, idToRestore } from './ids.js'
import { serverToolKind } from './maps.js'

/** What Google runs itself: code, and the tools that `includeServerSideToolInvocations` makes visible. */
const CODE_TOOL = 'code_execution'
const CODE: Fields = { id: 'string', code: 'any', language: 'any' }
const CODE_RESULT: Fields = { id: 'string', output: 'string' }
const SERVER_CALL: Fields = { id: 'string', toolType: 'string', args: 'object' }
const SERVER_RESULT: Fields = { id: 'string', response: 'any' }
const NAMED_RESULT: Fields = { ...SERVER_RESULT, toolType: 'string' }

/** A part made by Google's own tools, or undefined when it is another. */
export function decodeServerPart(input: PartInput): ToolCall | ToolResult | undefined {
  const { toolCall, toolResponse, executableCode, codeExecutionResult } = input.value
  if (isObject(toolCall)) return decodeToolCall(input, toolCall)
  if (isObject(toolResponse)) return decodeToolResponse(input, toolResponse)
  if (isObject(executableCode)) return decodeCode(input, executableCode)
  if (isObject(codeExecutionResult)) return decodeCodeResult(input, codeExecutionResult)
  return undefined
}

/** The native part of a call that Google ran; undefined for those of other providers. */
export function encodeServerCall(call: ToolCall, context: Context): JsonObject | undefined {
  const metadata = metadataOf(call, context)
  if (call.kind === 'custom' || metadata === undefined) return undefined
  const id = encodeId(call.id, call.minted, metadata.id)
  const args = encodeArgumentValue(call, context)
  switch (metadata.part) {
    case 'executableCode':
      return encodeEnvelope({ executableCode: encodeBody({ ...args, id }, metadata.body) }, call, context)
    case 'toolCall':
      return encodeEnvelope(
        { toolCall: encodeBody({ id, toolType: call.name, args }, metadata.body) },
        call,
        context,
      )
    default:
      return undefined
  }
}

export function encodeServerResult(result: ToolResult, context: Context): JsonObject | undefined {
  const metadata = metadataOf(result, context)
  const id = encodeId(result.callId, result.minted, metadata?.id)
  switch (metadata?.part) {
    case 'codeExecutionResult': {
      const outcome = encodeOutcome(result, metadata.outcome)
      const data = encodeBody({ id, outcome, output: outputText(result.output) }, metadata.body)
      return encodeEnvelope({ codeExecutionResult: data }, result, context)
    }
    case 'toolResponse': {
      const { output } = result
      const toolType = wasAbsent(metadata.body, 'toolType') ? '' : result.name
      const response = output.type === 'json' ? output.value : { output: outputText(output) }
      return encodeEnvelope(
        { toolResponse: encodeBody({ id, toolType, response }, metadata.body) },
        result,
        context,
      )
    }
    default:
      return undefined
  }
}

function decodeToolCall(input: PartInput, native: JsonObject): ToolCall {
  const name = stringOr(native.toolType, '')
  const args = isObject(native.args) ? native.args : {}
  const body = decodeBody(native, SERVER_CALL, ['toolType', 'args'])
  return serverCall(input, { native, part: 'toolCall', name, kind: serverToolKind(name), args, body })
}

/** `language` and `code` are the arguments. */
function decodeCode(input: PartInput, native: JsonObject): ToolCall {
  const args = compact({ language: native.language, code: native.code })
  const body = decodeBody(native, CODE)
  return serverCall(input, {
    native,
    part: 'executableCode',
    name: CODE_TOOL,
    kind: 'code_execution',
    args,
    body,
  })
}

/** FILE_SEARCH reports only that it ran: no response at all. */
function decodeToolResponse(input: PartInput, native: JsonObject): ToolResult {
  const name = stringOr(native.toolType, '')
  const body = decodeBody(native, name === '' ? SERVER_RESULT : NAMED_RESULT, ['toolType', 'response'])
  const output = { type: 'json' as const, value: native.response ?? {} }
  return serverResult(input, native, { name, output, isError: false }, { part: 'toolResponse', body })
}

function decodeCodeResult(input: PartInput, native: JsonObject): ToolResult {
  const outcome = enumWord(native.outcome)
  const isError = outcome !== undefined && isFailure(outcome)
  const value = stringOr(native.output, '')
  const output = isError ? { type: 'error-text' as const, value } : { type: 'text' as const, value }
  return serverResult(
    input,
    native,
    { name: CODE_TOOL, output, isError },
    {
      part: 'codeExecutionResult',
      outcome: outcome === standardOutcome(isError) ? undefined : (outcome ?? null),
      body: decodeBody(native, { ...CODE_RESULT, outcome: enumType(native.outcome) }, ['output']),
    },
  )
}

interface ServerCall {
  readonly native: JsonObject
  readonly part: 'toolCall' | 'executableCode'
  readonly name: string
  readonly kind: Exclude<ToolCall['kind'], 'custom'>
  readonly args: JsonObject
  readonly body: JsonObject | undefined
}

function serverCall(input: PartInput, { native, part, name, kind, args, body }: ServerCall): ToolCall {
  const path = at(input.path, part)
  const argumentText = () => stringifyJson(args, path)
  const { id, minted, repeated } = input.ids.call(stringOr(native.id, undefined), name, argumentText)
  const providerMetadata = wireMetadata(input.context, {
    ...decodeEnvelope(input, { [part]: 'object' }),
    part,
    body,
    id: idToRestore(native.id, repeated),
  })
  const decoded = decodeArgumentValue(args, { ...input.context, path })
  return callOf({ id, minted }, name, decoded, { kind, providerExecuted: true, providerMetadata })
}

type ServerMetadata = { readonly part: string; readonly [key: string]: JsonValue | undefined }

function serverResult(
  input: PartInput,
  native: JsonObject,
  answer: Pick<ToolResult, 'name' | 'output' | 'isError'>,
  metadata: ServerMetadata,
): ToolResult {
  const ids = input.ids.result(stringOr(native.id, undefined), answer.name)
  const providerMetadata = wireMetadata(input.context, {
    ...decodeEnvelope(input, { [metadata.part]: 'object' }),
    ...metadata,
    id: idToRestore(native.id),
  })
  return resultOf(ids, { ...answer, providerExecuted: true }, providerMetadata)
}

/** The old SDK spells outcomes in lower case; 1 is the number of the good one. */
function isFailure(outcome: string): boolean {
  return outcome !== '1' && outcome.toUpperCase() !== 'OUTCOME_OK'
}

function standardOutcome(isError: boolean): string {
  return isError ? 'OUTCOME_FAILED' : 'OUTCOME_OK'
}

/** The native word as long as it says the same; null stands for none. */
function encodeOutcome({ isError }: ToolResult, native: JsonValue | undefined): string | number | undefined {
  if (native === null && !isError) return undefined
  return typeof native === 'string' && isFailure(native) === isError
    ? enumValue(native)
    : standardOutcome(isError)
}
