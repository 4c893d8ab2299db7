import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Wired } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolResult } from '../../src/base/model/types.js'
import { resultOf } from '../../src/codec/shape/call-codec.js'
import { metadataFor } from '../../src/codec/shape/fields.js'

/** The type of the part that represents a denied call without a result. */
export const RESPONSE = 'tool-approval-response'

/**
 * Converts approval responses: a denial becomes the result of its call. Approval requests and other responses
 * are kept.
 */
export function settleApprovals(messages: Message[], wired: Wired): Message[] {
  const calls = new Map<string, string>()
  const answered = new Set<string>()
  for (const part of messages.flatMap(({ parts }) => parts)) {
    const native = nativeOf(part, wired)
    if (native?.type === 'tool-approval-request')
      calls.set(stringOr(native.approvalId, ''), stringOr(native.toolCallId, ''))
    if (part.type === 'tool-result') answered.add(part.callId)
  }
  if (calls.size === 0) return messages
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => {
      const native = nativeOf(part, wired)
      const callId = calls.get(stringOr(native?.approvalId, ''))
      const isDenial = native?.type === RESPONSE && native.approved === false
      if (!isDenial || callId === undefined || answered.has(callId)) return part
      return denial(native, callId, wired)
    }),
  }))
}

function nativeOf(part: Part, { wire }: Wired): JsonObject | undefined {
  return part.type === 'opaque' && part.wire === wire && isObject(part.value) ? part.value : undefined
}

function denial(native: JsonObject, callId: string, wired: Wired): ToolResult {
  const output = compact({ type: 'denied' as const, reason: stringOr(native.reason, undefined) })
  return resultOf(
    { id: callId },
    { output, isError: true, providerExecuted: native.providerExecuted === true },
    metadataFor(native, { type: 'string', reason: 'string' }, wired, { type: RESPONSE, source: callId }),
  )
}
