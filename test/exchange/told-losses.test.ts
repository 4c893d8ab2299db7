import { describe, expect, test } from 'vitest'
import { anthropicMessages as anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrockConverse as bedrock } from '../../adapters/bedrock-converse/index.js'
import { googleGenerateContent as google } from '../../adapters/google-generate-content/index.js'
import { langchain } from '../../adapters/langchain/index.js'
import { mcp } from '../../adapters/mcp/index.js'
import { mistralChat as mistral } from '../../adapters/mistral-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { robotLab } from '../../adapters/robot-lab/index.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'

const USAGE = { input_tokens: 1, output_tokens: 1 }

function claude(content: readonly object[]) {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content,
    stop_reason: 'end_turn',
    usage: USAGE,
  }
}

describe('losses of a translation are reported', () => {
  test('the id of an answer, and its model, if the target has neither', () => {
    const { notices } = translateResponse(claude([{ type: 'text', text: 'Hi' }]), {
      from: anthropic,
      to: bedrock,
    })
    expect(notices).toMatchObject([
      { code: 'answer-head-dropped', path: '/id', detail: { id: 'msg_1', model: 'claude' } },
    ])
  })

  test.each([langchain, mcp])('data of an error beyond its message, for $id', (to) => {
    const refusal = {
      error: { message: 'No.', type: 'invalid_request_error', param: 'temperature', code: null },
    }
    const { notices } = translateResponse(refusal, { from: openaiChat, to })
    expect(notices).toContainEqual(
      expect.objectContaining({ code: 'fields-not-carried', detail: { param: 1 } }),
    )
  })

  test('fields of a call that becomes text, if fields of other wires are kept elsewhere', () => {
    const call = {
      type: 'server_tool_use',
      id: 'srvtoolu_1',
      name: 'web_search',
      input: { query: 'x' },
      caller: { type: 'direct' },
    }
    const { notices } = translateResponse(claude([call]), { from: anthropic, to: mcp })
    expect(notices).toContainEqual(
      expect.objectContaining({ code: 'fields-not-carried', detail: { caller: 1 } }),
    )
  })

  test('the signature of reasoning in an answer, and of a call in a history', () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' }
    const answer = translateResponse(claude([thinking]), { from: anthropic, to: mistral })
    expect(answer.notices).toContainEqual(
      expect.objectContaining({
        code: 'fields-not-carried',
        detail: expect.objectContaining({ signature: 1 }),
      }),
    )
    const call = { functionCall: { name: 'get', args: {} }, thoughtSignature: 'c2lnbmVk' }
    const request = {
      contents: [
        { role: 'user', parts: [{ text: 'Go' }] },
        { role: 'model', parts: [call] },
      ],
    }
    const { notices } = translateRequest(request, { from: google, to: openaiChat })
    expect(notices).toContainEqual(
      expect.objectContaining({ code: 'fields-not-carried', detail: { signature: 1 } }),
    )
  })

  test('bookkeeping of an answer', () => {
    const answer = {
      output: [{ type: 'text', role: 'assistant', content: 'Hi', stop_reason: 'stop' }],
      checksum: 'abc',
    }
    const { notices } = translateResponse(answer, { from: robotLab, to: openaiChat })
    expect(notices).toContainEqual(
      expect.objectContaining({ code: 'fields-not-carried', detail: { checksum: 1 } }),
    )
  })

  test('that a result which becomes text loses data that only its provider can read', () => {
    const secret = `Er0${'Ab1'.repeat(40)}`
    const found = {
      type: 'web_search_result',
      title: 'A',
      url: 'https://a.example',
      encrypted_content: secret,
    }
    const messages = [
      { role: 'user', content: 'Search' },
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [found] },
        ],
      },
      { role: 'user', content: 'Go on' },
    ]
    const { notices, value } = translateRequest(
      { model: 'claude', max_tokens: 9, messages },
      { from: anthropic, to: openaiChat, model: 'm' },
    )
    expect(JSON.stringify(value)).not.toContain(secret)
    expect(notices).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining('without data that only its provider can read (1)'),
      }),
    )
  })
})
