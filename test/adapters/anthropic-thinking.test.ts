import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { rules } from '../../adapters/anthropic-messages/rules.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { asJson, expectObject, isObject } from '../../src/base/json/read-json.js'
import { type Conversation, encodeConversation, lint, type ToolChoice } from '../../src/index.js'

const CHOICES: readonly (ToolChoice | undefined)[] = [
  undefined,
  { type: 'auto' },
  { type: 'none' },
  { type: 'required' },
  { type: 'tool', name: 'f' },
  { type: 'allowed', mode: 'required', names: ['f'] },
  { type: 'allowed', mode: 'auto', names: ['f'] },
]

function conversation(budgetTokens: number, more: Partial<Conversation> = {}): Conversation {
  return {
    model: 'm',
    maxOutputTokens: 8000,
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    tools: [{ type: 'function', name: 'f' }],
    reasoning: { budgetTokens },
    ...more,
  }
}

function encoded(given: Conversation) {
  const { value, notices } = encodeConversation(given, { to: anthropicMessages })
  const native = expectObject(asJson(value), '')
  return {
    native,
    thinking: native.thinking,
    notices: notices.filter(({ code }) => code.startsWith('thinking-')),
  }
}

describe('a budget for thinking', () => {
  test('turns thinking off if it is not positive or does not fit the output limit', () => {
    for (const given of [conversation(2000, { maxOutputTokens: 1024 }), conversation(0), conversation(-1)]) {
      const { thinking, notices } = encoded(given)
      expect(thinking).toBeUndefined()
      expect(notices).toMatchObject([{ code: 'thinking-paused', severity: 'warning', path: '/reasoning' }])
    }
  })

  test('is dropped if a tool choice is forced; the choice and the effort stay', () => {
    const { thinking, native, notices } = encoded(
      conversation(2000, {
        toolChoice: { type: 'required' },
        reasoning: { budgetTokens: 2000, effort: 'low' },
      }),
    )
    expect(thinking).toBeUndefined()
    expect(native).toMatchObject({ tool_choice: { type: 'any' }, output_config: { effort: 'low' } })
    expect(notices.map(({ code }) => code)).toEqual(['thinking-paused'])
  })

  test('of a request that came from elsewhere is bent as well', () => {
    const { value } = openaiChat.decodeRequest({
      model: 'm',
      max_tokens: 2000,
      messages: [{ role: 'user', content: 'Hi' }],
      reasoning: { max_tokens: 3000 },
    })
    expect(encoded(value).thinking).toEqual({ type: 'enabled', budget_tokens: 1999 })
  })

  test('accepts any value, and reports each change', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2, max: 5000 }),
        fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
        fc.constantFrom(...CHOICES),
        (budget, limit, toolChoice) => {
          const given = conversation(budget, {
            ...(limit !== undefined && { maxOutputTokens: limit }),
            ...(toolChoice && { toolChoice }),
          })
          const { native, thinking, notices } = encoded(given)
          const broken = lint(rules, native).filter(({ rule }) => rule.startsWith('ANTHROPIC-THINK'))
          expect(broken).toEqual([])
          const isSame = isObject(thinking) && thinking.budget_tokens === budget
          expect(notices).toHaveLength(isSame ? 0 : 1)
        },
      ),
    )
  })
})
