import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { projectRoot } from '../support/project.js'
import { exchange, temporaryFolder } from '../support/replay.js'
import { runCli, startCli } from '../support/run-cli.js'

// Every example of a help text is run, with its files in a temporary folder.

const REQUEST = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const ANSWER = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }],
}
const STREAM = readFileSync(join(projectRoot, 'fixtures/anthropic-messages/single-call/stream.sse'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []))
  .join('\n')
const HAR_ENTRY = {
  startedDateTime: '2026-01-01T00:00:00Z',
  time: 1,
  request: {
    ...{ method: 'POST', url: 'https://api.openai.com/v1/chat/completions', httpVersion: 'h2' },
    ...{ headers: [], queryString: [], cookies: [], headersSize: -1, bodySize: -1 },
    postData: { mimeType: 'application/json', text: JSON.stringify(REQUEST) },
  },
  response: {
    ...{ status: 200, statusText: 'OK', httpVersion: 'h2', headers: [], cookies: [], redirectURL: '' },
    ...{ headersSize: -1, bodySize: -1 },
    content: { size: 1, mimeType: 'application/json', text: JSON.stringify(ANSWER) },
  },
  cache: {},
  timings: { send: 0, wait: 1, receive: 0 },
}
const VCR = `interactions:
- request:
    body: '${JSON.stringify(REQUEST)}'
    headers: {}
    method: POST
    uri: https://api.openai.com/v1/chat/completions
  response:
    body:
      string: '${JSON.stringify(ANSWER)}'
    headers: {}
    status:
      code: 200
      message: OK
version: 1
`

/** Returns a folder with the files that the examples of a command name. */
async function filledFolder(command: string): Promise<string> {
  const folder = temporaryFolder()
  for (const name of ['fixtures', 'tests/cassettes']) mkdirSync(join(folder, name), { recursive: true })
  const files = {
    'request.json': JSON.stringify(REQUEST),
    'answer.json': JSON.stringify(ANSWER),
    'traffic.jsonl': `${JSON.stringify({ request: REQUEST, response: ANSWER })}\n`,
    'traffic.har': JSON.stringify({ log: { version: '1.2', creator: {}, entries: [HAR_ENTRY] } }),
    'answer.chunks.txt': STREAM,
    'answers.jsonl': '{"text":"Hello"}\n',
    'tests/cassettes/one.yaml': VCR,
    'proxy.json': '{"routes":[{"to":{"wire":"openai-chat","target":"http://127.0.0.1:9/v1"}}]}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const writer = await CassetteWriter.open(join(folder, 'fixtures/weather.cassette'))
  const url = 'https://api.openai.com/v1/chat/completions'
  await writer.append(exchange('one', { url, body: { json: REQUEST } }, { body: { json: ANSWER } }))
  await writer.close()
  if (command === 'export')
    renameSync(join(folder, 'fixtures/weather.cassette'), join(folder, 'fixtures/traffic.cassette'))
  return folder
}

/** The values for the placeholders of examples. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  WIRE: 'anthropic-messages',
  OTHER: 'openai-chat',
  MODEL: 'claude-sonnet-5-5',
  M: 'gpt-5.4',
}

/** Returns the toolwire commands of the examples in a help text, without pipes, redirections and comments. */
function examplesIn(help: string): readonly string[] {
  const shown = help.slice(help.search(/^Example/m)).replaceAll(/\\\n\s+/g, '')
  return shown
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .flatMap((line) => line.split(/ \| | > |#/))
    .flatMap((piece) => /(?:^|\s)toolwire (.*?)(?:\)"'.*)?$/.exec(piece.trimEnd())?.[1] ?? [])
    .filter((command) => !command.startsWith('@'))
}

/** Converts the words of an example to arguments that run in a folder. */
function argumentsOf(example: string, folder: string): string[] {
  const words = example.trim().split(/\s+/)
  return words.flatMap((word, index) => {
    if (words[index - 1] === '--port') return '0'
    if (word.includes('*')) return [join(folder, word.replace('*', 'one'))]
    const isPath = /\.(json|jsonl|har|cassette|txt|yaml|html)$|^(fixtures|tests)$/.test(word)
    return isPath ? join(folder, word) : (PLACEHOLDERS[word] ?? word)
  })
}

const SERVERS = new Set(['replay', 'record', 'mock', 'proxy'])
const COMMANDS = readdirSync(join(projectRoot, 'src/cli/commands'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'command')

/** Commands whose examples write to the folders of agents in the home directory, or need another program. */
const AGENTS = new Set(['session', 'conformance'])

test.each(COMMANDS.filter((command) => !AGENTS.has(command)))(
  'the examples in the help of %s run',
  async (command) => {
    const { stdout } = await runCli([command, '--help'], '', { adapters: ADAPTERS_FOLDER })
    const examples = examplesIn(stdout)
    expect(examples).not.toEqual([])
    const folder = await filledFolder(command)
    for (const example of examples) {
      const argv = argumentsOf(example, folder)
      const { status, stderr } = SERVERS.has(command)
        ? await (await startCli(argv, { adapters: ADAPTERS_FOLDER })).stop()
        : await runCli(argv, inputOf(argv), { adapters: ADAPTERS_FOLDER })
      expect({ example, status, stderr }).toEqual({ example, status: 0, stderr: expect.anything() })
    }
  },
)

/** The input of a command that reads the output of another one. */
function inputOf([command]: readonly string[]): string {
  return command === 'encode'
    ? JSON.stringify({
        wire: 'openai-chat',
        request: { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] },
      })
    : ''
}

test.each([['help', 'bogus'], ['bogus', '--help'], ['bogus']])(
  'an unknown command is an error: %s',
  async (...argv) => {
    const { status, stderr, stdout } = await runCli(argv, '', { adapters: ADAPTERS_FOLDER })
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain("unknown command 'bogus'")
  },
)

test.each(COMMANDS)('a misspelled command, %s, gets a suggestion also in help', async (command) => {
  const { stderr } = await runCli(['help', `${command}x`], '', { adapters: ADAPTERS_FOLDER })
  expect(stderr).toContain(`Did you mean ${command}?`)
})
