import { describe, expect, test } from 'vitest'
import { openaiChat as chat } from '../../adapters/openai-chat/index.js'
import type { Conversation, ReasoningPart } from '../../src/base/model/types.js'
import { models } from '../../src/translate/catalogue/index.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { assistant, call, result, system, tool, user } from '../fit/build.js'

const vendors = Object.keys(chat.codecs.limits.profiles ?? {})

const thinking: ReasoningPart = {
  type: 'reasoning',
  text: 'I look it up.',
  providerMetadata: { 'anthropic-messages': { signature: 'c2ln' } },
}

/** A history of another vendor, with reasoning in only one of its answers. */
const foreign: Conversation = {
  messages: [
    system('Be brief.'),
    user('hi'),
    assistant('Hello.'),
    user('find x'),
    assistant(thinking, call('call_1', 'search')),
    tool(result('call_1', 'found', { name: 'search' })),
    assistant(call('call_2', 'search')),
    tool(result('call_2', 'found', { name: 'search' })),
    assistant(thinking, 'There it is.'),
    user('thanks'),
  ],
  tools: [{ type: 'function', name: 'search', strict: true, parameters: { type: 'object', properties: {} } }],
}

function written(limits: string | undefined, conversation = foreign, model = 'm') {
  const options = { to: chat, model, from: 'anthropic-messages', models, ...(limits && { limits }) }
  const { value, notices } = encodeConversation(conversation, options)
  const answers = value.messages.flatMap((each) => (each.role === 'assistant' ? [each] : []))
  return { value, answers, codes: notices.map(({ code }) => code) }
}

const fieldOf = (message: object, field: string) =>
  Object.entries(message).find(([name]) => name === field)?.[1]

describe.each(vendors)('%s', (vendor) => {
  test('gets a history of another vendor as it asks for it, the same again, and no settings that it refuses', () => {
    const { refusedSettings = [], strictTools, thinkingBack } = chat.codecs.limits.profiles?.[vendor] ?? {}
    const all = { temperature: 0.5, frequencyPenalty: 1, presencePenalty: 1, serviceTier: 'flex' } as const
    const full: Conversation = { ...foreign, ...all, logProbabilities: { enabled: true }, cacheKey: 'k' }
    const { value, codes, answers } = written(vendor, full)
    expect(chat.decodeRequest(value).value).not.toHaveProperty(refusedSettings[0] ?? 'nothing')
    if (refusedSettings.some((setting) => setting in full)) expect(codes).toContain('setting-refused')
    expect(codes.includes('strict-dropped')).toBe(strictTools === false || value.tools === undefined)
    if (typeof thinkingBack === 'object' && thinkingBack.needed !== undefined)
      for (const each of answers.filter(({ tool_calls }) => tool_calls !== undefined))
        expect(fieldOf(each, thinkingBack.field)).toBeTypeOf('string')
    expect(written(vendor, full).value).toEqual(value)
  })
})

describe('thinking that must come back', () => {
  const texts = (vendor: string | undefined, model?: string) =>
    written(vendor, foreign, model).answers.map((each) => fieldOf(each, 'reasoning_content'))

  test('Kimi requires it next to calls: a blank text is sent, an empty one is not', () => {
    expect(texts('moonshot')).toEqual([undefined, 'I look it up.', ' ', 'I look it up.'])
  })

  test('GLM gets the available thinking', () => {
    expect(texts('zai')).toEqual([undefined, 'I look it up.', undefined, 'I look it up.'])
  })

  test('the catalogue finds the model on every server', () => {
    expect(texts('together', 'deepseek-ai/DeepSeek-V4-Pro')).toEqual([
      '',
      'I look it up.',
      '',
      'I look it up.',
    ])
    expect(texts('openrouter', 'moonshotai/kimi-k2.6')[2]).toBe(' ')
    expect(texts('fireworks', 'accounts/fireworks/models/glm-4p6')[1]).toBe('I look it up.')
    expect(texts(undefined, 'gpt-4.1')).toEqual([undefined, undefined, undefined, undefined])
  })

  test('R1 never receives it, even if R1 wrote it', () => {
    expect(texts('deepseek', 'deepseek-r1')).toEqual([undefined, undefined, undefined, undefined])
    const own = {
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'a', reasoning_content: 'r' },
      ],
    } as const
    const { value } = translateRequest(own, {
      from: chat,
      to: chat,
      model: 'deepseek-r1',
      models,
      repair: true,
    })
    expect(value.messages[1]).toEqual({ role: 'assistant', content: 'a' })
  })

  test('an answer with only thinking is omitted', () => {
    const alone = { messages: [user('hi'), assistant(thinking), user('go on')] }
    expect(written('deepseek', alone).answers).toEqual([])
  })
})
