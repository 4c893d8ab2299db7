import { expect, test } from 'vitest'
import type { ConversationRecord } from '../../src/chat/conversation/index.js'
import { Transcript } from '../../src/chat/conversation/transcript.js'
import { assistantMessage, toolCall } from '../../src/index.js'
import { type ApprovalRequest, approveCall } from '../../src/tools/index.js'

const call = toolCall('c1', 'buy', {})
const OF_CALL = { turn: 1, callId: 'c1' }
const answered: ConversationRecord = {
  type: 'answered',
  response: { message: assistantMessage(call), finish: { reason: 'tool-calls', outcome: 'complete' } },
}

/** Returns all sequences of requests and answers up to this length. An answer follows its request. */
function sequences(length: number): string[] {
  if (length === 0) return ['']
  const shorter = sequences(length - 1)
  return [...shorter, ...shorter.flatMap((one) => (one.endsWith('?') ? [`${one}?`, `${one}!`] : [`${one}?`]))]
}

test.each([...new Set(sequences(4))].filter(Boolean))(
  'requests (?) and answers (!) of one call: %s',
  (steps) => {
    const transcript = new Transcript()
    transcript.push({ at: 0, records: [answered] })
    let request: ApprovalRequest | undefined
    ;[...steps].forEach((step, index) => {
      const asked: ApprovalRequest = { id: `request_${index}`, callId: 'c1', name: 'buy', arguments: {} }
      request = step === '?' ? asked : request
      const record: ConversationRecord =
        step === '?'
          ? { type: 'approval-asked', ...OF_CALL, request: asked }
          : { type: 'approval-answered', ...OF_CALL, approval: approveCall(request ?? asked) }
      transcript.push({ at: index, records: [record] })
    })
    const [recorded] = transcript.calls
    expect(recorded?.request).toEqual(request)
    expect(recorded && transcript.stateOf(recorded, 9)).toBe(steps.endsWith('?') ? 'waiting' : 'open')
    expect(recorded?.approval === undefined).toBe(steps.endsWith('?'))
  },
)
