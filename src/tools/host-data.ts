import type { JsonValue } from '../base/json/json-types.js'
import { asJson, objectOr } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import { expectGiven } from '../base/model/entrance.js'
import { expectResults } from '../base/model/expect.js'
import type { ToolResult } from '../base/model/types.js'

/** What a tool tells the host beside what the model reads. None of it is sent to a provider. */
export interface HostData {
  /** The output as data: what a program works with, where the model reads a text. */
  readonly raw?: JsonValue
  /** What was changed in a file. */
  readonly diff?: { readonly filePath: string; readonly oldContent: string; readonly newContent: string }
  /** Paths that the output is about. */
  readonly locations?: readonly string[]
  /** What vouches for the output: `shell`, `file_system`, `web_scrape`, `mcp`, `memory`, … */
  readonly claimSource?: string
  /** Whether all of it was told as chunks already. */
  readonly streamed?: boolean
  /** The terminal that it ran in. */
  readonly terminalId?: string
  /** What goes on in the background: events of the call's end name it, too. */
  readonly runId?: string
  /** How much of the output was left out before the model got it. */
  readonly filterStats?: FilterStats
}

/** How much of an output a filter left out. */
export interface FilterStats {
  /** What there was. */
  readonly rawCharacters: number
  /** What was left of it. */
  readonly filteredCharacters: number
  /** What there was. Default: not counted. */
  readonly rawLines?: number
  /** What was left of it. Default: not counted. */
  readonly filteredLines?: number
}

/**
 * A result that tells the host more than the model.
 * @example execute: (input, { call }) => withHostData(toolResult(call, 'changed 1 line'), { diff, locations: [diff.filePath] })
 */
export function withHostData(result: ToolResult, data: HostData): ToolResult {
  expectResults([result])
  expectGiven(data, ['withHostData needs the data', 'withHostData(result, { summary })'], '/data')
  const { raw = result.raw, ...metadata } = data
  const known = compact({ ...result.metadata, ...objectOr(asJson(compact(metadata)), {}) })
  return compact({ ...result, raw, metadata: known })
}
