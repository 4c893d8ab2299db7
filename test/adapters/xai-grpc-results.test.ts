import { describe, expect, test } from 'vitest'
import { xaiGrpc } from '../../adapters/xai-grpc/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import {
  assistantMessage,
  contentResult,
  errorResult,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/base/model/create.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { stored } from '../support/values.js'

const ASKED = { role: 'ROLE_USER', content: [{ text: 'Go' }] }
const CALLED = {
  role: 'ROLE_ASSISTANT',
  content: [{ text: '' }],
  tool_calls: [
    { id: 'call_1', type: 'TOOL_CALL_TYPE_CLIENT_SIDE_TOOL', function: { name: 'go', arguments: '{}' } },
  ],
}
const CALL = toolCall('call_1', 'go', {})

/** The request with this answer to its call, read and written again. */
function again(result: JsonObject): unknown {
  const request = { model: 'grok-4.3', messages: [ASKED, CALLED, result] }
  return stored(xaiGrpc.encodeRequest(stored(xaiGrpc.decodeRequest(request).value)).value)
}

/** What is written of a result of ours. */
function written(result: ToolResult) {
  const messages = [userMessage('Go'), assistantMessage(CALL), toolMessage([result])]
  const { value, notices } = encodeConversation({ model: 'grok-4.3', messages }, { to: xaiGrpc })
  return { last: value.messages?.at(-1), all: JSON.stringify(value), notices }
}

describe('results come back as they were', () => {
  test.each<[string, JsonObject]>([
    ['with a text', { role: 'ROLE_TOOL', content: [{ text: 'done' }], tool_call_id: 'call_1' }],
    [
      'with two texts',
      { role: 'ROLE_TOOL', content: [{ text: 'a' }, { text: 'b' }], tool_call_id: 'call_1' },
    ],
    ['with no text', { role: 'ROLE_TOOL', content: [], tool_call_id: 'call_1' }],
    ['without content', { role: 'ROLE_TOOL', tool_call_id: 'call_1' }],
    ['without the id of the call', { role: 'ROLE_TOOL', content: [{ text: 'done' }] }],
    [
      'with a picture',
      {
        role: 'ROLE_TOOL',
        content: [{ image_url: { image_url: 'https://example.com/a.png' } }],
        tool_call_id: 'call_1',
      },
    ],
  ])('%s', (_form, result) => {
    expect(again(result)).toEqual({ model: 'grok-4.3', messages: [ASKED, CALLED, result] })
  })
})

describe('results of ours', () => {
  test('an error is told in its text', () => {
    expect(JSON.stringify(written(errorResult(CALL, 'no such city')).last)).toContain('no such city')
  })

  test('a picture follows in a message of the user, or a notice says that it is left out', () => {
    const picture = {
      ...{ type: 'media' as const, kind: 'image' as const, mediaType: 'image/png' },
      source: { type: 'data' as const, data: 'AAAA' },
    }
    const { all, notices } = written(contentResult(CALL, [{ type: 'text', text: 'Here:' }, picture]))
    expect(all.includes('AAAA') || notices.some(({ severity }) => severity === 'warning')).toBe(true)
    expect(all).toContain('Here:')
  })

  test('a text that was empty is written as one', () => {
    expect(written(toolResult(CALL, '')).last).toMatchObject({ role: 'ROLE_TOOL', tool_call_id: 'call_1' })
  })
})
