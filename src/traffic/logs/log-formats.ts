import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectsIn } from '../../base/json/read-json.js'
import { adkEvents } from './adk-events.js'
import { agUiEvents, agUiMessages } from './ag-ui.js'
import { agentRuns } from './agent-runs.js'
import { agentsSdk, agentsSdkState } from './agents-sdk.js'
import { aiSdk4, mastraV1 } from './ai-sdk-4.js'
import { batches } from './batches.js'
import { bodyPairs } from './body-pairs.js'
import { claudeCode } from './claude-code.js'
import { codex } from './codex.js'
import { dataSets } from './data-sets.js'
import { listsIn } from './envelopes.js'
import { geminiCli, geminiCliLines } from './gemini-cli.js'
import { gooseLines } from './goose-lines.js'
import { langGraphUpdates } from './lang-graph.js'
import type { LogFormat, LogRecord, TranscriptConversation, TranscriptFormat } from './log-types.js'
import { observability } from './observability.js'
import { openHands, openHandsTrajectory } from './open-hands.js'
import { opencode } from './opencode.js'
import { phoenix } from './phoenix.js'
import { pi } from './pi.js'
import { pydanticAi } from './pydantic-ai.js'

/** All formats of one value. The first format that can read the value is used. */
export const LOG_FORMATS: readonly LogFormat[] = [
  ...batches,
  ...bodyPairs,
  ...observability,
  geminiCli,
  opencode,
  ...agentRuns,
  agentsSdkState,
  phoenix,
  ...dataSets,
]
/** All line-based formats. */
export const TRANSCRIPTS: readonly TranscriptFormat[] = [
  claudeCode,
  codex,
  geminiCliLines,
  pi,
  gooseLines,
  aiSdk4,
  mastraV1,
  agentsSdk,
  pydanticAi,
  agUiEvents,
  agUiMessages,
  openHands,
  openHandsTrajectory,
  adkEvents,
  langGraphUpdates,
]

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

/**
 * Returns the conversations of a transcript that is a JSON list, bare or in an object of another program; empty
 * for any other value.
 */
export function conversationsIn(value: JsonValue): TranscriptConversation[] {
  const lists = isArray(value) ? [value] : isObject(value) ? listsIn(value).map(({ list }) => list) : []
  for (const list of lists) {
    const format = transcriptOf(list)
    if (format !== undefined) return format.read(objectsIn(list), isObject(value) ? value : undefined)
  }
  return []
}
