import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { projectRoot } from '../support/project.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'

// A command that fails leaves the disk as it was: no empty files, no new folders, no half written files.

const WEATHER = join(projectRoot, 'fixtures/openai-chat')
const CONFIG = JSON.stringify({ routes: [{ to: { wire: 'openai-chat', target: 'http://127.0.0.1:9/v1' } }] })
const BROKEN = '{"model": "m", "messages": ['

let folder = ''
let busyPort = '0'

beforeEach(async () => {
  folder = temporaryFolder()
  for (const [name, text] of Object.entries({
    'notes.txt': 'hello',
    'other.json': '{"something":"else"}',
    'broken.json': BROKEN,
    'proxy.json': CONFIG,
    'wrong.json': '{"routes":[{"to":{"wire":"opnai","target":"http://127.0.0.1:9/v1"}}]}',
  }))
    writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'empty'))
  busyPort = await heldPort()
})

async function heldPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return String(typeof address === 'object' && address !== null ? address.port : 0)
}

/** Returns every path below a folder, with the content of files. */
function contentOf(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const whole = join(path, name)
      return statSync(whole).isDirectory() ? `${name}/` : `${name}: ${readFileSync(whole, 'utf8')}`
    })
}

/** The options that name an output file, by command, and the ways in which the command can fail. */
const OUTPUTS: Readonly<Record<string, Readonly<Record<string, readonly (readonly string[])[]>>>> = {
  import: {
    '--to': [['missing.har'], ['other.json'], ['notes.txt'], ['empty'], ['other.json', '--wire', 'opnai']],
  },
  export: { '--to': [['missing.cassette'], ['other.json'], ['empty']] },
  inspect: { '--html': [['missing.json'], ['empty'], ['other.json', '--wire', 'opnai']] },
  record: {
    '--to': [
      ['--target', 'api.example.com'],
      ['--target', 'http://127.0.0.1:9', '--port', 'BUSY'],
      ['--target', 'http://127.0.0.1:9', '--host', '192.0.2.1'],
    ],
  },
  replay: {
    '--to': [
      ['missing.cassette', '--mode', 'auto'],
      ['missing.cassette', '--mode', 'auto', '--target', 'http://127.0.0.1:9', '--as', 'zeph'],
      ['missing.cassette', '--mode', 'auto', '--target', 'http://127.0.0.1:9', '--port', 'BUSY'],
    ],
  },
  proxy: {
    '--record': [
      ['--config', 'missing.json'],
      ['--config', 'wrong.json'],
      ['--config', 'proxy.json', '--port', 'BUSY'],
      ['--config', 'proxy.json', '--host', '0.0.0.0'],
      ['--to', 'openai-chat', '--target', 'http://127.0.0.1:9/v1', '--limits', 'vlm'],
      ['--to', 'openai-chat', '--target', 'http://127.0.0.1:9/v1', '--key-variable', 'NOT_SET'],
    ],
  },
  scan: { '--baseline': [['missing', '--update']] },
  conformance: { '--junit': [['--only', 'none']], '--json': [['--only', 'none']] },
}

const FAILURES = Object.entries(OUTPUTS).flatMap(([command, options]) =>
  Object.entries(options).flatMap(([option, failures]) =>
    failures.map((args) => ({ command, option, args })),
  ),
)

/** Returns the arguments with the names of files and the port filled in. */
function filledIn(args: readonly string[]): string[] {
  return args.map((arg) => {
    if (arg === 'BUSY') return busyPort
    return /\.\w+$|^(empty|missing)$/.test(arg) && !/^[\d.]+$|\//.test(arg) && arg !== 'api.example.com'
      ? join(folder, arg)
      : arg
  })
}

describe.each(['out.file', 'new/deep/out.file'])('a failing command that would write %s', (name) => {
  test.each(FAILURES)('leaves the disk unchanged: $command $args', async ({ command, option, args }) => {
    const before = contentOf(folder)
    const argv = [command, ...filledIn(args), option, join(folder, name)]
    const { status, stderr } = await runCli(argv, '', { adapters: ADAPTERS_FOLDER })
    expect(status).not.toBe(0)
    expect(stderr).not.toBe('')
    expect(contentOf(folder)).toEqual(before)
  })
})

/** The options that name a file which is read. */
const INPUTS = new Set(['proxy --config', 'mock --script', 'conformance --expected-failures'])

test('the table has every option that names a file', async () => {
  const commands = readdirSync(join(projectRoot, 'src/cli/commands')).map((file) => file.replace(/\.ts$/, ''))
  for (const command of commands.filter((each) => each !== 'command')) {
    const { stdout } = await runCli([command, '--help'], '', { adapters: ADAPTERS_FOLDER })
    const options = [...stdout.matchAll(/(--[\w-]+) <(?:file|cassette)>/g)].map(([, option = '']) => option)
    const outputs = options.filter((option) => !INPUTS.has(`${command} ${option}`))
    expect(Object.keys(OUTPUTS[command] ?? {})).toEqual(outputs)
  }
})

test.each([
  ['import', [WEATHER, '--to'], 'cassette'],
  ['inspect', [WEATHER, '--html'], 'html'],
])('%s reports a new folder', async (command, args, extension) => {
  const file = join(folder, `mistyped/out.${extension}`)
  const { stderr } = await runCli([command, ...args, file], '', { adapters: ADAPTERS_FOLDER })
  expect(stderr).toContain(`the folder ${join(folder, 'mistyped')} does not exist and is created`)
  expect(readFileSync(file, 'utf8')).not.toBe('')
})

test.each([
  ['EADDRINUSE', () => ['--port', busyPort], [':PORT', 'another program uses this port', '--port 0']],
  ['EADDRNOTAVAIL', () => ['--host', '192.0.2.1'], ['192.0.2.1', 'does not have the address', '--host']],
])('a server that cannot listen (%s) states the next step', async (_code, args, words) => {
  for (const serving of [
    ['mock', '--as', 'vllm'],
    ['proxy', '--config', join(folder, 'proxy.json')],
    ['record', '--target', 'http://127.0.0.1:9', '--to', join(folder, 'a.cassette')],
  ]) {
    const env = { TOOLWIRE_PROXY_TOKEN: 'token-1' }
    const { status, stderr } = await runCli([...serving, ...args()], '', { adapters: ADAPTERS_FOLDER, env })
    for (const word of words) expect(stderr).toContain(word.replace('PORT', busyPort))
    expect(status).toBe(2)
  }
})
