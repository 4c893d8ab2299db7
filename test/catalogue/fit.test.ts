import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { REASONING_EFFORTS } from '../../src/base/model/constants.js'
import type { Conversation, MediaPart, Reasoning } from '../../src/base/model/types.js'
import { Catalogue, models } from '../../src/translate/catalogue/index.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { type FitOptions, type FitTarget, fit } from '../../src/translate/fit/fit.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { assistant, call, result, tool, user } from '../fit/build.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someLocally } from '../support/cases.js'

const media = (kind: MediaPart['kind'], mediaType: string): MediaPart => ({
  type: 'media',
  kind,
  mediaType,
  source: { type: 'data', data: 'iVBORw0KGgo=' },
})
const image = media('image', 'image/png')

/** A conversation with every feature that a row can restrict. */
const full: Conversation = {
  messages: [
    user(
      'look',
      image,
      media('audio', 'audio/wav'),
      media('video', 'video/mp4'),
      media('file', 'application/pdf'),
    ),
    assistant(call('call_1', 'f')),
    tool(result('call_1', { type: 'content', value: [image] }, { name: 'f' })),
  ],
  tools: [{ type: 'function', name: 'f', strict: true, parameters: { type: 'object', properties: {} } }],
  toolChoice: { type: 'tool', name: 'f' },
  parallelToolCalls: false,
  temperature: 0.5,
  topP: 0.9,
  topK: 5,
  stop: ['.'],
  frequencyPenalty: 1,
  presencePenalty: 1,
  maxOutputTokens: 9_000_000,
}
const depths: readonly Reasoning[] = [
  ...REASONING_EFFORTS.map((effort) => ({ effort })),
  ...[1, 500, 5_000, 50_000, 500_000].map((budgetTokens) => ({ budgetTokens })),
  { enabled: false },
  { enabled: true },
]

function fitted(conversation: Conversation, target: FitTarget, model: string, more: FitOptions = {}) {
  const given = fit(conversation, target, { model, models, ...more })
  return { ...given, codes: given.notices.map(({ code }) => code) }
}

const wires = adapters.filter(({ adapter }) => !adapter.lacks.has('http'))

describe.each(models.rows.map((row) => ({ name: row.name, row })))(
  'what is sent to $name',
  ({ name, row }) => {
    const model = name.replaceAll('*', 'x')

    test.each(someLocally(wires, 3, name))(
      'keeps to its row on $wire, and again changes nothing',
      ({ adapter: { codecs } }) => {
        for (const reasoning of depths) {
          const { conversation } = fitted({ ...full, reasoning }, codecs, model)
          const parts = conversation.messages.flatMap((message) => message.parts)
          const kinds = parts.flatMap((part) => (part.type === 'media' ? [part.kind] : []))
          for (const kind of kinds) expect(row.input ?? [kind]).toContain(kind)
          expect(conversation.maxOutputTokens).toBeLessThanOrEqual(row.output ?? 9_000_000)
          const { toolChoice, reasoning: left } = conversation
          if (toolChoice !== undefined)
            expect(row.toolChoices ?? [toolChoice.type]).toContain(toolChoice.type)
          for (const setting of row.refusedSettings ?? []) expect(conversation).not.toHaveProperty(setting)
          if (row.strictTools === false)
            for (const each of conversation.tools ?? []) expect(each).not.toHaveProperty('strict')
          expectDepth(left, row.reasoning)
          expect(fitted(conversation, codecs, model).conversation).toEqual(conversation)
        }
      },
    )

    function expectDepth(left: Reasoning | undefined, known: typeof row.reasoning): void {
      if (known === false) expect(left).toBeUndefined()
      if (!known || left === undefined) return
      if (known.alwaysOn) expect(left.enabled).not.toBe(false)
      if (left.effort !== undefined && known.efforts) expect(known.efforts).toContain(left.effort)
      if (left.budgetTokens !== undefined && known.budget !== undefined) {
        expect(left.budgetTokens).toBeGreaterThanOrEqual(known.budget.least)
        expect(left.budgetTokens).toBeLessThanOrEqual(known.budget.most ?? 500_000)
      }
    }
  },
)

describe("requests after the catalogue's changes", () => {
  const ask = (reasoning: Reasoning, more: Partial<Conversation> = {}): Conversation => ({
    messages: [user('hi')],
    reasoning,
    ...more,
  })
  const reasoned = (
    reasoning: Reasoning,
    target: FitTarget,
    model: string,
    more: Partial<Conversation> = {},
  ) => {
    const { conversation, codes } = fitted(ask(reasoning, more), target, model)
    return [conversation.reasoning, codes]
  }

  test('a budget becomes an effort if only efforts are accepted', () => {
    const budget = { budgetTokens: 31_999 }
    const high = [{ enabled: true, effort: 'high' }, ['effort-from-budget']]
    expect(reasoned(budget, openaiResponses.codecs, 'gpt-5.5')).toEqual(high)
    expect(reasoned(budget, anthropic.codecs, 'claude-opus-4-8')).toEqual(high)
    expect(reasoned({ budgetTokens: 4_000 }, openaiChat.codecs, 'o3')[0]).toMatchObject({ effort: 'low' })
  })

  test('an effort becomes a budget if only budgets are accepted', () => {
    const effort = { effort: 'medium' } as const
    expect(reasoned(effort, anthropic.codecs, 'claude-sonnet-4-5')).toEqual([
      { budgetTokens: 10_000 },
      ['budget-from-effort'],
    ])
    expect(reasoned(effort, google.codecs, 'gemini-2.5-flash')[0]).toEqual({ budgetTokens: 8_192 })
    expect(reasoned({ effort: 'max' }, google.codecs, 'gemini-2.5-pro')[0]).toEqual({ budgetTokens: 24_576 })
  })

  test('it leaves half of the output limit to the answer', () => {
    const limited = { maxOutputTokens: 8_000 }
    expect(reasoned({ effort: 'high' }, anthropic.codecs, 'claude-haiku-4-5', limited)[0]).toEqual({
      budgetTokens: 4_000,
    })
  })

  test('accepted settings are unchanged', () => {
    for (const reasoning of [{ effort: 'high' }, { budgetTokens: 2_000 }] as const)
      expect(reasoned(reasoning, anthropic.codecs, 'claude-opus-4-5')).toEqual([reasoning, []])
    expect(reasoned({ effort: 'max' }, anthropic.codecs, 'claude-opus-5-5')).toEqual([{ effort: 'max' }, []])
  })

  test('an effort that the model lacks becomes the nearest', () => {
    expect(reasoned({ effort: 'xhigh' }, anthropic.codecs, 'claude-opus-4-6')).toEqual([
      { effort: 'high' },
      ['effort-changed'],
    ])
    expect(reasoned({ effort: 'minimal' }, openaiChat.codecs, 'gpt-5.6')[0]).toEqual({ effort: 'low' })
    expect(reasoned({ effort: 'medium' }, openaiChat.codecs, 'moonshotai/kimi-k3')[0]).toEqual({
      effort: 'high',
    })
  })

  test('a budget in Chat becomes an effort, which the server converts to a budget', () => {
    expect(reasoned({ budgetTokens: 9_000 }, openaiChat.codecs, 'gemini-2.5-pro')[0]).toMatchObject({
      effort: 'medium',
    })
  })

  test('a model that cannot stop reasoning reasons as little as possible', () => {
    expect(reasoned({ enabled: false }, openaiChat.codecs, 'gpt-5')).toEqual([
      { effort: 'minimal' },
      ['reasoning-always-on'],
    ])
    expect(reasoned({ enabled: false }, openaiChat.codecs, 'gpt-5.5')).toEqual([{ enabled: false }, []])
  })

  test('a model without reasoning is not asked to reason', () => {
    expect(reasoned({ effort: 'high' }, openaiChat.codecs, 'gpt-4.1')).toEqual([
      undefined,
      ['setting-refused'],
    ])
    expect(reasoned({ effort: 'high' }, openaiChat.codecs, 'grok-4')).toEqual([
      undefined,
      ['setting-refused'],
    ])
  })

  test('sampling settings are refused with reasoning and accepted without reasoning', () => {
    const warm = { temperature: 0.5 }
    const kept = (reasoning: Reasoning, model: string) =>
      fitted(ask(reasoning, warm), openaiChat.codecs, model).conversation.temperature
    expect(kept({ effort: 'low' }, 'gpt-5.4')).toBeUndefined()
    expect(kept({ enabled: false }, 'gpt-5.5')).toBe(0.5)
    expect(
      fitted({ messages: [user('hi')], ...warm }, openaiChat.codecs, 'gpt-5.4').conversation.temperature,
    ).toBe(0.5)
    expect(
      fitted({ messages: [user('hi')], ...warm }, openaiChat.codecs, 'gpt-5.5').conversation.temperature,
    ).toBeUndefined()
  })

  test('an explicit default stays, where others are rejected', () => {
    const usual = { messages: [user('hi')], temperature: 1, topP: 1 }
    expect(fitted(usual, anthropic.codecs, 'claude-opus-5-5')).toMatchObject({
      conversation: usual,
      codes: [],
    })
  })

  test('an effort turns on reasoning that is off by default', () => {
    const nova = encodeConversation(ask({ effort: 'low' }), {
      to: bedrock,
      model: 'amazon.nova-2-lite-v1:0',
      models,
    })
    expect(nova.value).toMatchObject({
      additionalModelRequestFields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } },
    })
    expect(reasoned({ effort: 'low' }, anthropic.codecs, 'claude-opus-4-7')).toEqual([{ effort: 'low' }, []])
    const warm = fitted(ask({ effort: 'low' }, { temperature: 0.5 }), anthropic.codecs, 'claude-opus-4-6', {
      limits: '2023-06-01',
    })
    expect(warm.conversation.temperature).toBe(0.5)
  })

  test('images for a model without vision become a text that names them', () => {
    const { conversation, codes } = fitted({ messages: [user(image)] }, openaiChat.codecs, 'deepseek-v4-pro')
    expect(conversation.messages[0]?.parts).toEqual([
      { type: 'text', text: '(The image of type image/png cannot be shown here.)' },
    ])
    expect(codes).toEqual(['media-dropped'])
    expect(fitted({ messages: [user(image)] }, openaiChat.codecs, 'gpt-5').codes).toEqual([])
  })

  test('an output limit is filled in only if it is required, and only on request', () => {
    const bare = { messages: [user('hi')] }
    const filled = (target: FitTarget, fill?: boolean, model = 'claude-sonnet-4-5') =>
      fitted(bare, target, model, fill === undefined ? {} : { fill }).conversation.maxOutputTokens
    expect(filled(anthropic.codecs, true)).toBe(64_000)
    expect(filled(anthropic.codecs)).toBeUndefined()
    expect(filled(openaiChat.codecs, true)).toBeUndefined()
    expect(filled(anthropic.codecs, true, 'nobody-knows')).toBeUndefined()
  })

  test('a larger one is lowered', () => {
    const { conversation, notices } = fitted(
      { messages: [user('hi')], maxOutputTokens: 99_999 },
      anthropic.codecs,
      'claude-sonnet-4-5',
    )
    expect(conversation.maxOutputTokens).toBe(64_000)
    expect(notices).toMatchObject([{ code: 'output-limit-lowered', detail: 99_999 }])
  })

  test('the profile of a platform is that of the model, unless the caller chooses', () => {
    const asked = ask({ effort: 'low' }, { maxOutputTokens: 9_000 })
    const body = (model: string, limits?: string) =>
      encodeConversation(asked, { to: bedrock, model, models, ...(limits && { limits }) }).value
    expect(body('us.amazon.nova-2-lite-v1:0')).toMatchObject({
      additionalModelRequestFields: { reasoningConfig: { maxReasoningEffort: 'low' } },
    })
    expect(body('us.anthropic.claude-sonnet-4-5-20250929-v1:0')).toMatchObject({
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2_048 } },
    })
    expect(body('amazon.nova-2-lite-v1:0', 'llama')).toMatchObject({ outputConfig: { effort: 'low' } })
  })

  test('lint knows the accepted values of both', () => {
    const { rules } = adapterOf('bedrock-converse')
    const request = {
      messages: [{ role: 'user', content: [{ text: 'hi' }] }],
      toolConfig: {
        tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }],
        toolChoice: { any: {} },
      },
    }
    const found = (model: string) =>
      lint(rules, request, models.limitsFor(model, bedrock.codecs)).map(
        ({ rule, severity }) => `${rule} ${severity}`,
      )
    expect(found('meta.llama3-3-70b-instruct-v1:0')).toEqual(['BEDROCK-TOOLCFG-04 error'])
    expect(found('us.anthropic.claude-opus-4-6-v1:0')).not.toContain('BEDROCK-TOOLCFG-04 error')
    expect(() => models.limitsFor('gpt-5', bedrock.codecs, 'nowhere')).toThrow('no limits profile')
  })

  test('of an unknown model the limits of the wire hold, and of a catalogue that is empty', () => {
    const asked = { ...full, reasoning: { effort: 'xhigh' } } as const
    const plain = fit(asked, openaiChat.codecs, { model: 'nobody-knows' })
    expect(fit(asked, openaiChat.codecs, { model: 'nobody-knows', models })).toEqual(plain)
    const known = fit(asked, openaiChat.codecs, { model: 'gpt-5' })
    expect(fit(asked, openaiChat.codecs, { model: 'gpt-5', models: new Catalogue([]) })).toEqual(known)
  })
})
