import type { Message, ToolCall, ToolResult } from '../../base/model/types.js'
import { ToolError } from '../../tools/errors/tool-error.js'
import { failedResult } from '../../tools/failed-result.js'
import { refusedResult } from '../../tools/waiting-result.js'
import type { ConversationRecord } from './records.js'
import type { CallState, Transcript } from './transcript.js'

/** Returns the result of a call that began and whose end is unknown. */
export function unknownResult(call: ToolCall): ToolResult {
  return failedResult(call, new ToolError(UNKNOWN, { category: 'cancelled' }))
}

const UNKNOWN =
  'The process that ran this call ended before its result was recorded. Whether the call took effect is not known. Do not repeat it before this is checked.'

/** Returns the result of a call that is cancelled without running. */
export function cancelledResult(call: ToolCall, state: CallState, reason?: string): ToolResult {
  if (state === 'unknown' && reason === undefined) return unknownResult(call)
  const message = reason ?? 'The call was cancelled. It was not run.'
  return failedResult(call, new ToolError(message, { category: 'cancelled' }))
}

/**
 * Returns the results of the calls that a new message of the user ends: calls of an earlier question do not
 * run later. Do not use it for a running turn, whose calls continue.
 */
export function superseded(transcript: Transcript, now: number, { role }: Message): ConversationRecord[] {
  if (role !== 'user') return []
  return transcript.latestCalls.flatMap((known): ConversationRecord[] => {
    const { turn, call } = known
    const state = transcript.stateOf(known, now)
    if (state === 'ended' || state === 'withheld') return []
    const result =
      state === 'waiting' ? refusedResult(call, WENT_ON) : cancelledResult(call, state, undefined)
    return [{ type: 'call-ended', turn, callId: call.id, result }]
  })
}

const WENT_ON = 'The user went on without answering the request for approval. The call was not run.'
