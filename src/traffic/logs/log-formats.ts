import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import { agentRuns } from './agent-runs.js'
import { batches } from './batches.js'
import { claudeCode } from './claude-code.js'
import { codex } from './codex.js'
import { geminiCli, geminiCliLines } from './gemini-cli.js'
import { gooseLines } from './goose-lines.js'
import type { LogFormat, LogRecord, TranscriptFormat } from './log-types.js'
import { observability } from './observability.js'
import { opencode } from './opencode.js'
import { pi } from './pi.js'

/** All formats of one value. The first format that can read the value is used. */
export const LOG_FORMATS: readonly LogFormat[] = [
  ...batches,
  ...observability,
  geminiCli,
  opencode,
  ...agentRuns,
]
/** All line-based formats. */
export const TRANSCRIPTS: readonly TranscriptFormat[] = [claudeCode, codex, geminiCliLines, pi, gooseLines]

/** Returns the exchange in a value logged by another program, or undefined for any other value. */
export function logRecord(value: JsonObject): LogRecord | undefined {
  for (const { read } of LOG_FORMATS) {
    const record = read(value)
    if (record !== undefined) return record
  }
  return undefined
}

/**
 * Returns the format of a transcript, detected from its first lines. Most transcripts begin with lines about
 * the program.
 */
export function transcriptOf(lines: readonly (JsonValue | undefined)[]): TranscriptFormat | undefined {
  const objects = lines.filter(isObject)
  return TRANSCRIPTS.find(({ matches }) => objects.some(matches))
}
