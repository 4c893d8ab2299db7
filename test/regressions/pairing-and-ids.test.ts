import { expect, test } from 'vitest'
import { asJson } from '../../src/base/json/read-json.js'
import { adapterOf } from '../support/adapters.js'
import { callsIn, describeWires, findAll, pick, resultsIn, translated } from '../support/pair.js'
import {
  ALL,
  CHAT,
  chat,
  chatCall,
  chatCalls,
  chatResult,
  GENERATE,
  generate,
  MESSAGES,
  messages,
  RESPONSES,
  responses,
  toolResult,
  toolUse,
  user,
} from './bodies.js'

const others = ALL.filter((wire) => wire !== CHAT)

describeWires('P1: calls without result and results without call', ALL, () => {
  test.each(others)(
    'a call left unanswered by a switch of models (github/copilot-cli#994) goes to %s',
    (to) => {
      const body = chat([
        user('Read it.'),
        chatCalls(chatCall('call_1', 'read_file')),
        user('Never mind, go on.'),
      ])
      const { canonical, notices } = translated(body, CHAT, to)
      expect(resultsIn(canonical).map(({ callId }) => callId)).toEqual(callsIn(canonical).map(({ id }) => id))
      expect(notices.some(({ severity }) => severity === 'warning')).toBe(true)
    },
  )

  test.each(others)('a result whose call was compacted away (anomalyco/opencode#27594) goes to %s', (to) => {
    const body = chat([user('Summary so far: …'), chatResult('call_gone', 'file contents'), user('Go on.')])
    const { canonical, notices } = translated(body, CHAT, to)
    expect(resultsIn(canonical)).toHaveLength(callsIn(canonical).length)
    expect(notices.length).toBeGreaterThan(0)
    expect(JSON.stringify(canonical)).toContain('file contents')
  })

  test.each(others)('one of two parallel calls has no result (openclaw/openclaw PR 4852): to %s', (to) => {
    const calls = chatCalls(chatCall('call_1', 'read_file'), chatCall('call_2', 'search'))
    const { canonical } = translated(
      chat([user('Go.'), calls, chatResult('call_2', 'found'), user('And?')]),
      CHAT,
      to,
    )
    expect(resultsIn(canonical)).toHaveLength(2)
    expect(JSON.stringify(resultsIn(canonical))).toContain('found')
  })

  test('a duplicate result (anthropics/claude-code#5989) is sent once', () => {
    const body = chat([
      user('Go.'),
      chatCalls(chatCall('call_1', 'read_file')),
      chatResult('call_1', 'first'),
      chatResult('call_1', 'second'),
    ])
    expect(resultsIn(translated(body, CHAT, MESSAGES).canonical)).toHaveLength(1)
  })

  test('a result far from its call (editor-code-assistant/eca#209) is moved directly after the call', () => {
    const body = chat([
      user('Go.'),
      chatCalls(chatCall('call_1', 'read_file')),
      user('Are you there?'),
      chatResult('call_1', 'late'),
    ])
    const { canonical } = translated(body, CHAT, MESSAGES)
    const call = canonical.messages.findIndex(({ role }) => role === 'assistant')
    expect(canonical.messages[call + 1]?.parts[0]).toMatchObject({
      type: 'tool-result',
      output: { value: 'late' },
    })
  })
})

describeWires('P2: ids that the target refuses', ALL, () => {
  const id = `call_${'0123456789abcdef'.repeat(4)}|fc:${'x'.repeat(60)}`
  const twin = `${id}y`

  test.each(others)('long ids with odd characters (vercel/ai#5171) stay paired and distinct on %s', (to) => {
    const body = chat([
      user('Go.'),
      chatCalls(chatCall(id, 'read_file'), chatCall(twin, 'read_file')),
      chatResult(twin, 'second'),
      chatResult(id, 'first'),
    ])
    const { canonical } = translated(body, CHAT, to)
    const ids = callsIn(canonical).map((call) => call.id)
    expect(new Set(ids).size).toBe(2)
    const first = resultsIn(canonical).find(({ callId }) => callId === ids[0])
    expect(first?.output).toMatchObject({ value: 'first' })
  })

  test('an id with dots and colons (openclaw/openclaw#7107) fits the pattern of tool_use ids', () => {
    const kimi = 'functions.read_file:0'
    const body = chat([user('Go.'), chatCalls(chatCall(kimi, 'read_file')), chatResult(kimi, 'ok')])
    const [call] = findAll(translated(body, CHAT, MESSAGES).body, { type: 'tool_use' })
    expect(call?.id).toMatch(/^[a-zA-Z0-9_-]+$/)
  })

  test('ids above 40 characters (Portkey-AI/gateway#1062) fit openai-chat', () => {
    const long = `portkey-${'a'.repeat(36)}`
    const body = messages([
      user('Go.'),
      { role: 'assistant', content: [toolUse(long)] },
      user([toolResult(long, 'ok')]),
    ])
    const { canonical } = translated(body, MESSAGES, CHAT)
    expect(callsIn(canonical)[0]?.id.length).toBeLessThanOrEqual(40)
  })

  test('the same id is mapped the same way in every request', () => {
    const ask = (...rest: Parameters<typeof chat>[0]) =>
      translated(
        chat([user('Go.'), chatCalls(chatCall(id, 'read_file')), chatResult(id, 'ok'), ...rest]),
        CHAT,
        MESSAGES,
      )
    const mapped = ({ body }: ReturnType<typeof ask>) => findAll(body, { type: 'tool_use' })[0]?.id
    expect(mapped(ask())).toBe(mapped(ask({ role: 'assistant', content: 'Done.' }, user('More.'))))
  })
})

describeWires('P9: one id on several calls', ALL, () => {
  test('a server that numbers calls anew in each turn (NVIDIA-NeMo/Switchyard#502)', () => {
    const body = chat([
      user('Go.'),
      chatCalls(chatCall('call_0', 'read_file')),
      chatResult('call_0', 'one'),
      chatCalls(chatCall('call_0', 'read_file')),
      chatResult('call_0', 'two'),
    ])
    const { canonical } = translated(body, CHAT, MESSAGES)
    const ids = callsIn(canonical).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    expect(resultsIn(canonical).map(({ callId, output }) => [callId, pick(asJson(output), 'value')])).toEqual(
      [
        [ids[0], 'one'],
        [ids[1], 'two'],
      ],
    )
  })

  test('two ids never become one (theopenco/llmgateway PR 3389)', () => {
    const calls = ['call.1', 'call:1', 'call_1', 'call/1']
    const body = chat([
      user('Go.'),
      chatCalls(...calls.map((call) => chatCall(call, 'read_file'))),
      ...calls.map((call) => chatResult(call, call)),
    ])
    for (const to of others) {
      const ids = callsIn(translated(body, CHAT, to).canonical).map(({ id }) => id)
      expect(new Set(ids).size, to).toBe(4)
    }
  })
})

describeWires('P10: calls without id', ALL, () => {
  const body = generate([
    { role: 'user', parts: [{ text: 'Read both.' }] },
    {
      role: 'model',
      parts: [
        { functionCall: { name: 'read_file', args: { path: 'a' } } },
        { functionCall: { name: 'read_file', args: { path: 'b' } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'read_file', response: { output: 'contents of a' } } },
        { functionResponse: { name: 'read_file', response: { output: 'contents of b' } } },
      ],
    },
  ])

  test.each([CHAT, RESPONSES, MESSAGES])(
    'id-less calls of one name pair by order (OmniRoute PR 13334): to %s',
    (to) => {
      const { canonical } = translated(body, GENERATE, to)
      const calls = callsIn(canonical)
      const results = resultsIn(canonical)
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
      expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id))
      expect(JSON.stringify(results[0]?.output)).toContain('contents of a')
      expect(JSON.stringify(results[1]?.output)).toContain('contents of b')
    },
  )

  test('empty ids in a chat history (camel-ai/camel#3027) are distinguished', () => {
    const { canonical } = translated(
      chat([
        user('Go.'),
        chatCalls(chatCall('', 'read_file'), chatCall('', 'search')),
        chatResult('', 'one'),
        chatResult('', 'two'),
      ]),
      CHAT,
      MESSAGES,
    )
    expect(resultsIn(canonical).map(({ output }) => pick(asJson(output), 'value'))).toEqual(['one', 'two'])
    expect(new Set(callsIn(canonical).map(({ id }) => id)).size).toBe(2)
  })
})

describeWires('P16: item ids and call ids of Responses', ALL, () => {
  test('a foreign call id becomes call_id and never the item id (nodetool-ai/nodetool PR 4252)', () => {
    const body = messages([
      user('Go.'),
      { role: 'assistant', content: [toolUse('toolu_01')] },
      user([toolResult('toolu_01', 'ok')]),
    ])
    const [call] = findAll(translated(body, MESSAGES, RESPONSES).body, { type: 'function_call' })
    expect(call).toMatchObject({ call_id: 'toolu_01' })
    expect(String(call?.id ?? 'fc_')).toMatch(/^fc_/)
  })

  test('the pair id of a call survives the way over chat, the item id stays at home (Wei-Shaw/sub2api#3785)', () => {
    const body = responses([
      user('Go.'),
      {
        type: 'function_call',
        id: 'fc_123',
        call_id: 'call_abc',
        name: 'read_file',
        arguments: '{}',
        status: 'completed',
      },
      { type: 'function_call_output', call_id: 'call_abc', output: 'ok' },
    ])
    const native = translated(body, RESPONSES, CHAT).body
    expect(pick(native, 'messages', 1, 'tool_calls', 0, 'id')).toBe('call_abc')
    expect(JSON.stringify(native)).not.toContain('fc_123')
  })

  test('reasoning goes back together with the call that it led to (continuedev/continue PR 11785)', () => {
    const body = responses([
      user('Go.'),
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'secret' },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'read_file',
        arguments: '{}',
        status: 'completed',
      },
      { type: 'function_call_output', call_id: 'call_1', output: 'ok' },
    ])
    const { adapter } = adapterOf(RESPONSES)
    const again = adapter.encodeRequest(adapter.decodeRequest(body).value).value
    expect(again).toEqual(body)
  })
})
