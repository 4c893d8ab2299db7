import { AdapterError } from '../../src/base/json/adapter-error.js'
import { asJson, asNative, expectObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { ToolCall, ToolResult } from '../../src/base/model/types.js'
import { decodeOutput, isOutput, outputOf } from './results.js'
import type { LlmToolError, LlmToolOutput } from './wire.js'

/**
 * Converts the output or error of a tool to the result of a call. Data hidden from the model is in the
 * result's `metadata`.
 * @param output a `ToolOutput` or a `ToolError`.
 * @throws AdapterError for any other value.
 */
export function resultOfOutput(call: ToolCall, output: LlmToolOutput | LlmToolError): ToolResult {
  const native = expectObject(asJson(output), '')
  if (!isOutput(native)) throw new AdapterError('wrong-type', '', 'expected a ToolOutput or a ToolError')
  const {
    providerMetadata: _own,
    minted: _minted,
    ...said
  } = decodeOutput(native, { ...createContext('llm-tool'), path: '' })
  return compact({ ...said, callId: call.id, name: call.name, minted: call.minted })
}

/** Converts a result to a `ToolOutput`, or a failed result to a `ToolError`. */
export function outputOfResult(result: ToolResult): LlmToolOutput | LlmToolError {
  return asNative(outputOf(result))
}
