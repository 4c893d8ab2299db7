import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { exampleArguments } from '../../src/traffic/mock/example-value.js'
import { serverNames } from '../../src/traffic/mock/index.js'
import { parseScript } from '../../src/traffic/mock/script.js'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { serveFetch } from '../../src/traffic/replay/server.js'
import { exchange, temporaryFolder } from '../support/replay.js'
import { runCli, startCli } from '../support/run-cli.js'
import { TOOL_TURNS, toolTurnsFor } from './native-requests.js'
import { mockOf, post } from './support.js'

const CHAT = '/v1/chat/completions'

describe('scripts', () => {
  test('answers are used in order, two requests at once get different ones', async () => {
    const mock = await mockOf('vllm', { script: '{"text":"one"}\n\n{"text":"two"}\n' })
    const both = await Promise.all([post(mock, CHAT, TOOL_TURNS.chat), post(mock, CHAT, TOOL_TURNS.chat)])
    const texts = both.map(({ text }) => JSON.parse(text).choices[0].message.content)
    expect(texts.sort()).toEqual(['one', 'two'])
  })

  test('the end of a script is reported as an error, or repeats the last text', async () => {
    const mock = await mockOf('sglang', { script: [{ text: 'one' }] })
    await post(mock, CHAT, TOOL_TURNS.chat)
    const { status, text } = await post(mock, CHAT, TOOL_TURNS.chat)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({
      object: 'error',
      message: 'toolwire mock: the script of 1 answers is used up',
      type: 'toolwire_mock',
    })
    const script = [{ text: 'last' }, { refuse: 'rate-limit' as const }]
    const repeating = await mockOf('sglang', { script, repeatsLast: true })
    const statuses = []
    for (let count = 0; count < 4; count += 1)
      statuses.push((await post(repeating, CHAT, TOOL_TURNS.chat)).status)
    expect(statuses).toEqual([200, 429, 200, 200])
  })

  test('a refused request does not use an answer', async () => {
    const mock = await mockOf('vllm', { script: [{ text: 'one' }] })
    expect((await post(mock, CHAT, { ...TOOL_TURNS.chat, tools: [] })).status).toBe(400)
    expect((await post(mock, CHAT, TOOL_TURNS.chat)).status).toBe(200)
    expect(mock.requests.map(({ status }) => status)).toEqual([400, 200])
  })

  test('a call of a tool that the server lost is an error', async () => {
    const script = [{ calls: [{ name: 'exec', arguments: 'ls' }] }]
    const mock = await mockOf('llama.cpp', { script })
    const body = { ...TOOL_TURNS.responses, tools: [{ type: 'custom', name: 'exec' }] }
    const { status, text } = await post(mock, '/v1/responses', body)
    expect([status, JSON.parse(text).error.message]).toEqual([
      404,
      'toolwire mock: the script calls exec, which this server lost',
    ])
    expect(mock.requests[0]?.lostTools).toEqual(['exec'])
  })

  test('malformed arguments are sent unchanged', async () => {
    const mock = await mockOf('vllm', { script: [{ calls: [{ name: 'read', arguments: '{"path":' }] }] })
    const { text } = await post(mock, CHAT, TOOL_TURNS.chat)
    expect(JSON.parse(text).choices[0].message.tool_calls[0].function.arguments).toBe('{"path":')
  })

  test.each([
    ['{"txt":"x"}', '/1/txt'],
    ['{"text":1}', '/1/text'],
    ['\n{"calls":[{"name":"x"}]}', '/2/calls'],
    ['[]', '/1'],
    ['{"__proto__":1}', '/1/__proto__'],
  ])('%s is not an answer', (line, path) => {
    expect(() => parseScript(line)).toThrowError(expect.objectContaining({ path }))
  })

  test('broken JSON is reported with its line', () => {
    expect(() => parseScript('{"text":"a"}\n{')).toThrowError(
      expect.objectContaining({ code: 'invalid-json' }),
    )
  })
})

test('arguments are made from schemas, with references, lists and limits', () => {
  const schema = {
    type: 'object',
    properties: {
      mode: { enum: ['a', 'b'] },
      tags: { type: 'array', items: { type: 'string', minLength: 9 }, minItems: 2 },
      next: { $ref: '#' },
      when: { type: 'string', format: 'date' },
      count: { type: ['integer', 'null'], minimum: 3 },
      optional: { type: 'string' },
    },
    required: ['mode', 'tags', 'when', 'count'],
  }
  expect(exampleArguments(schema)).toEqual({
    ...{ mode: 'a', tags: ['exampleee', 'exampleee'], when: '2026-01-01', count: 3 },
  })
  const recursive = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }
  expect(JSON.stringify(exampleArguments(recursive)).length).toBeLessThan(200)
  expect(exampleArguments(undefined)).toEqual({})
})

describe('createMock', () => {
  test('rejects an unknown server, a missing cassette, and a script next to a cassette', async () => {
    await expect(mockOf('vlm')).rejects.toThrow('Did you mean vllm?')
    await expect(mockOf('__proto__')).rejects.toThrow('unknown server')
    await expect(mockOf('vllm', { script: [], cassette: 'x' })).rejects.toThrow('not both')
    const cassette = join(temporaryFolder(), 'missing.cassette')
    await expect(mockOf('vllm', { cassette })).rejects.toThrow('there are no recordings')
  })

  test('unknown paths, methods and unloaded wires are not found', async () => {
    const mock = await mockOf('ollama')
    expect((await post(mock, '/v1/messages/count_tokens', toolTurnsFor('ollama', 'messages'))).status).toBe(
      404,
    )
    expect((await mock.fetch('http://m/v1/chat/completions')).status).toBe(404)
    expect((await mock.fetch('http://m/nothing')).status).toBe(404)
  })

  test('lists models in the form of the server', async () => {
    const list = async (as: string) => {
      const mock = await mockOf(as, { model: 'm-1', contextWindow: 4096 })
      return (await mock.fetch('http://m/v1/models')).json()
    }
    expect(await list('vllm')).toMatchObject({ object: 'list', data: [{ id: 'm-1', max_model_len: 4096 }] })
    expect(await list('llama.cpp')).toMatchObject({ data: [{ id: 'm-1' }], models: [{ name: 'm-1' }] })
    expect(await list('gemini')).toMatchObject({ models: [{ name: 'models/m-1' }] })
  })

  test.each(['vllm', 'llama.cpp', 'mistral'])(
    '%s refuses prompts beyond its own context window',
    async (as) => {
      const messages = [{ role: 'user', content: 'word '.repeat(3000) }]
      for (const [contextWindow, isRefused] of [
        [1000, true],
        [1_000_000, false],
      ] as const) {
        const mock = await mockOf(as, { model: 'm-1', contextWindow })
        const { status, text } = await post(mock, CHAT, { model: 'm-1', max_tokens: 10, messages })
        expect(status >= 400, text).toBe(isRefused)
        if (isRefused) expect(text).toContain('1000')
      }
    },
  )

  test('counts tokens where the server has a route', async () => {
    const mock = await mockOf('vllm')
    const { text } = await post(mock, '/v1/messages/count_tokens', toolTurnsFor('vllm', 'messages'))
    expect(JSON.parse(text).input_tokens).toBeGreaterThan(20)
  })

  test('answers accepted requests from a cassette, and refuses the others', async () => {
    const cassette = join(temporaryFolder(), 'a.cassette')
    const body = { model: 'm', messages: [{ role: 'user', content: 'other' }] }
    const answer = {
      ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm' },
      choices: [{ index: 0, message: { role: 'assistant', content: 'recorded' }, finish_reason: 'stop' }],
    }
    const url = 'https://api.example.com/v1/chat/completions'
    const one = exchange('one', { url, body: { json: body } }, { body: { json: answer } })

    const writer = await CassetteWriter.open(cassette)
    await writer.append(one)
    await writer.close()
    const mock = await mockOf('vllm', { cassette })
    expect((await post(mock, CHAT, { ...body, tools: [] })).status).toBe(400)
    expect((await post(mock, CHAT, body)).text).toContain('recorded')
    await mock.close()
  })
})

describe('over HTTP', () => {
  test('two servers on two ports, and a cut breaks the connection', async () => {
    const [vllm, ollama] = [
      await mockOf('vllm', { script: [{ text: 'a', cut: true }] }),
      await mockOf('ollama'),
    ]
    const servers = [await serveFetch(vllm.fetch), await serveFetch(ollama.fetch)]
    const [first, second] = servers.map(({ url }) => url)
    expect(first).not.toBe(second)
    const ask = (url = '', body: unknown = TOOL_TURNS.chat) =>
      fetch(`${url}${CHAT}`, { method: 'POST', body: JSON.stringify(body) })
    const cut = await ask(first, { ...TOOL_TURNS.chat, stream: true })
    await expect(cut.text()).rejects.toThrow()
    expect(await (await ask(second)).json()).toMatchObject({ object: 'chat.completion' })
    for (const { close } of servers) await close()
  })
})

describe('toolwire mock', () => {
  test('explains itself with an example, and lists the servers', async () => {
    const { stdout, status } = await runCli(['mock', '--help'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/Example: .*\n {2}.*toolwire mock/)
    for (const name of serverNames) expect(stdout).toContain(name)
  })

  test('serves, logs refusals, and stops', async () => {
    const script = join(temporaryFolder(), 'answers.jsonl')
    writeFileSync(script, '{"text":"hello"}\n')
    const cli = await startCli(['mock', '--as', 'vllm', '--model', 'qwen3.7', '--script', script], {
      adapters: ADAPTERS_FOLDER,
    })
    const ask = (body: unknown) => fetch(`${cli.url}${CHAT}`, { method: 'POST', body: JSON.stringify(body) })
    expect(await (await ask(TOOL_TURNS.chat)).json()).toMatchObject({
      choices: [{ message: { content: 'hello' } }],
    })
    const late = [
      { role: 'user', content: 'x' },
      { role: 'system', content: 'y' },
    ]
    expect((await ask({ model: 'm', messages: late })).status).toBe(400)
    const { status, stderr } = await cli.stop()
    expect(status).toBe(0)
    expect(stderr).toContain('answering as vllm with qwen3.7')
    expect(stderr).toContain('400  System message must be at the beginning.')
  })

  test.each([
    ['no server', ['mock'], "required option '--as <server>' not specified"],
    ['an unknown server', ['mock', '--as', 'vlm'], 'Allowed choices are vllm'],
    ['a missing script', ['mock', '--as', 'vllm', '--script', 'missing.jsonl'], 'missing.jsonl'],
  ])('rejects %s', async (_, argv, message) => {
    const { stderr, status } = await runCli(argv, '', { adapters: ADAPTERS_FOLDER })
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  })
})
