import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryOf } from '../scripts/adapter-entry.mjs'
import { adapterName } from '../scripts/adapter-name.mjs'
import { assemble } from '../src/codec/stream/assemble.js'
import { checkGrammar } from '../src/codec/stream/grammar.js'
import type { Adapter } from '../src/codec/wire/define-adapter.js'
import { createRegistry } from '../src/translate/exchange/registry.js'
import { translateRequest } from '../src/translate/exchange/translate-conversation.js'
import { lint } from '../src/translate/lint/lint-request.js'
import type { Rule } from '../src/translate/lint/rule.js'
import { adapterOf } from './support/adapters.js'
import { comparable } from './support/comparable.js'
import { projectRoot } from './support/project.js'
import { eventsOf } from './support/streams.js'
import { difference, stored } from './support/values.js'

/** A project around the new adapters: its sources are those of this one. */
const root = makeProject()
const KINDS = [
  ['acme-chat', []],
  ['bolt-chat', ['--like', 'openai-chat']],
] as const

function makeProject(): string {
  mkdirSync(join(projectRoot, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(projectRoot, '.cache', 'new-wire-'))
  mkdirSync(join(folder, 'adapters'))
  symlinkSync(join(projectRoot, 'src'), join(folder, 'src'))
  cpSync(join(projectRoot, 'adapters/openai-chat'), join(folder, 'adapters/openai-chat'), { recursive: true })
  return folder
}

function newWire(...given: readonly string[]): string {
  const script = join(projectRoot, 'scripts/new-wire.mjs')
  return execFileSync(process.execPath, [script, '--into', root, ...given], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

beforeAll(() => {
  for (const [id, given] of KINDS) newWire(id, ...given)
})

afterAll(() => rmSync(root, { recursive: true }))

async function load(id: string): Promise<{ readonly adapter: Adapter; readonly rules: readonly Rule[] }> {
  const moduleAt = (file: string) => import(pathToFileURL(join(root, 'adapters', id, file)).href)
  return { adapter: (await moduleAt('index.ts'))[adapterName(id)], rules: (await moduleAt('rules.ts')).rules }
}

function casesOf(id: string) {
  const folder = join(root, 'fixtures', id)
  return readdirSync(folder).map((name) => {
    const read = (file: string) => {
      const path = join(folder, name, file)
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    }
    const canonical = JSON.parse(read('canonical.json') ?? '{}')
    return {
      canonical,
      request: read('request.json'),
      response: read('response.json'),
      stream: read('stream.sse'),
    }
  })
}

describe.each(KINDS.map(([id]) => id))('a new wire: %s', (id) => {
  test('has the agreed files, and enough fixtures and rules', async () => {
    const { adapter, rules } = await load(id)
    expect(adapter.id).toBe(id)
    expect([...adapter.lacks]).toEqual([])
    expect(rules.length).toBeGreaterThan(5)
    expect(casesOf(id).length).toBeGreaterThanOrEqual(10)
    expect(readFileSync(join(root, 'adapters', id, 'index.ts'), 'utf8')).toBe(
      entryOf(id, join(root, 'adapters')),
    )
  })

  test('decodes its fixtures to their canonical values, complete and streamed', async () => {
    const { adapter } = await load(id)
    for (const { canonical, request, response, stream } of casesOf(id)) {
      if (request !== undefined) expect(adapter.decodeRequest(request).value).toStrictEqual(canonical.request)
      if (response !== undefined)
        expect(adapter.decodeResponse(response).value).toStrictEqual(canonical.response)
      if (stream === undefined) continue
      const events = eventsOf(adapter, [stream])
      expect(checkGrammar(events)).toEqual([])
      expect(comparable(assemble(events, id))).toStrictEqual(comparable(canonical.response))
    }
  })

  test('writes them again unchanged, is recognized, and breaks no rule', async () => {
    const { adapter, rules } = await load(id)
    const registry = createRegistry([adapter, adapterOf('openai-chat').adapter])
    for (const { canonical, request } of casesOf(id)) {
      const native = JSON.parse(request ?? '{}')
      expect(
        difference(stored(adapter.encodeRequest(adapter.decodeRequest(native).value).value), native),
      ).toBe(undefined)
      expect(registry.recognise({ request: native })?.adapter.id).toBe(id)
      // The request that its provider refused breaks a rule.
      if (canonical.response?.error === undefined) expect(lint(rules, native)).toEqual([])
    }
  })

  test('reports settings that it does not have', async () => {
    const { adapter } = await load(id)
    const asked = { model: 'm', top_k: 5, seed: 7, messages: [{ role: 'user' as const, content: 'Hi' }] }
    const { notices } = translateRequest(asked, { from: adapterOf('openai-chat').adapter, to: adapter })
    expect(notices.map(({ code, path }) => `${code} ${path}`)).toContain('setting-dropped /seed')
  })
})

test('new wires have sound types', () => {
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')
  const files = KINDS.flatMap(([id]) =>
    ['index', 'rules'].map((name) => join(root, 'adapters', id, `${name}.ts`)),
  )
  const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--noUnusedLocals', '--skipLibCheck']
  const given = ['--ignoreConfig', '--target', 'ES2022', '--lib', 'ES2023,DOM,DOM.Iterable,DOM.AsyncIterable']
  const modules = ['--module', 'NodeNext', '--moduleResolution', 'NodeNext', '--types', 'node']
  execFileSync(process.execPath, [compiler, ...options, ...given, ...modules, ...files], { stdio: 'pipe' })
})

test.each([
  [['Acme'], 'is not a wire id'],
  [['acme'], 'is not a wire id'],
  [['../evil-chat'], 'is not a wire id'],
  [['openai-chat'], 'exists already'],
  [['new-chat', '--like', 'fax'], 'There are no templates'],
])('refuses %j', (given, reason) => {
  expect(() => newWire(...given)).toThrow(reason)
})
