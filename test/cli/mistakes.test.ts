import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { serveFetch } from '../../src/traffic/replay/server.js'
import { adapters } from '../support/adapters.js'
import { projectRoot } from '../support/project.js'
import { exchange, temporaryFolder } from '../support/replay.js'
import { runCli, startCli } from '../support/run-cli.js'

// Mistakes on the command line: each message has what is wrong, where, and the next step.

const CLAUDE_REQUEST = {
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  messages: [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
  ],
}
const OPENAI_REQUEST = {
  model: 'gpt-5.4',
  messages: [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
  ],
}
const OPENAI_ANSWER = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5.4',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
}

let folder = ''
const path = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = temporaryFolder()
  mkdirSync(path('empty'))
  for (const [name, value] of Object.entries({
    'claude.json': CLAUDE_REQUEST,
    'openai.json': OPENAI_REQUEST,
    'answer.json': OPENAI_ANSWER,
    'payload.json': { payload: OPENAI_REQUEST },
    'deep.json': { event: { data: OPENAI_ANSWER } },
    'other.json': { something: 'else' },
  }))
    writeFileSync(path(name), JSON.stringify(value))
  const writer = await CassetteWriter.open(path('one.cassette'))
  const url = 'https://api.openai.com/v1/chat/completions'
  await writer.append(
    exchange('one', { url, body: { json: OPENAI_REQUEST } }, { body: { json: OPENAI_ANSWER } }),
  )
  await writer.close()
})

const run = (argv: readonly string[]) => runCli(argv.map(inFolder), '', { adapters: ADAPTERS_FOLDER })

/** Returns the path of a file of these tests. */
function inFolder(arg: string): string {
  return /^(\w+\.(json|cassette)|empty)$/.test(arg) ? path(arg) : arg
}

/** Command lines with a mistake, and the words of their output: what, where, and the next step. */
test.each<[readonly string[], readonly string[]]>([
  // A body of another wire than the named one.
  [
    ['translate', 'openai.json', '--from', 'anthropic', '--to', 'google'],
    ['looks like openai-chat, not anthropic-messages', '--from'],
  ],
  [
    ['translate', 'claude.json', '--from', 'openai', '--to', 'google'],
    ['looks like anthropic-messages, not openai-chat', '--from'],
  ],
  [
    ['decode', 'claude.json', '--wire', 'openai'],
    ['unread-call', 'looks like anthropic-messages, not openai-chat', '--wire'],
  ],
  [
    ['calls', 'answer.json', '--wire', 'anthropic'],
    ['not a body of anthropic-messages', 'looks like an answer of openai-chat', 'name openai-chat'],
  ],
  [
    ['inspect', 'answer.json', '--wire', 'anthropic'],
    ['not a body of anthropic-messages', 'openai-chat'],
  ],
  // A body inside another object.
  [
    ['calls', 'payload.json'],
    ['no adapter recognizes this', 'at /payload: add --at /payload'],
  ],
  [['calls', 'deep.json'], ['at /event/data: add --at /event/data']],
  [
    ['calls', 'deep.json', '--wire', 'openai'],
    ['not a body of openai-chat', 'add --at /event/data'],
  ],
  [
    ['calls', 'other.json'],
    ['no adapter recognizes this', 'name its path (--at)', '--wire'],
  ],
  [
    ['calls', 'other.json', '--wire', 'openai'],
    ['not a body of openai-chat', '--at'],
  ],
  // Names.
  [
    ['translate', 'openai.json', '--to', 'anthropic', '--model', 'claude-sonet-5-5'],
    ['nothing is known of the model "claude-sonet-5-5"', 'Did you mean claude-sonnet-5.5?'],
  ],
  [
    ['translate', 'openai.json', '--to', 'vllm', '--model', 'x'],
    ['unknown wire "vllm"', 'known are'],
  ],
  [['translate', 'openai.json', '--to', 'antropic'], ['Did you mean anthropic?']],
  [
    ['translate', 'openai.json', '--to', 'openai', '--limits', 'vlm'],
    ['no limits profile "vlm"', 'Did you mean vllm?'],
  ],
  [['models', 'claude-sonet-5'], ['Did you mean claude-sonnet-5?']],
  [
    ['replay', 'one.cassette', '--as', 'zeph'],
    ['zeph has no HTTP paths', 'anthropic-messages'],
  ],
  // Missing recordings.
  [
    ['replay', 'missing.cassette'],
    [
      'there is no file or folder',
      'missing.cassette',
      'toolwire record --to FILE',
      '--mode auto --target URL',
    ],
  ],
  [
    ['replay', 'empty'],
    ['there are no recordings at', 'toolwire record', '--mode auto'],
  ],
  [
    ['import', 'other.json', '--to', 'new.cassette'],
    ['other.json', 'name their wire', 'new.cassette is not written'],
  ],
])('%j', async (argv, words) => {
  const { stdout, stderr } = await run(argv)
  const said = stdout.replaceAll('\n    ', ' ') + stderr
  for (const word of words) expect(said).toContain(word)
})

describe.each(
  adapters.filter(({ adapter }) => !adapter.lacks.has('http')).map(({ adapter }) => [adapter.id] as const),
)('a wire that is named rightly, %s,', (wire) => {
  test('gets no suggestion of another wire', async () => {
    for (const file of ['claude.json', 'openai.json']) {
      const { stdout } = await run(['decode', file])
      const found: JsonObject = JSON.parse(stdout)
      if (found.wire !== wire) continue
      const named = await run(['decode', file, '--wire', wire])
      expect(named.stdout).not.toContain('looks like')
      expect(named.status).toBe(0)
    }
  })
})

test('the path that is suggested for --at reads the body', async () => {
  const { stdout } = await run(['calls', 'deep.json'])
  const [, at = ''] = /add --at ([\w/]+)/.exec(stdout) ?? []
  expect((await run(['calls', 'deep.json', '--at', at])).status).toBe(0)
})

test('a miss of replay --as names the conversation and the options', async () => {
  const server = await startCli(['replay', path('one.cassette'), '--as', 'anthropic'], {
    adapters: ADAPTERS_FOLDER,
  })
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ ...CLAUDE_REQUEST, messages: [{ role: 'user', content: 'Other' }] }),
  })
  const { error } = await response.json()
  await server.stop()
  expect(error.message).toContain('no recording of this conversation; the nearest is one, which differs')
  for (const option of ['--ignore', '--match best', '--mode auto']) expect(error.message).toContain(option)
})

describe('the recording of a proxy', () => {
  async function recorded(): Promise<string> {
    const target = await serveFetch(async () => Response.json(OPENAI_ANSWER))
    const file = path('proxy.cassette')
    const proxy = await startCli(
      ['proxy', '--to', 'openai', '--target', `${target.url}/v1`, '--model', 'gpt-5.4', '--record', file],
      { adapters: ADAPTERS_FOLDER },
    )
    const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
    const ask = (body: object, at: string) =>
      fetch(`${proxy.url}${at}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const body = { model: 'claude-opus-5', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }
    for (let turn = 0; turn < 2; turn += 1) expect((await ask(body, '/v1/messages')).status).toBe(200)
    await ask(body, '/v1/messages/count_tokens')
    await fetch(`${proxy.url}/v1/models`, { headers })
    await proxy.stop()
    await target.close()
    return file
  }

  test('counts paid answers once, and skips other requests with a notice', async () => {
    const file = await recorded()
    const { stdout, stderr, status } = await run(['inspect', file])
    expect(status).toBe(0)
    expect(stdout).toContain('2 answers with a known price cost')
    expect(stdout.match(/, \$/g)).toHaveLength(2)
    expect(stdout.match(/client side of a proxy/g)).toHaveLength(2)
    expect(stderr).toContain('POST /v1/messages/count_tokens is not a request for an answer')
    expect(stderr).toContain('GET /v1/models is not a request for an answer')
    for (const command of ['calls', 'decode']) expect((await run([command, file])).status).toBe(0)
  })
})

test('calls prints the usage and the cost of complete answers', async () => {
  const { lines } = await run(['calls', 'answer.json'])
  expect(lines[0]).toMatchObject({
    response: { usage: { inputTokens: 100, outputTokens: 20 }, dollars: expect.any(Number) },
  })
  const whole = readFileSync(join(projectRoot, 'fixtures/anthropic-messages/single-call/stream.sse'), 'utf8')
  const cut = await runCli(['calls'], whole.slice(0, whole.indexOf('event: message_delta')), {
    adapters: ADAPTERS_FOLDER,
  })
  expect(cut.stdout).toContain('"usage"')
  expect(cut.stdout).not.toContain('"dollars"')
})
