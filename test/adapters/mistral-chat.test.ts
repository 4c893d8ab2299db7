import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mistralChat } from '../../adapters/mistral-chat/index.js'
import { rules } from '../../adapters/mistral-chat/rules.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonArray } from '../../src/base/json/json-types.js'
import { asJson, objectIn } from '../../src/base/json/read-json.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { stored } from '../support/values.js'

const user = { role: 'user', content: 'Write to Ana.' }
const beginning = { role: 'assistant', content: 'Dear Ana,' }

function translated(...messages: readonly { readonly role: string }[]) {
  return translateRequest({ model: 'm', messages }, { from: openaiChat, to: mistralChat, model: 'other' })
}

describe('an answer that the next one goes on from', () => {
  test('is marked where it comes from a wire that has no mark', () => {
    const { value, notices } = translated(user, beginning)
    expect(value.messages).toEqual([user, { ...beginning, prefix: true }])
    expect(notices.map(({ code }) => code)).toContain('answer-as-prefix')
    expect(lint(rules, { messages: stored(value).messages as unknown as JsonArray })).toEqual([])
  })

  test('is marked only at the end of a conversation that grows', () => {
    const turns = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(turns, fc.boolean(), (marks, isContinued) => {
        const messages = marks.flatMap((prefix) => [user, { ...beginning, ...(prefix && { prefix }) }])
        const native = { model: 'm', messages: isContinued ? messages : [...messages, user] }
        const { value: conversation } = mistralChat.decodeRequest(native)
        const { value } = encodeConversation(conversation, { to: mistralChat })
        const sent = marks.flatMap(() => [user, beginning])
        const last = isContinued ? { ...beginning, prefix: true } : user
        expect(stored(value).messages).toMatchObject([...(isContinued ? sent.slice(0, -1) : sent), last])
        const former = value.messages.slice(0, -1)
        expect(former.filter((message) => 'prefix' in message && message.prefix === true)).toEqual([])
        expect(lint(rules, objectIn(asJson(stored(value))))).toEqual([])
      }),
    )
  })
})

describe('features of only this wire', () => {
  test('fields that other servers add to a message are unknown fields, complete and streamed', async () => {
    const message = { role: 'assistant', reasoning_content: 'Two and two.', content: '4.' }
    const answer = { id: 'a', object: 'chat.completion', created: 1, model: 'm', usage: {} }
    const choice = { index: 0, finish_reason: 'stop' }
    const whole = mistralChat.decodeResponse({ ...answer, choices: [{ ...choice, message }] }).value.message
    expect(whole.parts).toEqual([{ type: 'text', text: '4.' }])
    expect(whole.providerMetadata?.['mistral-chat']).toEqual({
      extra: { reasoning_content: 'Two and two.' },
    })
    const deltas = [{ reasoning_content: 'Two and' }, { reasoning_content: ' two.' }, { content: '4.' }, {}]
    const stream = deltas.map((delta, position) => {
      const finish_reason = position === 3 ? 'stop' : null
      const chunk = { ...answer, choices: [{ index: 0, delta, finish_reason }] }
      return `data: ${JSON.stringify(chunk)}\n\n`
    })
    expect((await mistralChat.collect(stream.join(''))).message).toEqual(whole)
  })
})
