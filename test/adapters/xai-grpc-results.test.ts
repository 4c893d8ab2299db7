import { describe, expect, test } from 'vitest'
import { xaiGrpc } from '../../adapters/xai-grpc/index.js'
import {
  assistantMessage,
  contentResult,
  errorResult,
  toolCall,
  toolMessage,
  userMessage,
} from '../../src/base/model/create.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'

const CALL = toolCall('call_1', 'go', {})

/** Encodes a canonical result. */
function written(result: ToolResult) {
  const messages = [userMessage('Go'), assistantMessage(CALL), toolMessage([result])]
  const { value, notices } = encodeConversation({ model: 'grok-4.3', messages }, { to: xaiGrpc })
  return { last: value.messages?.at(-1), all: JSON.stringify(value), notices }
}

describe('results of ours', () => {
  test('an error is marked in its text', () => {
    expect(JSON.stringify(written(errorResult(CALL, 'no such city')).last)).toContain('no such city')
  })

  test('a picture follows in a user message, or a notice reports the omission', () => {
    const picture = {
      ...{ type: 'media' as const, kind: 'image' as const, mediaType: 'image/png' },
      source: { type: 'data' as const, data: 'AAAA' },
    }
    const { all, notices } = written(contentResult(CALL, [{ type: 'text', text: 'Here:' }, picture]))
    expect(all.includes('AAAA') || notices.some(({ severity }) => severity === 'warning')).toBe(true)
    expect(all).toContain('Here:')
  })
})
