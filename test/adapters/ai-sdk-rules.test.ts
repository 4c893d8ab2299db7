import { generateText, type LanguageModel, type ModelMessage, type UIMessage, validateUIMessages } from 'ai'
import { describe, expect, test } from 'vitest'
import { aiSdk } from '../../adapters/ai-sdk/index.js'
import { rules } from '../../adapters/ai-sdk/rules.js'
import { asJson, asNative, expectObject } from '../../src/base/json/read-json.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { stored } from '../support/values.js'

const answer = aiSdk.encodeResponse({
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Fine.' }] },
  finish: { reason: 'stop' },
}).value

const model: unknown = {
  specificationVersion: 'v4',
  provider: 'toolwire',
  modelId: 'example-model',
  supportedUrls: {},
  doGenerate: () => Promise.resolve(stored(answer)),
}

/** Returns the error of the SDK for a request, or undefined if it is accepted. */
async function thrown(request: object): Promise<string | undefined> {
  const { messages, ...rest } = asNative<{ messages: ModelMessage[] }>(asJson(request))
  try {
    await generateText({ ...rest, model: asNative<LanguageModel>(asJson(model)), messages })
    return undefined
  } catch (error) {
    return String(error)
  }
}

function broken(request: object, severity: string): string[] {
  return lint(rules, expectObject(asJson(request), ''))
    .filter((violation) => violation.severity === severity)
    .map(({ rule }) => rule)
}

const user = { role: 'user', content: 'Hello.' }
const call = (id: string, more: object = {}) => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'f',
  input: {},
  ...more,
})
const result = (id: string, more: object = {}) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'f',
  output: { type: 'text', value: 'x' },
  ...more,
})
const said = (...content: object[]) => ({ role: 'assistant', content })
const answered = (...content: object[]) => ({ role: 'tool', content })

describe('a request that the SDK rejects is an error', () => {
  test.each<[string, object, string, RegExp]>([
    [
      'a call without a result',
      { messages: [user, said(call('c1')), user] },
      'AISDK-PAIR-01',
      /Tool result is missing/,
    ],
    [
      'a call without a result at the end',
      { messages: [user, said(call('c1'))] },
      'AISDK-PAIR-01',
      /Tool result is missing/,
    ],
    [
      'an approval that nobody asked for',
      {
        messages: [
          user,
          said(call('c1')),
          answered(result('c1'), { type: 'tool-approval-response', approvalId: 'zz', approved: true }),
        ],
      },
      'AISDK-PAIR-03',
      /unknown approvalId/,
    ],
    ['an unknown role', { messages: [{ role: 'developer', content: 'Hello.' }] }, 'AISDK-ROLE-01', /role/],
    [
      'an instruction among the messages',
      { messages: [{ role: 'system', content: 'Be brief.' }, user] },
      'AISDK-ROLE-02',
      /System messages are not allowed/,
    ],
    ['no message', { messages: [] }, 'AISDK-ROLE-03', /must not be empty/],
    [
      'a file without media type',
      { messages: [{ role: 'user', content: [{ type: 'file', data: 'AAAA' }] }] },
      'AISDK-MEDIA-01',
      /[Mm]edia type is missing/,
    ],
  ])('%s', async (_, request, rule, message) => {
    expect(broken(request, 'error')).toEqual([rule])
    expect(await thrown(request)).toMatch(message)
  })
})

describe('a request that the SDK accepts is not an error', () => {
  test.each<[string, object, string[]]>([
    ['a result without a call', { messages: [user, answered(result('c9'))] }, []],
    [
      'two calls with one id',
      { messages: [user, said(call('c1'), call('c1')), answered(result('c1'))] },
      ['AISDK-ID-01'],
    ],
    [
      'a result of another name',
      { messages: [user, said(call('c1')), answered(result('c1', { toolName: 'g' }))] },
      ['AISDK-PAIR-02'],
    ],
    [
      'a call that the provider ran',
      { messages: [user, said(call('c1', { providerExecuted: true })), user] },
      [],
    ],
    [
      'instructions that were allowed',
      { messages: [{ role: 'system', content: 'Be brief.' }, user], allowSystemInMessages: true },
      [],
    ],
    [
      'options outside of any group',
      { messages: [{ ...user, providerOptions: { cache: true } }] },
      ['AISDK-SCHEMA-01'],
    ],
  ])('%s', async (_, request, warnings) => {
    expect(broken(request, 'error')).toEqual([])
    expect(broken(request, 'warning')).toEqual(warnings)
    expect(await thrown(request)).toBeUndefined()
  })
})

describe('messages of user interfaces', () => {
  const tool = (more: object) => ({ type: 'dynamic-tool', toolName: 'f', toolCallId: 'c1', ...more })
  test.each<[string, object[], string | undefined]>([
    [
      'a tool with what its state has',
      [tool({ state: 'output-available', input: {}, output: 1 })],
      undefined,
    ],
    [
      'an error beside an output',
      [tool({ state: 'output-available', input: {}, output: 1, errorText: 'x' })],
      'AISDK-UI-02',
    ],
    ['an unknown state', [tool({ state: 'done', input: {} })], 'AISDK-UI-02'],
    ['a kind of part that nobody knows', [{ type: 'strange' }], 'AISDK-UI-01'],
  ])('%s', async (_, parts, rule) => {
    const messages = [{ id: 'm1', role: 'assistant', parts }]
    expect(broken({ messages }, 'error')).toEqual(rule === undefined ? [] : [rule])
    const validated = validateUIMessages({ messages: asNative<UIMessage[]>(asJson(messages)) })
    if (rule === undefined) await expect(validated).resolves.toHaveLength(1)
    else await expect(validated).rejects.toThrow()
  })
})

test('a history with an open call is answered before the SDK gets it', async () => {
  const { encodeConversation } = await import('../../src/translate/exchange/translate-conversation.js')
  const { value, notices } = encodeConversation(
    {
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Hello.' }] },
        {
          role: 'assistant',
          parts: [
            {
              type: 'tool-call',
              id: 'c1',
              name: 'f',
              kind: 'function',
              status: 'complete',
              arguments: {},
              providerExecuted: false,
            },
          ],
        },
      ],
    },
    { to: aiSdk },
  )
  expect(notices.map(({ code }) => code)).toEqual(['result-missing'])
  expect(await thrown(stored(value))).toBeUndefined()
})
