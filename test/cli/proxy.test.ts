import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyText } from '../../src/base/http/recorded-body.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { helpOf, sentenceOf } from '../../src/cli/proxy/config-schema.js'
import { readExchanges } from '../../src/traffic/replay/cassette.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, user } from '../support/proxy.js'
import { served, temporaryFolder } from '../support/replay.js'
import { runCli, startCli } from '../support/run-cli.js'

const ANSWER: ModelResponse = {
  id: 'answer-1',
  model: 'target-model',
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello there.' }] },
  finish: { reason: 'stop' },
  usage: { inputTokens: 3, outputTokens: 2 },
}
const OPTIONS = { adapters: ADAPTERS_FOLDER, env: { OPENAI_API_KEY: 'sk-very-secret-4711' } }

/** Starts a server of a wire on a free port, and returns the keys that it received. */
async function serverOf(wire: string, delay = 0) {
  const keys: (string | null)[] = []
  const { url } = await served(async (input, init) => {
    const sent = new Request(input, init)
    keys.push(sent.headers.get('authorization'))
    const body = await sent.json()
    await new Promise((resolve) => setTimeout(resolve, delay))
    return nativeAnswer(adapterOf(wire).adapter, ANSWER, { path: new URL(sent.url).pathname, body })
  })
  return { url: `${url}${adapterOf(wire).adapter.codecs.http.base ?? ''}`, keys }
}

function messageTo(url: string, body: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  const { adapter } = adapterOf('anthropic-messages')
  const { value } = adapter.encodeRequest({
    ...user('What is my secret?'),
    model: 'claude-x',
    maxOutputTokens: 9,
  })
  return fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify({ ...value, ...body }) })
}

describe('toolwire proxy', () => {
  test('explains itself', async () => {
    const { stdout, status } = await runCli(['proxy', '--help'])
    expect(stdout).toContain('Usage: toolwire proxy')
    expect(stdout).toMatch(/Example: .*\n {2}.*toolwire /)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'the model of the target (default: the name that the client sends)',
    )
    expect(status).toBe(0)
  })

  test('answers, logs a line per request without its content, and prints only its URL', async () => {
    const server = await serverOf('openai-chat')
    const args = [
      '--from',
      'anthropic-messages',
      '--to',
      'openai-chat',
      '--target',
      server.url,
      '--model',
      'gpt-x',
      '--key-variable',
      'OPENAI_API_KEY',
    ]
    const proxy = await startCli(['proxy', ...args, '--port', '0', '--verbose'], OPTIONS)
    expect((await (await messageTo(proxy.url)).json()).content).toMatchObject([{ text: 'Hello there.' }])
    const streamed = await messageTo(proxy.url, { stream: true, top_k: 5, thinking: { type: 'disabled' } })
    expect(await streamed.text()).toContain('message_stop')
    await fetch(`${proxy.url}/nowhere`)
    const { status, stdout, stderr } = await proxy.stop()
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${proxy.url}\n` })
    const lines = stderr.split('\n').filter((line) => /^(POST|GET) /.test(line))
    expect(lines).toHaveLength(3)
    for (const line of lines.slice(0, 2))
      expect(line).toMatch(
        /^POST {2}\/v1\/messages {2}200 {2}\* → openai-chat {2}claude-x → gpt-x {2}\d+\/\d+ ms {2}3\+2 tokens/,
      )
    expect(lines[2]).toMatch(
      /^GET {2}\/nowhere {2}404 .*there is no path \/nowhere\. Requests for answers are served at \/v1\/messages/,
    )
    expect(stderr).not.toMatch(/4711|secret/)
    expect(server.keys).toEqual(['Bearer sk-very-secret-4711', 'Bearer sk-very-secret-4711'])
  })

  test('records both sides, without keys', async () => {
    const server = await serverOf('openai-chat')
    const file = join(temporaryFolder(), 'both.cassette')
    const args = ['--from', 'claude', '--to', 'openai-chat', '--target', server.url, '--record', file]
    const proxy = await startCli(['proxy', ...args, '--key-variable', 'OPENAI_API_KEY'], OPTIONS)
    await (await messageTo(proxy.url, {}, { 'x-api-key': 'client-key-4712' })).text()
    await (await messageTo(proxy.url, { stream: true })).text()
    await proxy.stop()
    const wires: (string | undefined)[] = []
    for await (const { exchange } of readExchanges(file)) {
      wires.push(exchange.wire)
      expect(bodyText(exchange.request.body)).toContain('What is my secret?')
    }
    expect(wires.sort()).toEqual(['anthropic-messages', 'anthropic-messages', 'openai-chat', 'openai-chat'])
    expect(readFileSync(file, 'utf8')).not.toMatch(/4711|4712/)
  })

  test('reads routes from a file with comments', async () => {
    const chat = await serverOf('openai-chat')
    const gemini = await serverOf('google-generate-content')
    const file = join(temporaryFolder(), 'proxy.json')
    writeFileSync(
      file,
      `{
        // Small models go to one server,
        "routes": [
          { "name": "small", "models": ["claude-haiku*"], "to": { "wire": "openai-chat", "target": "${chat.url}", "model": "a" } },
          /* the others to another one, which may fail. */
          { "name": "large", "to": [
            { "wire": "openai-chat", "target": "http://127.0.0.1:1/v1", "model": "b" },
            { "wire": "gemini", "target": "${gemini.url}", "model": "c", "settings": { "temperature": null }, },
          ] },
        ],
      }`,
    )
    const proxy = await startCli(['proxy', '--config', file], OPTIONS)
    await (await messageTo(proxy.url, { model: 'claude-haiku-9' })).text()
    await (await messageTo(proxy.url)).text()
    const { stderr } = await proxy.stop()
    expect(stderr).toMatch(/200 {2}small {2}claude-haiku-9 → a/)
    expect(stderr).toMatch(
      /200 {2}large {2}claude-x → c .*skipped: toolwire proxy: the target cannot be reached/,
    )
  })

  test.each([
    ['no target', ['--from', 'claude'], 'needs --to and --target, or --config'],
    ['an unknown wire', ['--to', 'fax', '--target', 'http://a.test'], 'unknown wire "fax"'],
    ['a target that is not a URL', ['--to', 'claude', '--target', 'a.test'], 'the target must be a URL'],
    [
      'unknown limits',
      ['--to', 'claude', '--target', 'http://a.test', '--limits', 'x'],
      'has no limits profile "x"',
    ],
    ['a file that is not there', ['--config', 'missing.json'], 'cannot read missing.json'],
    [
      'an open host',
      ['--to', 'claude', '--target', 'http://a.test', '--host', '0.0.0.0'],
      'set TOOLWIRE_PROXY_TOKEN',
    ],
  ])('refuses %s with status 2', async (_case, argv, message) => {
    const { stderr, stdout, status } = await runCli(['proxy', ...argv], '', { ...OPTIONS, env: {} })
    expect(stderr).toContain(message)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  test.each([
    ['{', 'not JSON'],
    ['{"routes": []}', '/routes'],
    ['{"routes": [{"to": {"wire": "claude"}}]}', 'target'],
    ['{"routes": [{"to": {"wire": "claude", "target": "http://a.test", "modle": "x"}}]}', 'modle'],
    [
      '{"routes": [{"to": {"wire": "claude", "target": "http://a.test", "keyVariable": "NOT_SET"}}]}',
      'NOT_SET is not set',
    ],
    ['{"routes": [{"to": {"wire": "claude", "target": "nowhere"}}]}', 'the target must be a URL'],
  ])('rejects the config %s and states the reason', async (text, message) => {
    const file = join(temporaryFolder(), 'proxy.json')
    writeFileSync(file, text)
    const { stderr, status } = await runCli(['proxy', '--config', file], '', OPTIONS)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('please report')
    expect(status).toBe(2)
  })

  test('accepts clients of other machines with the token, for any host name', async () => {
    const server = await serverOf('openai-chat')
    const args = ['--to', 'openai-chat', '--target', server.url, '--host', '0.0.0.0']
    const env = { ...OPTIONS.env, TOOLWIRE_PROXY_TOKEN: 'let-me-in' }
    const proxy = await startCli(['proxy', ...args], { ...OPTIONS, env })
    const url = proxy.url.replace('0.0.0.0', '127.0.0.1')
    expect((await messageTo(url)).status).toBe(401)
    expect((await messageTo(url, {}, { 'x-api-key': 'let-me-in' })).status).toBe(200)
    const called = new Promise<number | undefined>((resolve) => {
      const headers = { host: 'gateway.internal', 'x-api-key': 'let-me-in' }
      request(`${url}/v1/models`, { headers }, (response) => resolve(response.resume().statusCode)).end()
    })
    expect(await called).toBe(200)
    await proxy.stop()
  })

  test('does not answer pages of other sites, nor requests for other hosts', async () => {
    const server = await serverOf('openai-chat')
    const proxy = await startCli(['proxy', '--to', 'openai-chat', '--target', server.url], OPTIONS)
    const { port } = new URL(proxy.url)
    const raw = (head: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(`${head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`),
        )
        let text = ''
        socket.on('data', (chunk) => {
          text += chunk
        })
        socket.on('close', () => resolve(text))
      })
    expect(await raw('POST /v1/messages HTTP/1.1\r\nhost: evil.test')).toMatch(/^HTTP\/1.1 403 /)
    expect(await raw(`POST http://evil.test/v1/messages HTTP/1.1\r\nhost: 127.0.0.1:${port}`)).toMatch(
      /^HTTP\/1.1 400 /,
    )
    expect(await raw(`POST /v1/%2e%2e/messages HTTP/1.1\r\nhost: 127.0.0.1:${port}`)).toMatch(
      /^HTTP\/1.1 400 /,
    )
    expect(server.keys).toEqual([])
    await proxy.stop()
  })

  test('answers those who watch it, pages that were named, and passes the rest on', async () => {
    const server = await serverOf('openai-chat')
    const args = ['--to', 'openai-chat', '--target', server.url, '--metrics', '--telemetry', '--pass-on']
    args.push('--allow-origin', 'https://chat.test', '--key-variable', 'OPENAI_API_KEY')
    const proxy = await startCli(['proxy', ...args], OPTIONS)
    expect(await (await fetch(`${proxy.url}/health`)).json()).toEqual({ status: 'ok' })
    expect((await fetch(`${proxy.url}/health`, { method: 'HEAD' })).status).toBe(200)
    await (await messageTo(proxy.url, {}, { origin: 'https://chat.test' })).text()
    expect((await messageTo(proxy.url, {}, { origin: 'https://evil.test' })).status).toBe(403)
    const passed = {
      method: 'POST',
      body: '{"model": "m", "messages": []}',
      headers: { authorization: 'Bearer own' },
    }
    expect((await fetch(`${proxy.url}/v1/embeddings`, passed)).status).toBe(200)
    const metrics = await fetch(`${proxy.url}/metrics`)
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await metrics.text()
    for (const status of [200, 403])
      expect(text).toMatch(new RegExp(`requests_total\\{.*status="${status}"\\} \\d`))
    await proxy.stop()
    expect(server.keys).toEqual(['Bearer sk-very-secret-4711', 'Bearer sk-very-secret-4711'])
  })

  test('sends a vendor’s key to no other server, and reports it', async () => {
    const server = await serverOf('openai-chat')
    const proxy = await startCli(['proxy', '--to', 'openai-chat', '--target', server.url], OPTIONS)
    await (await messageTo(proxy.url)).text()
    const { stderr } = await proxy.stop()
    expect(server.keys).toEqual([null])
    expect(stderr).toContain(
      `requests to ${new URL(server.url).origin} have no key; name its variable with --key-variable`,
    )
    expect(stderr).toContain(
      `requests to ${new URL(server.url).origin} have the limits of the profile "compatible"`,
    )
    expect(stderr).not.toContain('4711')
  })

  test('lets answers end when it is stopped', async () => {
    const server = await serverOf('openai-chat', 200)
    const proxy = await startCli(['proxy', '--to', 'openai-chat', '--target', server.url], OPTIONS)
    const answer = messageTo(proxy.url, { stream: true })
    await expect.poll(() => server.keys).toHaveLength(1)
    const stopped = proxy.stop()
    expect(await (await answer).text()).toContain('message_stop')
    expect((await stopped).status).toBe(0)
    await expect(messageTo(proxy.url)).rejects.toThrow()
  })
})

test.each([
  ['The store of `a`. Further words. Default: in `b`.', 'the store of a', 'the store of a (default: in b)'],
  [
    'The address 127.0.0.1 to use. Default: false.',
    'the address 127.0.0.1 to use',
    'the address 127.0.0.1 to use',
  ],
  ['Only this', 'only this', 'only this'],
])('the help of a flag for a member with %j', (description, sentence, help) => {
  expect(sentenceOf({ description })).toBe(sentence)
  expect(helpOf({ description })).toBe(help)
})
