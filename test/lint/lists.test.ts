import {
  AIMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  ToolMessage,
} from '@langchain/core/messages'
import { convertToModelMessages, type UIMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import type { JsonArray } from '../../src/base/json/json-types.js'
import { asJson, isArray } from '../../src/base/json/read-json.js'
import { lintMessages } from '../../src/index.js'
import { lintRecord } from '../../src/traffic/input/lint-record.js'
import { adapterOf, allAdapters, registry } from '../support/adapters.js'

const rules = new Map(allAdapters.map((one) => [one.wire, one.rules]))

function listOf(messages: object): JsonArray {
  const list = asJson(JSON.parse(JSON.stringify(messages)))
  if (!isArray(list)) throw new Error('not a list')
  return list
}

const call = new AIMessage({ content: '', tool_calls: [{ id: 'a', name: 'f', args: {} }] })
const history = [new HumanMessage('Hi'), call]
const answered = [...history, new ToolMessage({ tool_call_id: 'a', content: 'ok' })]
const ui: UIMessage[] = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
  {
    id: '2',
    role: 'assistant',
    parts: [{ type: 'tool-f', toolCallId: 'a', state: 'input-available', input: {} }],
  },
]

describe('lists of libraries', () => {
  test.each<[string, object]>([
    ['constructors', history],
    ['stored messages', mapChatMessagesToStoredMessages(history)],
  ])('LangChain messages (%s) are checked by the rules of LangChain', (_, messages) => {
    const { wire, list, violations } = lintRecord(listOf(messages), rules, { registry })
    expect({ wire, list }).toEqual({ wire: 'langchain', list: 'messages' })
    expect(violations).toMatchObject([{ rule: 'LANGCHAIN-PAIR-01', path: expect.stringMatching(/^\/1\//) }])
    expect(lintRecord(listOf(answered), rules, { registry }).violations).toEqual([])
  })

  test('model messages of the AI SDK are checked by its rules, with and without a named wire', async () => {
    const list = listOf(await convertToModelMessages(ui))
    for (const wire of [undefined, 'ai-sdk'])
      expect(lintRecord(list, rules, { registry, wire })).toMatchObject({
        wire: 'ai-sdk',
        violations: [{ rule: 'AISDK-PAIR-01', path: '/1/content/0' }],
      })
    expect(lintMessages(adapterOf('ai-sdk').rules, list)).toMatchObject([{ path: '/1/content/0' }])
  })

  test('UI messages are one list', () => {
    expect(lintRecord(listOf(ui), rules, { registry })).toMatchObject({ wire: 'ai-sdk', list: 'messages' })
  })

  test('a fix is relative to the list, and one outside of the list is omitted', () => {
    const messages = [
      { role: 'human', content: 'Hi' },
      { role: 'assistant', content: 'x', tool_calls: [] },
    ]
    const found = lintMessages(adapterOf('openai-chat').rules, messages)
    expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining(['/0/role', '/1/tool_calls']))
    for (const { fix = [] } of found) for (const { path } of fix) expect(path).toMatch(/^\/[01]\//)
  })

  test('a list of records is not a list of messages', () => {
    const records = [{ request: { messages: [] } }, { request: { messages: [] } }]
    expect(() => lintRecord(records, rules, { registry })).toThrow(/no adapter recognizes this/)
  })
})
