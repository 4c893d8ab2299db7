import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../adapters/anthropic-messages/index.js'
import { adapters, decodeAny, lintRequest, loadAdapter } from '../adapters.js'
import { callsOf } from '../src/index.js'
import { createLibrary } from '../src/traffic/library.js'
import type { Exchange } from '../src/translate/exchange/registry.js'
import { allAdapters as listed, registry } from './support/adapters.js'
import { allFixtures } from './support/exchanges.js'

const recognised = (exchange: Exchange) => registry.recognise(exchange)?.adapter.id

describe('the adapters', () => {
  test('are those of the folders, each loaded when it is asked for', async () => {
    expect(Object.keys(adapters).sort()).toEqual(listed.map(({ wire }) => wire).sort())
    for (const [wire, load] of Object.entries(adapters)) expect((await load()).id).toBe(wire)
    let loads = 0
    const load = async () => {
      loads += 1
      return anthropic
    }
    const library = createLibrary({ one: { names: ['eins'], load }, two: { names: [], load } })
    expect(loads).toBe(0)
    await library.loadAdapter('eins')
    expect(loads).toBe(1)
  })

  test.each([
    ['anthropic', 'anthropic-messages'],
    ['gemini', 'google-generate-content'],
    ['interactions', 'google-interactions'],
    ['openai', 'openai-chat'],
    ['responses', 'openai-responses'],
    ['bedrock', 'bedrock-converse'],
    ['mistral', 'mistral-chat'],
    ['cohere', 'cohere-chat'],
    ['ollama', 'ollama-chat'],
    ['openai-chat', 'openai-chat'],
  ])('%s is %s', async (name, wire) => {
    expect((await loadAdapter(name)).id).toBe(wire)
  })

  test('have short names of their own, which are the ids of none', async () => {
    const names = await Promise.all(
      listed.map(
        async ({ wire }): Promise<{ names: readonly string[] }> => import(`../adapters/${wire}/names.ts`),
      ),
    )
    const all = [...names.flatMap((module) => module.names), ...Object.keys(adapters)]
    expect(new Set(all).size).toBe(all.length)
    for (const module of names) expect(module.names.length).toBeGreaterThan(0)
  })

  test('a name that none has is an error with those there are', async () => {
    await expect(loadAdapter('fax')).rejects.toMatchObject({
      code: 'unknown-wire',
      message: expect.stringContaining('openai-chat or openai'),
    })
  })
})

function textOf(folder: string, side: string): string | undefined {
  const file = join(folder, `${side}.json`)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Returns a record as in a file, with all digits of its numbers. */
function recordText(wire: string, folder: string, stream: string | undefined): string {
  const bodies = ['request', 'response'].flatMap((side) => {
    const text = textOf(folder, side)
    return text === undefined ? [] : [`"${side}":${text}`]
  })
  const sse = stream === undefined ? [] : [`"sse":${JSON.stringify(stream)}`]
  return `{${[`"wire":"${wire}"`, ...bodies, ...sse].join(',')}}`
}

describe('decodeAny', () => {
  const found = registry.adapters.map(({ id }) => id)

  test.each(found)('reads records, bodies and streams of %s', async (wire) => {
    for (const { folder, response, stream, canonical } of allFixtures.filter(
      (fixture) => fixture.wire === wire,
    )) {
      const record = await decodeAny(recordText(wire, folder, stream))
      expect(record).toMatchObject({ wire, adapter: { id: wire } })
      expect(record.request).toEqual(canonical.request)
      expect(record.response).toEqual(canonical.response)
      const messages = canonical.response ? [canonical.response.message] : canonical.request?.messages
      expect(record.calls).toEqual(messages?.flatMap(callsOf))
      if (response !== undefined && recognised({ response }) === wire)
        expect((await decodeAny(textOf(folder, 'response') ?? '')).calls).toEqual(
          canonical.response?.message.parts.filter(({ type }) => type === 'tool-call'),
        )
      if (stream !== undefined && recognised({ stream: [stream] }) === wire)
        expect((await decodeAny(stream)).calls.length).toBe(record.calls.length)
    }
  })

  test('reads a list of messages as a history, and a list of events as a stream', async () => {
    const messages = [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    ]
    const history = await decodeAny(JSON.stringify(messages))
    expect(history).toMatchObject({ wire: 'openai-chat', calls: [{ id: 'a', name: 'f' }] })
    expect(history.request?.messages).toHaveLength(2)
    const event = { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'ho' } }] }
    expect((await decodeAny([event])).response?.message.parts).toMatchObject([{ type: 'text', text: 'ho' }])
  })

  test('reports the path of a notice in a record', async () => {
    const call = {
      id: 'a',
      type: 'function',
      function: { name: 'f', arguments: '{"n":12345678901234567890}' },
    }
    const response = {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call] } }],
    }
    const inRecord = await decodeAny({ wire: 'openai-chat', response })
    expect(inRecord.notices.slice(0, 1)).toMatchObject([
      { path: expect.stringMatching(/^\/response\/choices\/0/) },
    ])
    const alone = await decodeAny(JSON.stringify(response))
    for (const { path } of alone.notices) expect(path).toMatch(/^\/choices\/0/)
    expect(alone.notices.map(({ code }) => code)).toEqual(['number-precision', 'finish-missing'])
    expect(alone.calls).toMatchObject([{ name: 'f', status: 'complete' }])
  })

  test.each([
    ['nothing known', '{"hello":1}', 'unknown-wire'],
    ['half of a JSON', '{"choices":', 'invalid-json'],
    ['a number', '1', 'wrong-type'],
    ['a wire that nobody has', '{"wire":"fax","request":{}}', 'unknown-wire'],
  ])('%s is an error', async (_title, text, code) => {
    await expect(decodeAny(text)).rejects.toMatchObject({ name: 'AdapterError', code })
  })
})

describe('lintRequest', () => {
  const request = { model: 'm', messages: [{ role: 'tool', tool_call_id: 'x', content: 'found' }] }

  test('reports the problems a provider would reject, by adapter, id or short name', async () => {
    const violations = await lintRequest('openai-chat', request)
    expect(violations.map(({ severity }) => severity)).toContain('error')
    expect(await lintRequest('openai', JSON.stringify(request))).toEqual(violations)
    expect(await lintRequest(await loadAdapter('openai'), request)).toEqual(violations)
    expect(await lintRequest('openai', { model: 'm', messages: [{ role: 'user', content: 'Hi' }] })).toEqual(
      [],
    )
  })

  test('under the limits that are named', async () => {
    await expect(lintRequest('openai', request, 'none such')).rejects.toMatchObject({
      code: 'unknown-profile',
    })
  })
})
