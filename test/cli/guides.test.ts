import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ModelResponse } from '../../src/base/model/types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { adapterOf } from '../support/adapters.js'
import { projectRoot } from '../support/project.js'
import { nativeAnswer, user } from '../support/proxy.js'
import { served, temporaryFolder } from '../support/replay.js'
import { startCli } from '../support/run-cli.js'

const ANSWER: ModelResponse = {
  id: 'answer-1',
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello there.' }] },
  finish: { reason: 'stop' },
}

/** Returns the arguments of each `toolwire proxy` without a config file in the shell blocks of a guide. */
function proxiesIn(guide: string): string[][] {
  const text = readFileSync(join(projectRoot, 'docs', guide), 'utf8')
  const shell = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const lines = shell.join('\n').replaceAll(/\\\n/g, ' ').split('\n')
  const commands = lines.flatMap((line) => /npx toolwire (proxy .*)/.exec(line)?.[1] ?? [])
  return commands.map((command) => command.trim().split(/\s+/)).filter((args) => args.includes('--from'))
}

function optionOf(args: readonly string[], option: string): string {
  return args[args.indexOf(option) + 1] ?? ''
}

function replaced(args: readonly string[], option: string, value: string): string[] {
  return args.map((arg, index) => (args[index - 1] === option ? value : arg))
}

const PROXIES = ['codex-on-claude.md', 'proxy.md', 'proxy-watching.md'].flatMap(proxiesIn)

describe.each(PROXIES)('%s %s %s %s %s', (...args) => {
  const from = adapterOf(optionOf(args, '--from')).adapter
  const to = adapterOf(optionOf(args, '--to')).adapter

  test('serves its clients', async () => {
    const requests: unknown[] = []
    const server = await served(async (input, init) => {
      const sent = new Request(input, init)
      const body = await sent.json()
      requests.push(body)
      return nativeAnswer(to, ANSWER, { path: new URL(sent.url).pathname, body })
    })
    const target = server.url + new URL(optionOf(args, '--target')).pathname.replace(/\/$/, '')
    const given = replaced(replaced(args, '--target', target), '--port', '0')
    const proxy = await startCli([...given, '--key-variable', 'KEY'], {
      adapters: ADAPTERS_FOLDER,
      env: { KEY: 'k' },
    })
    const { http } = from.codecs
    const { value } = from.encodeRequest({ ...user('Hi'), model: 'own', maxOutputTokens: 9, stream: true })
    const response = await fetch(`${proxy.url}${http.pathFor('own', true)}`, {
      method: 'POST',
      body: JSON.stringify(value),
    })
    expect((await from.collect(await response.text())).message.parts).toMatchObject([
      { text: 'Hello there.' },
    ])
    expect(requests).toMatchObject([{ model: optionOf(args, '--model') }])
    await proxy.stop()
  })
})

describe('the config of a team', () => {
  const text = readFileSync(join(projectRoot, 'docs/proxy.md'), 'utf8')
  const [, config = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? []

  test('lets its members in, by the tokens that they are given', async () => {
    const file = join(temporaryFolder(), 'proxy.json')
    writeFileSync(file, config)
    const proxy = await startCli(['proxy', '--config', file, '--port', '0', '--host', '127.0.0.1'], {
      adapters: ADAPTERS_FOLDER,
      env: { ANNA_TOKEN: 'a1', BEN_TOKEN: 'b2' },
    })
    const statusOf = async (token: string) =>
      (await fetch(`${proxy.url}/v1/models`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await statusOf('a1'), await statusOf('b2'), await statusOf('c3')]).toEqual([200, 200, 401])
    await proxy.stop()
  })
})
