import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, objectOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { ToolErrorCategory } from '../errors/categories.js'
import { categoryOfStatus } from '../errors/classify.js'
import { toToolError } from '../errors/to-tool-error.js'
import { ToolError } from '../errors/tool-error.js'

/**
 * Error codes of JSON-RPC and the protocol, and the code names that version 2 of the SDK uses for client-side
 * errors.
 */
const CATEGORIES: ReadonlyMap<unknown, ToolErrorCategory> = new Map<unknown, ToolErrorCategory>([
  [-32601, 'tool_not_found'],
  [-32602, 'invalid_parameters'],
  [-32603, 'server_error'],
  [-32000, 'network_error'],
  [-32001, 'timeout'],
  [-32042, 'confirmation_required'],
  ['NOT_CONNECTED', 'network_error'],
  ['CONNECTION_CLOSED', 'network_error'],
  ['SEND_FAILED', 'network_error'],
  ['REQUEST_TIMEOUT', 'timeout'],
])

const PREFIX = /^(?:MCP error -?\d+: )+/
/**
 * Matches messages of SDK-based servers about unknown tools. `REFUSED` matches messages about rejected
 * arguments.
 */
const UNKNOWN_TOOL = /^(?:Unknown tool\b|Tool .{1,200} (?:not found|disabled)$)/
const REFUSED = /^(?:Input validation error|Invalid arguments)\b/
/** Matches messages of a client that rejects the server's output. `-32602` then refers to the result. */
const BROKEN_OUTPUT = /output ?schema/i
/**
 * The message of an error without a code:
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/v1.x/src/shared/protocol.ts
 */
const NO_CONNECTION = 'Not connected'

/** Returns the category of a server's error message, if it can be derived. */
export function categoryOfText(text: string): ToolErrorCategory | undefined {
  const words = text.slice(0, 1000).replace(PREFIX, '')
  if (UNKNOWN_TOOL.test(words)) return 'tool_not_found'
  return REFUSED.test(words) ? 'invalid_parameters' : undefined
}

/**
 * Converts a client's error to a `ToolError`: with the category and the server's message without the SDK's
 * prefix. For the host, the metadata has the code and the data of the error.
 */
export function mcpErrorOf(cause: unknown, server: string, signal?: AbortSignal): ToolError {
  if (signal?.aborted) return stopped(signal.reason, cause, server)
  const known = toToolError(cause)
  if (known === cause) return known
  const { code, data } = partsOf(cause)
  return new ToolError(known.message.replace(PREFIX, '') || 'The MCP server returned an error.', {
    category: categoryOf(code, known),
    metadata: compact({ ...known.metadata, server, code, data }),
    cause,
  })
}

/** Returns the error of a stopped call, with the reason from the executor if there is one. */
function stopped(reason: unknown, cause: unknown, server: string): ToolError {
  if (reason instanceof ToolError) return reason
  const { category } = toToolError(reason)
  const isTimeout = category === 'timeout'
  return new ToolError(isTimeout ? 'The call timed out.' : 'The call was cancelled.', {
    category: isTimeout ? category : 'cancelled',
    metadata: { server },
    cause,
  })
}

function partsOf(cause: unknown): { readonly code?: JsonValue; readonly data?: JsonValue } {
  const { code, data }: JsonObject = objectOr(asJson(cause), {})
  return compact({ code, data })
}

function categoryOf(code: JsonValue | undefined, { message, category }: ToolError): ToolErrorCategory {
  const text = message.slice(0, 1000)
  if (BROKEN_OUTPUT.test(text)) return 'permanent_failure'
  if (text === NO_CONNECTION) return 'network_error'
  // Version 1 of the SDK puts the HTTP status into `code`.
  if (typeof code === 'number' && code >= 400 && code < 600) return categoryOfStatus(code)
  // The category of the HTTP status is more specific than a general failure.
  const known = categoryOfText(text) ?? (category === 'permanent_failure' ? CATEGORIES.get(code) : undefined)
  return known ?? category
}
