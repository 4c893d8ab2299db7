import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { adapterOf } from '../support/adapters.js'
import { namespace } from '../support/namespace.js'
import { QUESTION, questions } from '../support/sdk-clients.js'
import { recordingOf, replayAs } from '../support/transcoding.js'

const CHAT = 'openai-chat'
const RESPONSES = 'openai-responses'
const MESSAGES = 'anthropic-messages'
const PATCH = '*** Begin Patch\n*** End Patch'

const REFUND: JsonObject = { type: 'function_call', name: 'refund', namespace: 'orders', arguments: '{}' }

function fn(name: string): JsonObject {
  return { type: 'function', name, parameters: { type: 'object', properties: {} }, strict: false }
}

function custom(name: string): JsonObject {
  return { type: 'custom', name, description: 'Free text.' }
}

function chatTools(...names: readonly string[]): JsonObject {
  const tools = names.map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object' } },
  }))
  return { model: 'm', messages: [{ role: 'user', content: QUESTION }], tools }
}

/** Tools in the form that the newest models of Codex receive. */
function added(...tools: readonly JsonObject[]): JsonObject {
  const item = { type: 'additional_tools', role: 'developer', tools }
  return { model: 'm', input: [{ role: 'user', content: QUESTION }, item] }
}

function declared(...tools: readonly JsonObject[]): JsonObject {
  return { model: 'm', input: [{ role: 'user', content: QUESTION }], tools }
}

function itemAnswer(item: JsonObject): JsonObject {
  const call = { id: 'fc_1', call_id: 'call_1', status: 'completed', ...item }
  return { id: 'resp_1', object: 'response', model: 'm', status: 'completed', output: [call] }
}

function useAnswer(name: string, input: JsonObject): JsonObject {
  const content = [{ type: 'tool_use', id: 'toolu_1', name, input }]
  return { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content, stop_reason: 'tool_use' }
}

function answerer(from: string, recorded: JsonObject, answer: JsonObject, wire: string) {
  const { adapter } = adapterOf(wire)
  const exchange = recordingOf('one', from, recorded, { status: 200, body: { json: answer }, streams: false })
  const { fetch } = replayAs(adapter, exchange)
  const url = `https://example.com${adapter.codecs.http.pathFor('m', false)}`
  return async (request: JsonObject): Promise<string> => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) })
    return response.text()
  }
}

/** Returns the call that a client of this wire gets from the recorded answer to its request. */
async function replayed(
  from: string,
  answer: JsonObject,
  wire: string,
  request: JsonObject,
): Promise<ToolCall | undefined> {
  const ask = answerer(from, questions[from] ?? {}, answer, wire)
  return adapterOf(wire).adapter.toolCalls(JSON.parse(await ask(request)))[0]
}

describe('a recorded call of a tool in a namespace', () => {
  const ask = (...names: readonly string[]) =>
    replayed(RESPONSES, itemAnswer(REFUND), CHAT, chatTools(...names))

  test('has the name that every translation returns, unless the client declares another', async () => {
    expect(await ask()).toMatchObject({ name: 'orders__refund' })
    expect(await ask('orders__refund', 'refund')).toMatchObject({ name: 'orders__refund' })
    expect(await ask('other')).toMatchObject({ name: 'orders__refund' })
  })

  test('has its bare name where the client declares that', async () => {
    expect(await ask('refund', 'other')).toMatchObject({ name: 'refund' })
  })

  test('keeps its namespace where the client declares another', async () => {
    const request = declared(namespace('shop', fn('refund')))
    const call = await replayed(MESSAGES, useAnswer('orders__refund', {}), RESPONSES, request)
    expect(call).toMatchObject({ name: 'orders__refund' })
    const mine = declared(namespace('orders', fn('refund')), namespace('shop', fn('refund')))
    expect(await replayed(MESSAGES, useAnswer('orders__refund', {}), RESPONSES, mine)).toMatchObject({
      name: 'refund',
      namespace: 'orders',
    })
  })
})

describe('a recorded call under a bare name', () => {
  test('is a call of the only tool of that name, in any namespace', async () => {
    const request = added(namespace('functions', custom('apply_patch'), fn('shell')))
    const expected = { kind: 'custom', name: 'apply_patch', namespace: 'functions', arguments: PATCH }
    const recordings = [
      [MESSAGES, useAnswer('apply_patch', { input: PATCH })],
      [CHAT, chatCustomAnswer()],
      [MESSAGES, useAnswer('functions__apply_patch', { input: PATCH })],
    ] as const
    for (const [from, answer] of recordings)
      expect(await replayed(from, answer, RESPONSES, request)).toMatchObject(expected)
  })

  test('stays bare where two tools have that name', async () => {
    const request = declared(namespace('a', fn('refund')), namespace('b', fn('refund')))
    const call = await replayed(MESSAGES, useAnswer('refund', {}), RESPONSES, request)
    expect(call).toMatchObject({ name: 'refund' })
    expect(call).not.toHaveProperty('namespace')
  })

  test('is one of the tool outside of namespaces where there is one', async () => {
    const request = declared(fn('refund'), namespace('b', custom('refund')))
    const call = await replayed(MESSAGES, useAnswer('refund', { input: 'x' }), RESPONSES, request)
    expect(call).toMatchObject({ kind: 'function', name: 'refund', arguments: { input: 'x' } })
    expect(call).not.toHaveProperty('namespace')
  })
})

test('a free-text tool and a function of one name in two namespaces are distinguished', async () => {
  const request = declared(namespace('a', custom('edit')), namespace('b', fn('edit')))
  const ask = (name: string) => replayed(MESSAGES, useAnswer(name, { input: 'x' }), RESPONSES, request)
  expect(await ask('a__edit')).toMatchObject({ kind: 'custom', namespace: 'a', arguments: 'x' })
  expect(await ask('b__edit')).toMatchObject({ kind: 'function', namespace: 'b', arguments: { input: 'x' } })
})

describe('an agent that continues from this call gets the next answer', () => {
  const next = useAnswer('done', {})
  const used = (name: string, input: JsonObject): JsonObject => ({
    model: 'm',
    max_tokens: 9,
    messages: [
      { role: 'user', content: QUESTION },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name, input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Done.' }] },
    ],
  })
  const items = (call: JsonObject): JsonObject => ({
    model: 'm',
    input: [
      { role: 'user', content: QUESTION },
      { call_id: 'call_1', ...call },
      { type: `${call.type}_output`, call_id: 'call_1', output: 'Done.' },
    ],
  })

  test('with the namespace in its name', async () => {
    const ask = answerer(RESPONSES, items(REFUND), itemAnswer({ ...REFUND, name: 'done' }), MESSAGES)
    expect(await ask(used('orders__refund', {}))).toContain('orders__done')
    expect(await ask(used('refund', {}))).toContain('orders__done')
    expect(await ask(used('orders__charge', {}))).toContain('no recording of this conversation')
  })

  test('with the namespace next to the name', async () => {
    const call = { type: 'custom_tool_call', name: 'apply_patch', namespace: 'functions', input: PATCH }
    for (const name of ['apply_patch', 'functions__apply_patch']) {
      const ask = answerer(MESSAGES, used(name, { input: PATCH }), next, RESPONSES)
      expect(await ask(items(call))).toContain('"done"')
    }
  })
})

function chatCustomAnswer(): JsonObject {
  const call = { id: 'call_1', type: 'custom', custom: { name: 'apply_patch', input: PATCH } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' }]
  return { id: 'x', object: 'chat.completion', model: 'm', choices }
}
