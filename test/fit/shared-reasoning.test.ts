import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'

const CLAUDE = ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929']
const CLAUDE_ON_BEDROCK = [
  'anthropic.claude-sonnet-4-5-20250929-v1:0',
  'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  'arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-sonnet-4-5-20250929-v1:0',
]
const OTHER = ['claude-haiku-4-5', 'deepseek-v4', 'MiniMax-M2']
const OTHER_ON_BEDROCK = ['anthropic.claude-haiku-4-5-20251001-v1:0', 'us.amazon.nova-2-lite-v1:0']

const word = fc.stringMatching(/^[A-Za-z0-9+/]{8,24}$/)
const user = 'Weather in Oslo?'

const messages = (model: string, thought: object) => ({
  model,
  max_tokens: 2048,
  messages: [
    { role: 'user', content: user },
    { role: 'assistant', content: [thought, { type: 'text', text: 'It is sunny.' }] },
    { role: 'user', content: 'And in Bergen?' },
  ],
})
const converse = (modelId: string, thought: object) => ({
  modelId,
  messages: [
    { role: 'user', content: [{ text: user }] },
    { role: 'assistant', content: [{ reasoningContent: thought }, { text: 'It is sunny.' }] },
    { role: 'user', content: [{ text: 'And in Bergen?' }] },
  ],
})

/** The same reasoning on both wires. */
const thoughts = fc.record({ text: word, signature: word, isRedacted: fc.boolean() }).map((one) =>
  one.isRedacted
    ? {
        block: { type: 'redacted_thinking', data: one.signature },
        content: { redactedContent: one.signature },
        signature: one.signature,
      }
    : {
        block: { type: 'thinking', thinking: one.text, signature: one.signature },
        content: { reasoningText: { text: one.text, signature: one.signature } },
        signature: one.signature,
      },
)

function toBedrock(from: string, to: string, thought: object): string {
  return JSON.stringify(
    translateRequest(messages(from, thought), { from: anthropic, to: bedrock, model: to }).value,
  )
}

function toAnthropic(from: string, to: string, thought: object): string {
  const options = { from: bedrock, to: anthropic, model: to, maxOutputTokens: 2048 }
  return JSON.stringify(translateRequest(converse(from, thought), options).value)
}

describe('signatures between the hosts of Claude', () => {
  test('requests of the same model keep them in both directions', () => {
    const names = fc.tuple(fc.constantFrom(...CLAUDE), fc.constantFrom(...CLAUDE_ON_BEDROCK))
    fc.assert(
      fc.property(names, thoughts, ([here, there], { block, content }) => {
        expect(JSON.parse(toBedrock(here, there, block)).messages[1].content[0]).toEqual({
          reasoningContent: content,
        })
        expect(JSON.parse(toAnthropic(there, here, content)).messages[1].content[0]).toEqual(block)
      }),
    )
  })

  test('a signature of another model never arrives', () => {
    const pairs = fc.oneof(
      fc.tuple(fc.constantFrom(...CLAUDE), fc.constantFrom(...OTHER_ON_BEDROCK)),
      fc.tuple(fc.constantFrom(...OTHER), fc.constantFrom(...CLAUDE_ON_BEDROCK)),
    )
    fc.assert(
      fc.property(pairs, thoughts, ([here, there], { block, content, signature }) => {
        expect(toBedrock(here, there, block)).not.toContain(signature)
        expect(toAnthropic(there, here, content)).not.toContain(signature)
      }),
    )
  })

  test('answers keep them in both directions, unless another model wrote them', () => {
    fc.assert(
      fc.property(thoughts, ({ block, content, signature }) => {
        const native = (model: string) => ({
          ...{ id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: 'end_turn' },
          ...{ stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
          content: [block, { type: 'text', text: 'It is sunny.' }],
        })
        const answer = {
          output: {
            message: { role: 'assistant', content: [{ reasoningContent: content }, { text: 'Sunny.' }] },
          },
          stopReason: 'end_turn',
          usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        }
        const there = (model: string) =>
          JSON.stringify(translateResponse(native(model), { from: anthropic, to: bedrock }).value)
        const here = (model: string) =>
          JSON.stringify(translateResponse(answer, { from: bedrock, to: anthropic, model }).value)
        expect(there('claude-sonnet-4-5')).toContain(signature)
        expect(there('deepseek-v4')).not.toContain(signature)
        for (const model of CLAUDE_ON_BEDROCK) expect(here(model)).toContain(signature)
        // The empty name is that of an unknown model.
        for (const model of ['us.amazon.nova-2-lite-v1:0', '']) expect(here(model)).not.toContain(signature)
      }),
    )
  })
})

describe("signatures of Gemini's calls at its compatible address", () => {
  // https://ai.google.dev/gemini-api/docs/thought-signatures
  const request = (signature: string) => ({
    contents: [
      { role: 'user', parts: [{ text: user }] },
      {
        role: 'model',
        parts: [{ functionCall: { name: 'weather', args: {} }, thoughtSignature: signature }],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { sky: 'clear' } } }] },
    ],
  })
  const sent = (limits: string | undefined) =>
    JSON.stringify(
      translateRequest(request('c2ln'), { from: google, to: openaiChat, model: 'gemini-4-argon', limits })
        .value,
    )

  test('go there for the same model, and nowhere else', () => {
    expect(sent('gemini-compat')).toContain('"extra_content":{"google":{"thought_signature":"c2ln"}}')
    for (const limits of [undefined, 'openrouter', 'vllm']) expect(sent(limits)).not.toContain('c2ln')
  })
})
