import { describe, expect, test } from 'vitest'
import type { Conversation, Message } from '../../src/base/model/types.js'
import { encodeConversation, userMessage } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'
import { stored } from '../support/values.js'

const { adapter } = adapterOf('google-generate-content')
const call = {
  type: 'tool-call' as const,
  id: 'call_1',
  name: 'look',
  kind: 'function' as const,
  providerExecuted: false,
  status: 'complete' as const,
  arguments: {},
}
const text = (said: string) => ({ type: 'text' as const, text: said })
const answer = (wire: string, ...parts: Message['parts'][number][]): Message => ({
  role: 'assistant',
  parts,
  origin: { wire },
})

function sent(conversation: Conversation, options: { model?: string; limits?: string } = {}) {
  const { value, notices } = encodeConversation(conversation, {
    to: adapter,
    model: 'gemini-2.5-flash',
    ...options,
  })
  return { text: JSON.stringify(stored(value)), codes: notices.map(({ code }) => code) }
}

describe('requests to Gemini', () => {
  // "Unable to submit request because it must have a text parameter": https://github.com/anomalyco/opencode/issues/31259
  const blank = [answer('openai-chat', text(''), call), answer('openai-chat', text('\n '))]

  test('have no blank text of another wire', () => {
    const { text: body, codes } = sent({ messages: [userMessage('Hi'), ...blank, userMessage('Go on.')] })
    expect(body).not.toMatch(/"text":"\s*"/)
    expect(body).toContain('functionCall')
    expect(codes).toContain('blank-text-dropped')
  })

  test('keep a blank text that Gemini wrote, which may be signed', () => {
    const own = answer('google-generate-content', {
      ...text(''),
      providerMetadata: { 'google-generate-content': { signature: 'c2lnbmVk' } },
    })
    const messages = [userMessage('Hi'), own, userMessage('Go on.')]
    expect(sent({ messages }).text).toContain('"thoughtSignature":"c2lnbmVk"')
    expect(sent({ messages }, { limits: 'vertex-ai' }).text).toContain('"thoughtSignature":"c2lnbmVk"')
  })

  test('of Vertex have no blank text of the user either', () => {
    const messages = [{ ...userMessage('Hi'), parts: [text(''), text('Hi')] }]
    expect(sent({ messages }, { limits: 'vertex-ai' }).text).not.toContain('"text":""')
  })

  // "Penalty is not enabled for this model": https://github.com/google-gemini/cookbook/issues/1290
  test.each([
    ['gemini-2.0-flash', true],
    ['gemini-2.5-pro', false],
    ['models/gemini-3.8-flash', false],
    ['gemini-4-argon', false],
  ])('to %s have penalties: %s', (model, isSent) => {
    const { text: body, codes } = sent(
      { messages: [userMessage('Hi')], presencePenalty: 1, frequencyPenalty: 1 },
      { model },
    )
    expect(body.includes('Penalty')).toBe(isSent)
    expect(codes.includes('setting-refused')).toBe(!isSent)
  })

  // "Requests ending with a model turn are not supported.": https://github.com/router-for-me/CLIProxyAPI/issues/5607
  test('that end with the model are reported', () => {
    const messages = [userMessage('Hi'), answer('openai-chat', text('Yes'))]
    expect(sent({ messages }).codes).toContain('ends-with-answer')
    expect(sent({ messages: [...messages, userMessage('Go on.')] }).codes).not.toContain('ends-with-answer')
  })
})
