import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { arrayOr, isObject, objectOr } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { contentResult, errorResult, toolResult } from '../../base/model/create.js'
import type { ToolCall, ToolResult } from '../../base/model/types.js'
import { ToolError } from '../errors/tool-error.js'
import { isWhole, mcpWords, partOf } from './blocks.js'
import { categoryOfText } from './mcp-errors.js'

/**
 * What a server answered, as a result of ours. The model gets `content`, or the structured content where there is no
 * other. The host finds the structured content in `raw`, and in `metadata` the server's name, `_meta`, and `content` as it
 * came when neither that nor the model has all that it says.
 * @param server its name, for the host. Default: it is not known.
 * @throws ToolError when it is no answer: the server wants to be told something first.
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

/** Servers say structured content in `content`, too: the model is not told twice. */
function succeeded(call: ToolCall, result: JsonObject, blocks: readonly JsonValue[]): ToolResult {
  const [part, ...others] = blocks.map(partOf)
  if (part === undefined) return toolResult(call, structuredOf(result))
  if (others.length === 0 && part.type === 'text') return toolResult(call, part.text)
  return contentResult(call, [part, ...others])
}

/** `toolResult` is what servers of 2024-10-07 sent. */
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

/** Whether the text is the structured content: an executor that shortens it for the model loses nothing then. */
function repeats(block: JsonValue, raw: JsonValue): boolean {
  return isObject(block) && block.text === stringifyJson(raw)
}
