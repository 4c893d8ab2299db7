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
 * A call of a model as the `params` of `tools/call`: what clients of the official SDK take.
 * @throws AdapterError('unsupported') for a call whose arguments are no whole object: it must not be made.
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
 * What a server answered, as the result of a call: what the model is to see, and for the host `raw` (the structured
 * content) and `metadata`.
 * @param answer a `CallToolResult`, as clients of the official SDK give it.
 * @throws ToolError when it is none yet: the server wants to be told something first.
 * @example const result = toolResultOf(call, await client.callTool(callToolParams(call)))
 */
export function toolResultOf(call: ToolCall, answer: object): ToolResult {
  return mcpResult(call, asJson(answer))
}

/**
 * What a server is asked to do, as a call.
 * @param request `tools/call`, or its `params`.
 * @param requestId the id of JSON-RPC's, of which that of the call is made. Default: none.
 * @throws AdapterError when there is no name.
 * @example server.setRequestHandler(CallToolRequestSchema, (request, { requestId }) => run(toolCallOf(request, requestId)))
 */
export function toolCallOf(request: object, requestId?: string | number): ToolCall {
  const native = expectObject(asJson(request), '')
  const isWhole = 'params' in native
  const params = isWhole ? native.params : native
  return decodeParams(params, callIdOf(requestId), { ...createContext(WIRE), path: isWhole ? '/params' : '' })
}

/**
 * A result as a server answers with it. What only the host is to know is not in it.
 * @example return callToolResult(await run(toolCallOf(request)))
 */
export function callToolResult(result: ToolResult): McpCallToolResult {
  return asNative(encodeCallResult(result, { ...createContext(WIRE), path: '' }))
}
