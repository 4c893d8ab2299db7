import type { JsonValue } from '../base/json/json-types.js'
import { asJson, objectOr } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import { expectGiven, expectResults } from '../base/model/expect.js'
import type { ToolResult } from '../base/model/types.js'

/** Data from a tool for the host, in addition to the text for the model. It is never sent to a provider. */
export interface HostData {
  /** The output as data for programs, if the model reads a text. */
  readonly raw?: JsonValue
  /** The change of a file. */
  readonly diff?: { readonly filePath: string; readonly oldContent: string; readonly newContent: string }
  /** The paths that the output refers to. */
  readonly locations?: readonly string[]
  /** The kind of source of the output: `shell`, `file_system`, `web_scrape`, `mcp`, `memory`, … */
  readonly claimSource?: string
  /** True if all output was already emitted as chunks. */
  readonly streamed?: boolean
  /** The terminal of the command. */
  readonly terminalId?: string
  /** The id of a background process; the final event of the call also contains this id. */
  readonly runId?: string
  /** The amount of output that was filtered out before the model received it. */
  readonly filterStats?: FilterStats
}

/** The amount of output that a filter removed. */
export interface FilterStats {
  /** The characters before filtering. */
  readonly rawCharacters: number
  /** The characters after filtering. */
  readonly filteredCharacters: number
  /** The lines before filtering. Default: not counted. */
  readonly rawLines?: number
  /** The lines after filtering. Default: not counted. */
  readonly filteredLines?: number
}

/**
 * Adds data for the host to a result.
 * @example execute: (input, { call }) => withHostData(toolResult(call, 'changed 1 line'), { diff, locations: [diff.filePath] })
 */
export function withHostData(result: ToolResult, data: HostData): ToolResult {
  expectResults([result])
  expectGiven(data, ['withHostData needs the data', 'withHostData(result, { summary })'], '/data')
  const { raw = result.raw, ...metadata } = data
  const known = compact({ ...result.metadata, ...objectOr(asJson(compact(metadata)), {}) })
  return compact({ ...result, raw, metadata: known })
}
