import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assistantMessage } from '../../src/base/model/create.js'
import { commandKey, fileKey } from '../../src/cli/proxy/key-sources.js'
import { KeyRing } from '../../src/proxy/key-ring.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, proxied, requestOf, served, targetOf, user } from '../support/proxy.js'
import { temporaryFolder } from '../support/replay.js'

const CHAT = adapterOf('openai-chat').adapter

/** Returns a proxy whose target accepts some keys, and states the refused key in its refusal. */
function guarded(key: ProxyTarget['key'], accepted: Set<string>, status = 401) {
  const keys: string[] = []
  const { fetch, told } = proxied(
    'openai-chat',
    'openai-chat',
    async (url, init) => {
      const sent = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? ''
      keys.push(sent)
      const message = assistantMessage('Yes.')
      const body = JSON.parse(String(init.body))
      if (accepted.has(sent))
        return nativeAnswer(
          CHAT,
          { message, finish: { reason: 'stop' } },
          { path: new URL(url).pathname, body },
        )
      return Response.json({ error: { message: `not ${sent}` } }, { status, headers: { 'x-echo': sent } })
    },
    { key },
  )
  const ask = async () => {
    keys.length = 0
    const answer = await fetch(...requestOf('openai-chat', user('Hi')))
    const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`
    expect(text + JSON.stringify(told)).not.toMatch(/secret-key/)
    return { status: answer.status, keys: [...keys] }
  }
  return { ask }
}

describe('several keys of a target', () => {
  test.each([401, 429])(
    'the next one is used after a refusal with %i, also for later requests',
    async (status) => {
      const { ask } = guarded(
        ['secret-key-1', 'secret-key-2', 'secret-key-3'],
        new Set(['secret-key-3']),
        status,
      )
      expect(await ask()).toEqual({ status: 200, keys: ['secret-key-1', 'secret-key-2', 'secret-key-3'] })
      expect(await ask()).toEqual({ status: 200, keys: ['secret-key-3'] })
    },
  )

  test('the refusal is returned without any key, if all are refused', async () => {
    const { ask } = guarded(['secret-key-1', 'secret-key-2'], new Set())
    expect(await ask()).toEqual({ status: 401, keys: ['secret-key-1', 'secret-key-2'] })
    expect((await ask()).status).toBe(401)
  })

  test.each([401, 429])('requests refused with %i at the same time let one key rest', async (status) => {
    const keys = ['secret-key-1', 'secret-key-2', 'secret-key-3']
    const sources = [keys, keys.map((key) => () => key), keys.map((key) => async () => key)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sources), fc.integer({ min: 2, max: 5 }), async (given, count) => {
        const ring = new KeyRing(given, () => 1)
        const used = await Promise.all(Array.from({ length: count }, () => ring.current()))
        expect(new Set(used)).toEqual(new Set(['secret-key-1']))
        const next: (string | undefined)[] = []
        // The first refusals arrive together, the last one after them.
        const [last, ...first] = used
        next.push(...(await Promise.all(first.map((key) => ring.refused(key, status)))))
        next.push(await ring.refused(last, status), await ring.current())
        expect(new Set(next)).toEqual(new Set(['secret-key-2']))
      }),
    )
  })

  test('a refused key is used again after its rest', async () => {
    const accepted = new Set(['secret-key-2'])
    const clock = { time: 1 }
    const { ask } = guarded(new KeyRing(['secret-key-1', 'secret-key-2'], () => clock.time), accepted)
    await ask()
    accepted.add('secret-key-1')
    expect((await ask()).keys).toEqual(['secret-key-2'])
    clock.time += 60_001
    expect((await ask()).keys).toEqual(['secret-key-1'])
  })
})

describe.each([401, 429])('other requests than those for answers, after a refusal with %i', (refused) => {
  const CLAUDE = adapterOf('anthropic-messages').adapter
  const base = 'https://proxy.test/v1'
  const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })
  const question = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }

  test.each([
    [
      'a list of models',
      `${base}/models`,
      { headers: { 'anthropic-version': '2023-06-01' } },
      { data: [{ id: 'm-1' }] },
    ],
    ['a token count', `${base}/messages/count_tokens`, post(question), { input_tokens: 77 }],
    ['a forwarded GET', `${base}/files?limit=1`, { method: 'GET' }, { data: ['file-1'] }],
    ['a forwarded POST', `${base}/messages/batches`, post({ requests: [question] }), { id: 'batch-1' }],
  ])('%s is sent with the next key', async (_, url, init, answer) => {
    const keys: string[] = []
    const bodies: unknown[] = []
    const { model: _model, ...target } = targetOf(CLAUDE)
    const { fetch, told } = served({
      passOn: true,
      routes: [{ from: CLAUDE, to: { ...target, key: ['secret-key-1', 'secret-key-2'] } }],
      async fetch(_url, { headers, body }) {
        const key = new Headers(headers).get('x-api-key') ?? ''
        keys.push(key)
        bodies.push(body)
        return key === 'secret-key-2'
          ? Response.json(answer, { headers: { 'x-echo': key } })
          : Response.json({ error: `not ${key}` }, { status: refused, headers: { 'x-echo': key } })
      },
    })
    const response = await fetch(url, init)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toMatch(/m-1|77|file-1|batch-1/)
    expect(keys).toEqual(['secret-key-1', 'secret-key-2'])
    expect(bodies[1]).toEqual(bodies[0])
    expect(JSON.stringify([[...response.headers], text, told])).not.toMatch(/secret-key/)
    await (await fetch(url, init)).text()
    expect(keys.slice(2)).toEqual(['secret-key-2'])
  })
})

describe('a key file', () => {
  test('is read again when it changes, also through a link, as containers mount secrets', async () => {
    const folder = temporaryFolder()
    const write = (version: string, key: string) => {
      mkdirSync(join(folder, version))
      writeFileSync(join(folder, version, 'key'), `${key}\n`)
      symlinkSync(join(folder, version), join(folder, 'next'))
      renameSync(join(folder, 'next'), join(folder, 'data'))
    }
    write('one', 'secret-key-1')
    const file = join(folder, 'data', 'key')
    const accepted = new Set(['secret-key-1'])
    const { ask } = guarded(new KeyRing([fileKey(file)]), accepted)
    expect(await ask()).toEqual({ status: 200, keys: ['secret-key-1'] })
    write('two', 'secret-key-2')
    accepted.add('secret-key-2')
    expect(await ask()).toEqual({ status: 200, keys: ['secret-key-2'] })
    unlinkSync(join(folder, 'data'))
    expect((await ask()).status).toBe(500)
  })
})

describe('a key command', () => {
  /** A program that counts its runs, and prints `secret-key-` with the number. */
  function program() {
    const folder = temporaryFolder()
    const count = join(folder, 'count')
    const file = join(folder, 'key.sh')
    writeFileSync(
      file,
      `#!/bin/sh\necho "$1" >> "${count}"\nsleep 0.1\necho "secret-key-$(wc -l < "${count}" | tr -d ' ')"\n`,
    )
    chmodSync(file, 0o700)
    return {
      command: [file, '$(touch evil) ; x'],
      runs: () => readFileSync(count, 'utf8').split('\n').length - 1,
      count,
    }
  }

  test('runs once for many requests, without a shell, and again after its lifetime or a refusal', async () => {
    const { command, runs, count } = program()
    const clock = { time: 1 }
    const source = commandKey({ command, lifetime: 1000, environment: process.env, now: () => clock.time })
    const accepted = new Set(['secret-key-1'])
    const { ask } = guarded(new KeyRing([source]), accepted)
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(runs()).toBe(1)
    expect(readFileSync(count, 'utf8')).toBe('$(touch evil) ; x\n')
    clock.time += 1001
    accepted.add('secret-key-2')
    expect((await ask()).keys).toEqual(['secret-key-2'])
    accepted.clear()
    accepted.add('secret-key-3')
    expect(await ask()).toEqual({ status: 200, keys: ['secret-key-2', 'secret-key-3'] })
  })

  test('that fails is an error without its output, and runs again for the next request', async () => {
    const source = commandKey({
      command: ['/bin/sh', '-c', 'echo secret-key-9 ; exit 3'],
      lifetime: 1000,
      environment: process.env,
    })
    const { ask } = guarded(new KeyRing([source]), new Set())
    expect(await ask()).toEqual({ status: 500, keys: [] })
    expect(await ask()).toEqual({ status: 500, keys: [] })
  })
})
