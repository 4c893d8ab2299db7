import { expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { type Notice, provider, userMessage } from '../../src/index.js'
import { models } from '../../src/translate/catalogue/index.js'

const answer = {
  type: 'message',
  role: 'assistant',
  model: 'm',
  id: 'msg_1',
  content: [{ type: 'text', text: 'Hello.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
} as const

async function asked(model: string, fill?: true) {
  const sent: object[] = []
  const notices: Notice[] = []
  const claude = provider<Adapter>(anthropic, {
    model,
    models,
    ...(fill && { fill }),
    stream: false,
    send: (request) => {
      sent.push(request)
      return answer
    },
    onNotice: (notice) => notices.push(notice),
  })
  await claude.turn({ messages: [userMessage('hi')], reasoning: { effort: 'high' } }).response
  return { body: sent[0], codes: notices.map(({ code }) => code) }
}

test('a provider with a known model sends settings that the model accepts', async () => {
  const { body, codes } = await asked('claude-sonnet-4-5', true)
  expect(body).toMatchObject({
    max_tokens: 64_000,
    thinking: { type: 'enabled', budget_tokens: 16_384 },
  })
  expect(codes).toEqual(['output-limit-filled', 'budget-from-effort'])
})

test('an output limit is not invented unless it is requested', async () => {
  await expect(asked('claude-sonnet-4-5')).rejects.toThrow('set maxOutputTokens')
  await expect(asked('nobody-knows', true)).rejects.toThrow('set maxOutputTokens')
})
