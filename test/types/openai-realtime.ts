import type { ConversationItemCreateEvent, RealtimeServerEvent } from 'openai/resources/realtime/realtime'
import { openaiRealtime } from '../../adapters/openai-realtime/index.js'
import type { ToolResult } from '../../src/index.js'

declare const results: readonly ToolResult[]
declare const event: RealtimeServerEvent

/** Results are events of the official client. */
export const events: ConversationItemCreateEvent[] = openaiRealtime.toolResults(results)
/** The client's events are accepted without a cast. */
export const read = openaiRealtime.stream([event])
