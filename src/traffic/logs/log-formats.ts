import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import { batches } from './batches.js'
import { claudeCode } from './claude-code.js'
import { codex } from './codex.js'
import { geminiCli, geminiCliLines } from './gemini-cli.js'
import type { LogFormat, LogRecord, TranscriptFormat } from './log-types.js'
import { observability } from './observability.js'
import { opencode } from './opencode.js'
import { pi } from './pi.js'

/** All forms of one value; the first that reads it is taken. */
export const LOG_FORMATS: readonly LogFormat[] = [...batches, ...observability, geminiCli, opencode]
/** All forms of lines. */
export const TRANSCRIPTS: readonly TranscriptFormat[] = [claudeCode, codex, geminiCliLines, pi]

/** The exchange in a value that another program logged; undefined for anything else. */
export function logRecord(value: JsonObject): LogRecord | undefined {
  for (const { read } of LOG_FORMATS) {
    const record = read(value)
    if (record !== undefined) return record
  }
  return undefined
}

/** The form of a transcript, by its first lines. Most begin with lines about the program. */
export function transcriptOf(lines: readonly (JsonValue | undefined)[]): TranscriptFormat | undefined {
  const objects = lines.filter(isObject)
  return TRANSCRIPTS.find(({ matches }) => objects.some(matches))
}
