import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { arrayOr, isObject, objectOr } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { contentResult, errorResult, toolResult } from '../../base/model/create.js'
import type { ToolCall, ToolResult } from '../../base/model/types.js'
import { ToolError } from '../errors/tool-error.js'
import { isWhole, mcpWords, partOf } from './blocks.js'
import { categoryOfText } from './mcp-errors.js'

/**
 * Converts a server's answer to a result. The model receives `content`, or else the structured content. For
 * the host, `raw` contains the structured content, and `metadata` the server's name, `_meta`, and the
 * original `content` if `raw` and the model's output do not contain all its data.
 * @param server the server's name, for the host. Default: unknown.
 * @throws ToolError if the answer is not a result: the server first requires further input.
 */
export function mcpResult(call: ToolCall, answer: JsonValue, server?: string): ToolResult {
  const result: JsonObject = objectOr(answer, {})
  const { resultType } = result
  if (typeof resultType === 'string' && resultType !== 'complete') throw unfinished(resultType, server)
  const blocks = arrayOr(result.content, [])
  const output = result.isError === true ? failed(call, result, blocks) : succeeded(call, result, blocks)
  return { ...output, ...forHost(result, blocks, server) }
}

function unfinished(resultType: string, server: string | undefined): ToolError {
  return new ToolError(`The tool did not finish: its server answered "${resultType}".`, {
    category: 'confirmation_required',
    metadata: compact({ server, resultType }),
  })
}

/**
 * Creates the result of a successful call. Servers repeat structured content in `content`, but the model
 * receives the data only once.
 */
function succeeded(call: ToolCall, result: JsonObject, blocks: readonly JsonValue[]): ToolResult {
  const [part, ...others] = blocks.map(partOf)
  if (part === undefined) return toolResult(call, structuredOf(result))
  if (others.length === 0 && part.type === 'text') return toolResult(call, part.text)
  return contentResult(call, [part, ...others])
}

/** Returns the structured content. Servers of protocol version 2024-10-07 send it as `toolResult`. */
function structuredOf(result: JsonObject): JsonValue | undefined {
  return 'structuredContent' in result ? result.structuredContent : result.toolResult
}

function failed(call: ToolCall, result: JsonObject, blocks: readonly JsonValue[]): ToolResult {
  const text = blocks.map(mcpWords).join('\n')
  const structured = structuredOf(result)
  const said =
    text === '' && isObject(structured) ? structured : text || 'The tool failed without saying why.'
  const category = categoryOfText(text) ?? 'permanent_failure'
  return { ...errorResult(call, said), category, retryable: false }
}

function forHost(result: JsonObject, blocks: readonly JsonValue[], server?: string): Partial<ToolResult> {
  const { _meta, structuredContent: raw } = result
  const isTold = blocks.every((block) => isWhole(block) && (raw === undefined || repeats(block, raw)))
  const metadata = compact({ server, _meta, content: isTold ? undefined : blocks })
  return compact({ raw, metadata: Object.keys(metadata).length === 0 ? undefined : metadata })
}

/**
 * Returns true if the text is the structured content. Shortening the text for the model then loses no data.
 */
function repeats(block: JsonValue, raw: JsonValue): boolean {
  return isObject(block) && block.text === stringifyJson(raw)
}
