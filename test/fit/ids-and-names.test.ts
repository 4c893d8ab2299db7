import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { Conversation, ModelResponse, Part } from '../../src/base/model/types.js'
import { fit } from '../../src/translate/fit/fit.js'
import { restoreEvent, restoreResponse } from '../../src/translate/fit/restore.js'
import { targets } from '../support/targets.js'
import { assistant, brokenCall, call, customCall, result, text, tool, user } from './build.js'

const parts = (conversation: Conversation): readonly Part[] =>
  conversation.messages.flatMap((message) => message.parts)
const callIds = (conversation: Conversation) =>
  parts(conversation).flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
const resultIds = (conversation: Conversation) =>
  parts(conversation).flatMap((part) => (part.type === 'tool-result' ? [part.callId] : []))

describe('call ids (P2, P9)', () => {
  test('a legal id stays, an illegal one is sanitized and hashed, and results follow', () => {
    const conversation = {
      messages: [
        user('hi'),
        assistant(call('toolu_1'), call('functions.search:0')),
        tool(result('toolu_1'), result('functions.search:0')),
      ],
    }
    const { conversation: fitted, notices } = fit(conversation, targets.strict)
    expect(callIds(fitted)).toEqual(['toolu_1', expect.stringMatching(/^functions_search_0_[0-9a-f]{16}$/)])
    expect(resultIds(fitted)).toEqual(callIds(fitted))
    expect(notices.find((notice) => notice.code === 'call-id-changed')?.path).toBe('/messages/1/parts/1/id')
  })

  test('an id of the target itself stays where some of its servers accept it; of others it does not', () => {
    const id = `call_${'x'.repeat(55)}`
    const { codecs } = openaiChat
    const from = (wire: string, its = id) => ({
      messages: [user('hi'), { ...assistant(call(its)), origin: { wire } }, tool(result(its))],
    })
    const own = fit(from('openai-chat'), codecs)
    expect([...callIds(own.conversation), ...resultIds(own.conversation)]).toEqual([id, id])
    expect(own.notices).toEqual([])
    expect(callIds(fit(from('anthropic-messages'), codecs).conversation)[0]).toHaveLength(40)
    expect(callIds(fit(from('openai-chat', `${id}12345`), codecs).conversation)[0]).toHaveLength(40)
  })

  test('ids that are equal up to the length limit stay apart', () => {
    const long = 'x'.repeat(80)
    const conversation = {
      messages: [
        user('hi'),
        assistant(call(`${long}1`), call(`${long}2`)),
        tool(result(`${long}1`), result(`${long}2`)),
      ],
    }
    const ids = callIds(fit(conversation, targets.strict).conversation)
    expect(new Set(ids).size).toBe(2)
    expect(ids.every((id) => id.length <= 64)).toBe(true)
  })

  test('exact widths: nine letters or digits, the same on every run', () => {
    const once = () => {
      const history = { messages: [user('hi'), assistant(call('call_abcdef')), tool(result('call_abcdef'))] }
      return callIds(fit(history, targets.exactIds).conversation)[0]
    }
    expect(once()).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(once()).toBe(once())
  })

  test('an id that comes again in a later turn is renamed there, the first one stays', () => {
    const turn = [assistant(call('call_0')), tool(result('call_0', 'a'))]
    const first = fit({ messages: [user('hi'), ...turn] }, targets.strict).conversation
    const grown = fit(
      { messages: [user('hi'), ...turn, user('again'), ...turn] },
      targets.strict,
    ).conversation
    expect(grown.messages.slice(0, 3)).toEqual(first.messages)
    expect(new Set(callIds(grown)).size).toBe(2)
    expect(resultIds(grown)).toEqual(callIds(grown))
  })

  test('two calls with one id in a turn: the k-th result answers the k-th call', () => {
    const conversation = {
      messages: [
        user('hi'),
        assistant(call('call_0', 'a'), call('call_0', 'b')),
        tool(result('call_0', 'of a', { name: 'a' }), result('call_0', 'of b', { name: 'b' })),
      ],
    }
    const fitted = fit(conversation, targets.strict).conversation
    const [first, second] = callIds(fitted)
    expect(first).toBe('call_0')
    expect(second).not.toBe(first)
    expect(fitted.messages[2]?.parts).toMatchObject([
      { callId: first, output: { value: 'of a' } },
      { callId: second, output: { value: 'of b' } },
    ])
  })

  test('an id that equals what another became does not collide', () => {
    const before = fit(
      { messages: [user('hi'), assistant(call('a.b')), tool(result('a.b'))] },
      targets.strict,
    )
    const [taken = ''] = callIds(before.conversation)
    const both = {
      messages: [user('hi'), assistant(call('a.b'), call(taken)), tool(result('a.b'), result(taken))],
    }
    expect(new Set(callIds(fit(both, targets.strict).conversation)).size).toBe(2)
  })
})

const names = (conversation: Conversation) => (conversation.tools ?? []).map(({ name }) => name)

describe('tool names (P5)', () => {
  const conversation: Conversation = {
    messages: [
      user('hi'),
      assistant(call('1', 'mcp.fs/read')),
      tool(result('1', 'text', { name: 'mcp.fs/read' })),
    ],
    tools: [
      { type: 'function', name: 'mcp.fs/read' },
      { type: 'function', name: 'mcp_fs_read' },
    ],
    toolChoice: { type: 'tool', name: 'mcp.fs/read' },
  }

  test('one legal name everywhere, and legal names stay', () => {
    const { conversation: fitted, toolNames, notices } = fit(conversation, targets.strict)
    const [renamed = '', kept] = names(fitted)
    expect(renamed).toMatch(/^mcp_fs_read_[0-9a-f]{8}$/)
    expect(kept).toBe('mcp_fs_read')
    expect(fitted.toolChoice).toEqual({ type: 'tool', name: renamed })
    expect(parts(fitted).slice(1)).toMatchObject([{ name: renamed }, { name: renamed }])
    expect(toolNames).toEqual({ [renamed]: 'mcp.fs/read' })
    expect(notices).toMatchObject([{ code: 'tool-name-changed', severity: 'info', path: '/tools/0/name' }])
  })

  test('a name that may not start as it does gets another start', () => {
    const tools = [{ type: 'function' as const, name: '9lives' }]
    expect(names(fit({ messages: [user('hi')], tools }, targets.exactIds).conversation)[0]).toMatch(
      /^_9lives_/,
    )
  })

  test('a name of other scripts becomes a legal one', () => {
    const tools = [{ type: 'function' as const, name: '获取天气' }]
    expect(names(fit({ messages: [user('hi')], tools }, targets.strict).conversation)[0]).toMatch(/^[\w-]+$/)
  })

  test('`__proto__` is a name like any other', () => {
    const tools = [{ type: 'function' as const, name: '__proto__' }]
    const fitted = fit({ messages: [user('hi')], tools }, targets.strict)
    expect(names(fitted.conversation)).toEqual(['__proto__'])
    expect(restoreResponse(answer(call('1', '__proto__')), fitted).message.parts[0]).toMatchObject({
      name: '__proto__',
    })
  })

  test('provider-executed calls keep their name, also an empty one next to nameless calls of the client', () => {
    const ran = { name: '', providerExecuted: true }
    const own = {
      ...assistant(call('s1', '', ran), result('s1', 'found', ran)),
      origin: { wire: 'target' },
    }
    const conversation = {
      messages: [user('hi'), own, assistant(call('1', '')), tool(result('1', 'x', { name: '' }))],
    }
    const { messages } = fit(conversation, targets.strict).conversation
    expect(messages[1]?.parts).toEqual(own.parts)
    const names = messages
      .slice(2)
      .flatMap((message) => message.parts.map((part) => 'name' in part && part.name))
    expect(names).toEqual([names[0], names[0]])
    expect(names[0]).not.toBe('')
  })

  test('a response gets its names back', () => {
    const fitted = fit(conversation, targets.strict)
    const response = answer(text('reading'), call('2', names(fitted.conversation)[0]))
    expect(restoreResponse(response, fitted).message.parts).toEqual([
      text('reading'),
      call('2', 'mcp.fs/read'),
    ])
    const untouched = answer(call('2', 'mcp_fs_read'))
    expect(restoreResponse(untouched, fitted)).toBe(untouched)
  })
})

function answer(...content: Part[]): ModelResponse {
  return { message: assistant(...content), finish: { reason: 'tool-calls' } }
}

describe('custom tools (P17)', () => {
  const patch = '*** Begin Patch\n*** End Patch'
  const conversation: Conversation = {
    messages: [
      user('hi'),
      assistant(customCall('1', 'apply_patch', patch)),
      tool(result('1', 'done', { name: 'apply_patch' })),
    ],
    tools: [
      {
        type: 'custom',
        name: 'apply_patch',
        description: 'Edits files.',
        grammar: { syntax: 'lark', definition: 'start: "x"' },
      },
    ],
  }

  test('they become functions with one text input, grammar included', () => {
    const { conversation: fitted, customTools } = fit(conversation, targets.strict)
    expect(fitted.tools).toMatchObject([
      {
        type: 'function',
        name: 'apply_patch',
        description: expect.stringContaining('start: "x"'),
        parameters: { required: ['input'] },
      },
    ])
    expect(fitted.messages[1]?.parts).toEqual([call('1', 'apply_patch', { arguments: { input: patch } })])
    expect(customTools).toEqual(['apply_patch'])
  })

  test('and their calls come back as custom calls', () => {
    const fitted = fit(conversation, targets.strict)
    const restored = restoreResponse(
      answer(call('2', 'apply_patch', { arguments: { input: patch } })),
      fitted,
    )
    expect(restored.message.parts).toEqual([customCall('2', 'apply_patch', patch)])
  })

  test('so do the events of a stream', () => {
    const fitted = {
      toolNames: { a_b_1: 'a.b' },
      customTools: ['a.b'],
    }
    const start = {
      type: 'tool-input-start',
      id: '1',
      name: 'a_b_1',
      kind: 'function',
      providerExecuted: false,
    } as const
    expect(restoreEvent(start, fitted)).toEqual({ ...start, name: 'a.b' })
    const end = { type: 'tool-call', call: call('1', 'a_b_1', { arguments: { input: patch } }) } as const
    expect(restoreEvent(end, fitted)).toEqual({ type: 'tool-call', call: customCall('1', 'a.b', patch) })
    const other = { type: 'text-delta', id: '1', delta: 'a_b_1' } as const
    expect(restoreEvent(other, fitted)).toBe(other)
  })

  test('a call whose arguments are not of that shape must not be executed', () => {
    const fitted = fit(conversation, targets.strict)
    const odd = answer(
      call('2', 'apply_patch', { arguments: { patch } }),
      brokenCall('3', 'apply_patch', 'truncated', '{"input": "***'),
    )
    expect(restoreResponse(odd, fitted).message.parts).toMatchObject([
      { kind: 'custom', status: 'malformed', rawArguments: JSON.stringify({ patch }) },
      { kind: 'custom', status: 'truncated', rawArguments: '{"input": "***' },
    ])
  })

  test('a call with its text in one place only keeps it', () => {
    const { rawArguments: _raw, ...edited } = customCall('1', 'apply_patch', patch)
    const { arguments: _input, ...whole } = customCall('2', 'apply_patch', patch)
    const cut = { ...whole, status: 'truncated' as const }
    const { rawArguments: _none, ...silent } = { ...cut, id: '3' }
    const history = { messages: [user('hi'), assistant(edited, cut, silent)] }
    expect(fit(history, targets.strict).conversation.messages[1]?.parts).toMatchObject([
      { status: 'complete', arguments: { input: patch } },
      { status: 'truncated', rawArguments: patch },
      { status: 'truncated', rawArguments: '' },
    ])
  })

  test('provider-executed calls, and calls without a new name, are unchanged', () => {
    const fitted = { toolNames: { a_b_1: 'a.b' }, customTools: ['a.b'] }
    const ran = call('1', 'a_b_1', { providerExecuted: true })
    const own = result('1', 'ok', { name: 'a_b_1', providerExecuted: true })
    const untouched = answer(ran, own, result('2', 'ok', { name: 'other' }))
    expect(restoreResponse(untouched, fitted)).toBe(untouched)
    const renamed = answer(result('2', 'ok', { name: 'a_b_1' }))
    expect(restoreResponse(renamed, fitted).message.parts).toMatchObject([{ name: 'a.b' }])
    for (const event of [
      { type: 'tool-call', call: ran },
      { type: 'tool-call', call: call('3', 'other') },
      { type: 'tool-input-start', id: '3', name: 'other', kind: 'function', providerExecuted: false },
      { type: 'tool-input-start', id: '1', name: 'a_b_1', kind: 'mcp', providerExecuted: true },
    ] as const)
      expect(restoreEvent(event, fitted)).toBe(event)
  })

  test('a call without any text comes back without any', () => {
    const cut = brokenCall('1', 'apply_patch', 'truncated')
    const restored = restoreResponse(answer(cut), { toolNames: {}, customTools: ['apply_patch'] })
    expect(restored.message.parts).toMatchObject([{ kind: 'custom', status: 'truncated', rawArguments: '' }])
  })

  test('a truncated call does not look complete', () => {
    const cut = {
      ...customCall('1', 'apply_patch', patch),
      status: 'truncated' as const,
      arguments: undefined,
    }
    const history = { messages: [user('hi'), assistant(cut), tool(result('1'))] }
    expect(fit(history, targets.strict).conversation.messages[1]?.parts).toMatchObject([
      { kind: 'function', status: 'truncated', rawArguments: patch },
    ])
  })

  test('on wires with custom tools they stay', () => {
    expect(fit(conversation, targets.liberal).conversation).toBe(conversation)
  })
})

describe('tool names of which only punctuation is illegal', () => {
  const namesFor = (...names: string[]) => {
    const tools = names.map((name) => ({ type: 'function' as const, name, parameters: {} }))
    const { conversation } = fit({ messages: [user('hi')], tools }, openaiChat.codecs)
    return conversation.tools?.map((tool) => ('name' in tool ? tool.name : ''))
  }

  test.each([
    [['weather.get'], ['weather_get']],
    [
      ['weather.get', 'weather:get'],
      ['weather_get', expect.stringMatching(/^weather_get_[0-9a-f]{8}$/)],
    ],
    [
      ['weather.get', 'weather_get'],
      [expect.stringMatching(/^weather_get_[0-9a-f]{8}$/), 'weather_get'],
    ],
    [['wetter für'], [expect.stringMatching(/^wetter_f_r_[0-9a-f]{8}$/)]],
  ])('%j become readable, with a hash only for a collision', (names, fitted) => {
    expect(namesFor(...names)).toEqual(fitted)
  })
})
