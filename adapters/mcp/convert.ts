import { AdapterError } from '../../src/base/json/adapter-error.js'
import { asJson, asNative, expectObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { ToolCall, ToolResult } from '../../src/base/model/types.js'
import { mcpResult } from '../../src/tools/mcp/result.js'
import { decodeParams, encodeParams } from './calls.js'
import { callIdOf } from './frames.js'
import { encodeCallResult } from './results.js'
import type { McpCallToolParams, McpCallToolResult } from './wire.js'

const WIRE = 'mcp'

/**
 * Converts a model's call to the `params` of `tools/call`, which clients of the official SDK accept.
 * @throws AdapterError('unsupported') for a call whose arguments are not a complete object, because the call
 * must not be made.
 * @example const answer = await client.callTool(callToolParams(call))
 */
export function callToolParams(call: ToolCall): McpCallToolParams {
  if (call.kind === 'custom' || call.status !== 'complete') {
    const state = call.kind === 'custom' ? 'free text' : call.status
    throw new AdapterError('unsupported', '/arguments', `the arguments of ${call.name} are ${state}`)
  }
  const { _meta, ...params } = encodeParams(call, { ...createContext(WIRE), path: '' })
  return asNative(params)
}

/**
 * Converts a server's answer to the result of a call: the output for the model, and for the host `raw` (the
 * structured content) and `metadata`.
 * @param answer a `CallToolResult`, as returned by clients of the official SDK.
 * @throws ToolError for an answer that is not a result yet: the server needs more input first.
 * @example const result = toolResultOf(call, await client.callTool(callToolParams(call)))
 */
export function toolResultOf(call: ToolCall, answer: object): ToolResult {
  return mcpResult(call, asJson(answer))
}

/**
 * Converts a request to a server to a call.
 * @param request `tools/call`, or its `params`.
 * @param requestId the JSON-RPC id, from which the id of the call is derived. Default: none.
 * @throws AdapterError for a request without a name.
 * @example server.setRequestHandler(CallToolRequestSchema, (request, { requestId }) => run(toolCallOf(request, requestId)))
 */
export function toolCallOf(request: object, requestId?: string | number): ToolCall {
  const native = expectObject(asJson(request), '')
  const isWhole = 'params' in native
  const params = isWhole ? native.params : native
  return decodeParams(params, callIdOf(requestId), { ...createContext(WIRE), path: isWhole ? '/params' : '' })
}

/**
 * Converts a result to a server's answer. Data that is only for the host is omitted.
 * @example return callToolResult(await run(toolCallOf(request)))
 */
export function callToolResult(result: ToolResult): McpCallToolResult {
  return asNative(encodeCallResult(result, { ...createContext(WIRE), path: '' }))
}
