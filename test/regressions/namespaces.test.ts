import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { ModelResponse, ToolCall } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { restoreEvent, restoreResponse } from '../../src/translate/fit/restore.js'
import { adapterOf } from '../support/adapters.js'
import { namespace } from '../support/namespace.js'
import { callsIn, describeWires, pick, translated } from '../support/pair.js'
import { stored } from '../support/values.js'
import { ALL, CHAT, GENERATE, MESSAGES, RESPONSES, responses, schema, user } from './bodies.js'

const OTHERS = [CHAT, MESSAGES, GENERATE]

function fn(name: string, rest: JsonObject = {}): JsonObject {
  return { type: 'function', name, description: `Does ${name}.`, parameters: schema, strict: false, ...rest }
}

function call(id: string, name: string, rest: JsonObject = {}): JsonObject {
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: '{"path":"a"}',
    status: 'completed',
    ...rest,
  }
}

function output(id: string): JsonObject {
  return { type: 'function_call_output', call_id: id, output: 'ok' }
}

/** Tools of two MCP servers with one equal name, in the form that Codex sends. */
const TWO = responses(
  [
    user('Go.'),
    call('call_1', 'read_file', { namespace: 'mcp__disk' }),
    call('call_2', 'read_file', { namespace: 'mcp__cloud' }),
    output('call_1'),
    output('call_2'),
  ],
  {
    tools: [
      fn('read_file'),
      namespace('mcp__disk', fn('read_file'), fn('write_file')),
      namespace('mcp__cloud', fn('read_file')),
    ],
  },
)

function translatedTo(request: JsonObject, wire: string) {
  const { adapter } = adapterOf(wire)
  return translateRequest(request, {
    from: adapterOf(RESPONSES).adapter,
    to: adapter,
    model: 'example-model',
    maxOutputTokens: 100,
  })
}

/** Returns the names of the tools that a target receives. */
function offered(request: JsonObject, wire: string) {
  const { adapter } = adapterOf(wire)
  return adapter.decodeRequest(stored(translatedTo(request, wire).value)).value.tools ?? []
}

/** Returns an answer of the target's model with these calls, in the form of the Responses API. */
function answered(request: JsonObject, wire: string, calls: readonly Pick<ToolCall, 'name'>[]): JsonObject {
  const response: ModelResponse = {
    message: {
      role: 'assistant',
      parts: calls.map(({ name }, index) => ({
        type: 'tool-call',
        id: `call_${index}`,
        name,
        kind: 'function',
        status: 'complete',
        arguments: { path: 'b' },
        providerExecuted: false,
      })),
      origin: { wire },
    },
    finish: { reason: 'tool-calls' },
  }
  const restored = restoreResponse(response, stored(translatedTo(request, wire)))
  const { codecs } = adapterOf(RESPONSES).adapter
  const fitted = fitResponse(restored, codecs, { from: wire })
  return stored(codecs.response.encode(fitted.response, createContext(codecs.id)))
}

describeWires('tools in namespaces are the client’s tools on every wire', ALL, () => {
  for (const wire of OTHERS) {
    test(`${wire}: two namespaces with one name are two tools, in definitions and calls`, () => {
      const names = offered(TWO, wire).map(({ name }) => name)
      expect(names).toEqual([
        'read_file',
        'mcp__disk__read_file',
        'mcp__disk__write_file',
        'mcp__cloud__read_file',
      ])
      const { canonical, codes } = translated(TWO, RESPONSES, wire)
      expect(callsIn(canonical).map(({ name }) => name)).toEqual([
        'mcp__disk__read_file',
        'mcp__cloud__read_file',
      ])
      expect(codes.filter((code) => code === 'namespace-flattened')).toHaveLength(2)
      expect(codes).not.toContain('provider-tool-dropped')
    })

    test(`${wire}: their calls find the way back`, () => {
      const items = pick(answered(TWO, wire, offered(TWO, wire)), 'output')
      expect(items).toMatchObject([
        { type: 'function_call', name: 'read_file' },
        { type: 'function_call', name: 'read_file', namespace: 'mcp__disk' },
        { type: 'function_call', name: 'write_file', namespace: 'mcp__disk' },
        { type: 'function_call', name: 'read_file', namespace: 'mcp__cloud' },
      ])
      expect(pick(items, 0)).not.toHaveProperty('namespace')
    })

    test(`${wire}: a custom tool in a namespace comes back as one, beside a function of its name`, () => {
      const custom = { type: 'custom', name: 'read_file', description: 'Free text.' }
      const body = responses([user('Go.')], {
        tools: [namespace('a', custom), namespace('b', fn('read_file'))],
      })
      const sent = offered(body, wire).map(({ name }) => name)
      expect(sent).toEqual(['a__read_file', 'b__read_file'])
      const restorable = translatedTo(body, wire)
      const restore = (name: string) =>
        restoreEvent(
          {
            type: 'tool-call',
            call: {
              type: 'tool-call',
              id: 'c',
              name,
              kind: 'function',
              status: 'complete',
              arguments: { input: 'x' },
              providerExecuted: false,
            },
          },
          restorable,
        )
      const kind = restorable.customTools.length > 0 ? 'custom' : 'function'
      expect(restore('a__read_file')).toMatchObject({ call: { name: 'read_file', namespace: 'a', kind } })
      expect(restore('b__read_file')).toMatchObject({
        call: { name: 'read_file', namespace: 'b', kind: 'function' },
      })
    })

    test(`${wire}: tools that items of the history bring are declared, those in namespaces too`, () => {
      const body = responses([
        user('Go.'),
        {
          type: 'additional_tools',
          role: 'developer',
          tools: [fn('refund'), namespace('orders', fn('refund'))],
        },
        {
          type: 'tool_search_call',
          call_id: 'call_s',
          execution: 'client',
          status: 'completed',
          arguments: { q: 'x' },
        },
        {
          type: 'tool_search_output',
          call_id: 'call_s',
          execution: 'client',
          status: 'completed',
          tools: [fn('rate'), namespace('shop', fn('rate'))],
        },
      ])
      const tools = offered(body, wire)
      expect(tools.map(({ name }) => name)).toEqual([
        'read_file',
        'refund',
        'orders__refund',
        'rate',
        'shop__rate',
      ])
      expect(pick(answered(body, wire, tools), 'output', 4)).toMatchObject({
        name: 'rate',
        namespace: 'shop',
      })
      // Both items are still in the history, so no tool is declared twice on its own wire.
      const { codecs } = adapterOf(RESPONSES).adapter
      const again = codecs.request.encode(
        codecs.request.decode(body, createContext(codecs.id)),
        createContext(codecs.id),
      )
      expect(stored(again)).toEqual(body)
    })

    test(`${wire}: a search that the client runs is declared as it describes itself, and called as such`, () => {
      const search = {
        type: 'tool_search',
        execution: 'client',
        description: 'Finds tools.',
        parameters: schema,
      }
      const body = responses([user('Go.')], { tools: [search] })
      expect(offered(body, wire)).toMatchObject([
        {
          type: 'function',
          name: 'tool_search',
          description: 'Finds tools.',
          parameters: { type: 'object' },
        },
      ])
      expect(pick(answered(body, wire, [{ name: 'tool_search' }]), 'output', 0)).toMatchObject({
        type: 'tool_search_call',
        call_id: 'call_0',
        execution: 'client',
        status: 'completed',
        arguments: { path: 'b' },
      })
      expect(offered(responses([user('Go.')], { tools: [{ type: 'tool_search' }] }), wire)).toEqual([])
    })
  }

  test('a tool that a search loaded is called under its own name elsewhere, although OpenAI adds a namespace', () => {
    const body = responses(
      [user('Go.'), call('call_1', 'read_file', { namespace: 'read_file' }), output('call_1')],
      { tools: [fn('read_file', { defer_loading: true }), { type: 'tool_search' }] },
    )
    for (const wire of OTHERS)
      expect(callsIn(translated(body, RESPONSES, wire).canonical)).toMatchObject([{ name: 'read_file' }])
  })

  test('a result has the name of its call, if a later turn repeats the id of a call in a namespace', () => {
    const calls = [call('call_0', 'read_file', { namespace: 'mcp__disk' }), call('call_0', 'look')]
    const body = responses(
      calls.flatMap((one) => [user('Go.'), one, output('call_0')]),
      { tools: [namespace('mcp__disk', fn('read_file')), fn('look')] },
    )
    for (const wire of OTHERS) {
      const { notices } = translatedTo(body, wire)
      expect(notices.filter(({ code }) => code === 'result-renamed')).toEqual([])
    }
  })

  test('a tool choice finds its tool in a namespace', () => {
    const choice = { type: 'function', name: 'write_file' }
    const { value } = translatedTo({ ...TWO, tool_choice: choice }, CHAT)
    expect(value).toMatchObject({ tool_choice: { function: { name: 'mcp__disk__write_file' } } })
  })

  test('a tool that has the joined name already keeps it, and both find the way back', () => {
    const body = responses([user('Go.')], { tools: [fn('a__x'), namespace('a', fn('x'))] })
    const tools = offered(body, CHAT)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(2)
    const items = pick(answered(body, CHAT, tools), 'output')
    expect(items).toMatchObject([{ name: 'a__x' }, { name: 'x', namespace: 'a' }])
  })

  test('fitted for a wire with namespaces, tools of one name in two of them both stay', () => {
    const { value, notices } = translatedTo(TWO, RESPONSES)
    expect(value).toMatchObject({ tools: TWO.tools })
    expect(notices.map(({ code }) => code)).not.toContain('tool-duplicate')
  })

  test('a stream has the namespace in the call, and in its start', () => {
    const restorable = translatedTo(TWO, CHAT)
    const { adapter } = adapterOf(RESPONSES)
    const message = adapter.decodeResponse({
      object: 'response',
      status: 'completed',
      output: [call('call_1', 'mcp__disk__read_file')],
    }).value
    const events = [...disassemble(message)].map((event) => restoreEvent(event, restorable))
    const named = events.filter(({ type }) => type === 'tool-input-start' || type === 'tool-call')
    expect(named).toMatchObject([
      { name: 'read_file', namespace: 'mcp__disk' },
      { call: { name: 'read_file', namespace: 'mcp__disk' } },
    ])
    const encoder = adapter.codecs.stream.encoder?.(createContext(adapter.id))
    const frames = stored(events.flatMap((event) => encoder?.push(event) ?? []).map(({ data }) => data))
    expect(frames).toContainEqual(
      expect.objectContaining({
        type: 'response.output_item.added',
        item: expect.objectContaining({ name: 'read_file', namespace: 'mcp__disk' }),
      }),
    )
  })

  test('every form of namespace is returned to its own wire unchanged', () => {
    const lists: JsonObject[][] = [
      [namespace('a', fn('x')), namespace('a', fn('y'))],
      [namespace('a', fn('x'), fn('y')), fn('z'), namespace('b', fn('x'))],
      [{ type: 'namespace', name: 'a', tools: [fn('x')], extra: 1 }],
      [{ type: 'namespace', name: 'a', description: null, tools: [fn('x')] }],
      [namespace('a')],
      [namespace('a', fn('x'), { type: 'web_search' })],
      [namespace('a', { type: 'custom', name: 'x', format: { type: 'text' } })],
    ]
    const { codecs } = adapterOf(RESPONSES).adapter
    for (const tools of lists) {
      const body = responses([user('Go.')], { tools })
      const again = codecs.request.encode(
        codecs.request.decode(body, createContext(codecs.id)),
        createContext(codecs.id),
      )
      expect(stored(again)).toEqual(body)
    }
  })
})
