import { expect, test } from 'vitest'
import { asJson } from '../../src/base/json/read-json.js'
import { adapterOf } from '../support/adapters.js'
import { callsIn, describeWires, findAll, pick, resultsIn, translated } from '../support/pair.js'
import { encodeFor } from '../support/translation.js'
import { stored } from '../support/values.js'
import {
  ALL,
  CHAT,
  chat,
  chatCall,
  chatCalls,
  chatResponse,
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

describeWires('P4: thought signatures', ALL, () => {
  const body = generate([
    { role: 'user', parts: [{ text: 'Go.' }] },
    {
      role: 'model',
      parts: [{ functionCall: { name: 'read_file', args: {} }, thoughtSignature: 'c2lnbmF0dXJl' }],
    },
    { role: 'user', parts: [{ functionResponse: { name: 'read_file', response: { output: 'ok' } } }] },
  ])

  test('survive storage as JSON (rowboatlabs/rowboat#694)', () => {
    const google = adapterOf(GENERATE)
    const conversation = stored(google.adapter.decodeRequest(body).value)
    expect(stored(encodeFor(conversation, google).value)).toEqual(body)
  })

  test('calls of another vendor are accepted without one (pipecat-ai/pipecat PR 5809)', () => {
    const foreign = messages([
      user('Go.'),
      { role: 'assistant', content: [toolUse('toolu_1')] },
      user([toolResult('toolu_1', 'ok')]),
    ])
    expect(callsIn(translated(foreign, MESSAGES, GENERATE).canonical)).toHaveLength(1)
  })

  test('are not sent to anybody else', () => {
    for (const to of [CHAT, RESPONSES, MESSAGES])
      expect(JSON.stringify(translated(body, GENERATE, to).body)).not.toContain('c2lnbmF0dXJl')
  })
})

describeWires('P7: as many function responses as function calls, in one turn', ALL, () => {
  const calls = chatCalls(
    chatCall('call_1', 'read_file'),
    chatCall('call_2', 'search'),
    chatCall('call_3', 'read_file'),
  )

  test('results in another order and one missing (google-gemini/gemini-cli#3814, #5443)', () => {
    const body = chat([
      user('Go.'),
      calls,
      chatResult('call_3', 'three'),
      chatResult('call_1', 'one'),
      user('More.'),
    ])
    const native = translated(body, CHAT, GENERATE).body
    const contents = pick(native, 'contents')
    const turns = Array.isArray(contents) ? contents : []
    const index = turns.findIndex((turn) => JSON.stringify(turn).includes('functionCall"'))
    const responses = JSON.stringify(turns[index + 1]).match(/"functionResponse":/g)
    expect(responses).toHaveLength(3)
    expect(JSON.stringify(turns[index + 1])).toMatch(/one.*three/s)
  })

  test('parallel calls stay in one turn (quarkiverse/quarkus-langchain4j PR 1271)', () => {
    const body = chat([
      user('Go.'),
      calls,
      chatResult('call_1', '1'),
      chatResult('call_2', '2'),
      chatResult('call_3', '3'),
    ])
    expect(pick(translated(body, CHAT, GENERATE).body, 'contents')).toHaveLength(3)
    expect(pick(translated(body, CHAT, MESSAGES).body, 'messages')).toHaveLength(3)
  })
})

describeWires('P11: the error flag of a result', ALL, () => {
  const body = messages([
    user('Go.'),
    { role: 'assistant', content: [toolUse('toolu_1')] },
    user([toolResult('toolu_1', 'ENOENT: no such file', { is_error: true })]),
  ])

  test.each([CHAT, RESPONSES, GENERATE])(
    'survives %s and the way back (maximhq/bifrost#5890, earendil-works/pi#9395)',
    (to) => {
      const there = translated(body, MESSAGES, to)
      expect(resultsIn(there.canonical)).toMatchObject([
        { isError: true, output: { value: 'ENOENT: no such file' } },
      ])
      const back = translated(there.body, to, MESSAGES)
      expect(findAll(back.body, { type: 'tool_result' })).toMatchObject([{ is_error: true }])
      expect(JSON.stringify(back.body)).not.toContain('<tool_error>')
    },
  )

  test('is not invented for text that merely speaks of errors', () => {
    const harmless = chat([
      user('Go.'),
      chatCalls(chatCall('call_1', 'read_file')),
      chatResult('call_1', 'error: <tool_error> is how we mark errors'),
    ])
    for (const to of [RESPONSES, MESSAGES, GENERATE])
      expect(resultsIn(translated(harmless, CHAT, to).canonical)).toMatchObject([{ isError: false }])
  })
})

describeWires('P12: reasoning of another model', ALL, () => {
  const body = messages(
    [
      user('Go.'),
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Let me see.', signature: 'c2lnLW9mLXNvbm5ldA==' },
          toolUse('toolu_1'),
        ],
      },
      user([toolResult('toolu_1', 'ok')]),
    ],
    { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 4096 },
  )

  test('a signature goes to no other wire (can1357/oh-my-pi#6379, QwenLM/qwen-code#3304)', () => {
    for (const to of [CHAT, RESPONSES, GENERATE])
      expect(JSON.stringify(translated(body, MESSAGES, to).body), to).not.toContain('c2lnLW9mLXNvbm5ldA==')
  })

  test('nor to another model of the same wire (vybestack/llxprt-code#2335)', () => {
    const { adapter } = adapterOf(MESSAGES)
    const answer = adapter.decodeResponse({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [
        { type: 'thinking', thinking: 'Let me see.', signature: 'c2lnLW9mLXNvbm5ldA==' },
        toolUse('toolu_1'),
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    }).value
    const asked = adapter.decodeRequest(messages([user('Go.')])).value
    const result = adapter.decodeMessages([user([toolResult('toolu_1', 'ok')])]).value
    const conversation = { ...asked, messages: [...asked.messages, answer.message, ...result] }
    const target = adapterOf(MESSAGES)
    const same = encodeFor(conversation, target).value
    expect(JSON.stringify(same)).toContain('c2lnLW9mLXNvbm5ldA==')
    const other = encodeFor({ ...conversation, model: 'claude-opus-4-1' }, target)
    expect(JSON.stringify(other.value)).not.toContain('c2lnLW9mLXNvbm5ldA==')
    expect(other.notices.length).toBeGreaterThan(0)
  })

  test('encrypted reasoning stays with its wire', () => {
    const encrypted = responses([
      user('Go.'),
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAA-secret' },
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
    for (const to of [CHAT, MESSAGES, GENERATE]) {
      const { body: native, notices } = translated(encrypted, RESPONSES, to)
      expect(JSON.stringify(native), to).not.toContain('gAAAAA-secret')
      expect(notices.length, to).toBeGreaterThan(0)
    }
  })
})

describeWires('P20: tools that the provider runs itself', ALL, () => {
  const body = messages(
    [
      user('Search.'),
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'toolwire' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: [
              {
                type: 'web_search_result',
                url: 'https://example.org',
                title: 'Example',
                encrypted_content: 'abc',
              },
            ],
          },
          { type: 'text', text: 'Found it.' },
        ],
      },
      user('Thanks.'),
    ],
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
  )

  test('go back to their own wire verbatim (anthropics/anthropic-sdk-csharp PR 242)', () => {
    const own = adapterOf(MESSAGES)
    const conversation = stored(own.adapter.decodeRequest(body).value)
    expect(stored(encodeFor(conversation, own).value)).toEqual(body)
  })

  test.each([CHAT, RESPONSES, GENERATE])(
    'leave no orphan call and no foreign block on %s (vercel/ai#8527)',
    (to) => {
      const { canonical, body: native, notices } = translated(body, MESSAGES, to)
      const answered = new Set(resultsIn(canonical).map(({ callId }) => callId))
      expect(callsIn(canonical).filter(({ id }) => !answered.has(id))).toEqual([])
      expect(JSON.stringify(native)).not.toContain('server_tool_use')
      expect(notices.length).toBeGreaterThan(0)
    },
  )

  test('are marked, so that they are not run again (vellum-ai/vellum-assistant PR 15911)', () => {
    const [call] = callsIn(adapterOf(MESSAGES).adapter.decodeRequest(body).value)
    expect(call).toMatchObject({ kind: 'web_search', providerExecuted: true })
  })
})

describeWires('P21: finish reasons that disagree with the content', ALL, () => {
  test('"stop" beside calls (anomalyco/opencode PR 14973, sgl-project/sglang#2877)', () => {
    const { decodeResponse } = adapterOf(CHAT).adapter
    const { finish } = decodeResponse(
      chatResponse({ tool_calls: [chatCall('call_1', 'read_file')] }, 'stop'),
    ).value
    expect(finish).toMatchObject({ reason: 'tool-calls', raw: 'stop' })
  })

  test('STOP beside function calls', () => {
    const { finish } = adapterOf(GENERATE).adapter.decodeResponse({
      candidates: [
        {
          content: { role: 'model', parts: [{ functionCall: { name: 'read_file', args: {} } }] },
          finishReason: 'STOP',
        },
      ],
    }).value
    expect(finish).toMatchObject({ reason: 'tool-calls', raw: 'STOP' })
  })

  test('tools that the provider ran do not continue the loop (vercel/ai PR 8502)', () => {
    const { finish } = adapterOf(MESSAGES).adapter.decodeResponse({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        { type: 'text', text: 'Done.' },
      ],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    }).value
    expect(finish).toMatchObject({ reason: 'stop', raw: 'end_turn' })
  })
})

describeWires('P24: media in results', ALL, () => {
  const data = 'iVBORw0KGgoAAAANSUhEUg=='
  const body = messages([
    user('Look.'),
    { role: 'assistant', content: [toolUse('toolu_1')] },
    user([
      toolResult('toolu_1', [
        { type: 'text', text: 'The screenshot:' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
      ]),
    ]),
  ])

  test('an image follows in a user message where results are text (apache/maka#5277)', () => {
    const list = pick(translated(body, MESSAGES, CHAT).body, 'messages')
    const native = Array.isArray(list) ? list : []
    const tool = native.find((message) => pick(message, 'role') === 'tool')
    const last = native.at(-1)
    expect(JSON.stringify(tool)).not.toContain(data)
    expect(JSON.stringify(tool)).toContain('The screenshot:')
    expect(pick(last, 'role')).toBe('user')
    expect(findAll(last, { type: 'image_url' })).toMatchObject([
      { image_url: { url: `data:image/png;base64,${data}` } },
    ])
  })

  test('an image stays an image in Responses (anomalyco/opencode#28859)', () => {
    const images = findAll(translated(body, MESSAGES, RESPONSES).body, { type: 'input_image' })
    expect(images).toMatchObject([{ image_url: `data:image/png;base64,${data}` }])
  })

  test('and is never base64 inside text (mastra-ai/mastra#17876)', () => {
    for (const to of [CHAT, RESPONSES, GENERATE]) {
      const { canonical } = translated(body, MESSAGES, to)
      const texts = resultsIn(canonical).flatMap(({ output }) => (output.type === 'text' ? output.value : []))
      expect(
        texts.filter((text) => text.includes(data)),
        to,
      ).toEqual([])
    }
  })
})

describeWires('every finish word of Chat servers says why the answer ended', [CHAT], () => {
  const { adapter } = adapterOf(CHAT)

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['max_tokens', 'length'],
    ['tool_calls', 'tool-calls'],
    ['content_filter', 'content-filter'],
    ['error', 'error'],
    ['a word to come', 'other'],
  ])('%s is %s, and ends a cut call as such', (word, reason) => {
    const message = chatCalls(chatCall('call_1', 'read_file', '{"path":"a'))
    const { value } = adapter.decodeResponse({ choices: [{ index: 0, message, finish_reason: word }] })
    // vLLM reports a good end, although its output limit truncated the call: vllm-project/vllm#53269.
    const isGood = reason === 'stop' || reason === 'tool-calls'
    expect(value.finish).toMatchObject({ reason: isGood ? 'length' : reason, raw: word })
    const cut = reason === 'length' || reason === 'error'
    expect(value.message.parts).toMatchObject([{ status: cut ? 'truncated' : 'malformed' }])
  })
})

test.each(['<tool_error>', '<tool_error>open', 'closed</tool_error>', '<tool_error>a</tool_error> and more'])(
  'a result %j is text like any other: only a whole mark around it makes an error',
  (content) => {
    const body = chat([
      user('Go.'),
      chatCalls(chatCall('call_1', 'read_file')),
      chatResult('call_1', content),
    ])
    for (const to of [RESPONSES, MESSAGES, GENERATE]) {
      const { canonical } = translated(body, CHAT, to)
      expect(resultsIn(canonical)).toMatchObject([{ isError: false, output: { value: content } }])
    }
  },
)

describeWires('what Google and Chat get of other answers, and the other way round', ALL, () => {
  test('no answer of Google ends with a word that Google does not have', () => {
    const words = ['max_output_tokens', 'length', 'max_tokens', 'incomplete']
    for (const raw of words) {
      const parts = [{ type: 'text' as const, text: 'So' }]
      const { value } = adapterOf(GENERATE).adapter.encodeResponse({
        message: { role: 'assistant', parts, origin: { wire: CHAT } },
        finish: { reason: 'other', raw },
      })
      expect(findAll(asJson(value), { finishReason: 'OTHER' })).toHaveLength(1)
    }
  })

  test('the signature that Gemini gives a call of Chat goes back with that call', () => {
    const extra = { extra_content: { google: { thought_signature: 'c2ln' } } }
    const { adapter } = adapterOf(CHAT)
    const message = chatCalls({ ...chatCall('call_1', 'read_file'), ...extra }, chatCall('call_2', 'search'))
    const answer = adapter.decodeResponse({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] })
    const body = asJson(adapter.encodeRequest({ messages: [answer.value.message] }).value)
    expect(findAll(body, { type: 'function' })).toMatchObject([{ id: 'call_1', ...extra }, { id: 'call_2' }])
    expect(findAll(body, { id: 'call_2' })[0]).not.toHaveProperty('extra_content')
  })

  test('a refused approval of Responses is a refusal with its reason', () => {
    const refused = {
      type: 'mcp_approval_response',
      approval_request_id: 'mcpr_1',
      approve: false,
      reason: 'No.',
    }
    const { value } = adapterOf(RESPONSES).adapter.decodeRequest({ input: [refused] })
    expect(resultsIn(value)).toMatchObject([{ isError: true, output: { type: 'denied', reason: 'No.' } }])
  })
})
