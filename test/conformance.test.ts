import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assemble } from '../src/codec/stream/assemble.js'
import { checkGrammar } from '../src/codec/stream/grammar.js'
import type { Lack } from '../src/codec/wire/contract.js'
import type { Adapter } from '../src/codec/wire/define-adapter.js'
import { adapterOf, allAdapters, folders, isReadOnly } from './support/adapters.js'
import { comparable } from './support/comparable.js'
import { allFixtures, fixturesFolder } from './support/exchanges.js'
import { adaptersFolder, projectRoot } from './support/project.js'
import { eventsOf } from './support/streams.js'

/** Files that every adapter has. Further files contain concepts that only some wires have. */
const REQUIRED_FILES = ['README.md', 'evidence.ts', 'index.ts', 'limits.ts', 'names.ts', 'wire.ts']
/** Files of adapters that have the codec. */
const CODEC_FILES: readonly (readonly [codec: Lack, files: readonly string[]])[] = [
  ['http', ['http.ts', 'rules.ts']],
  ['messages', ['messages.ts']],
  ['tools', ['tools.ts']],
  ['request', ['request.ts']],
  ['response', ['response.ts']],
  ['stream', ['stream.ts']],
]
/** The public functions, and the codec that each needs. */
const WORDS: readonly (readonly [codec: Lack, words: readonly string[]])[] = [
  ['response', ['decodeResponse', 'toolCalls']],
  ['messages', ['messages', 'toolResults']],
  ['stream', ['collect', 'stream']],
]
const FILE_NAME = /^[a-z]+(-[a-z]+)*(\.ts)?$/
const FIXTURE_FILES = [
  'canonical.json',
  'meta.json',
  'request.json',
  'response.json',
  'stream.ndjson',
  'stream.sse',
]
const FEWEST_FIXTURES = 10

test('every fixture folder belongs to an adapter', () => {
  expect(folders(fixturesFolder).filter((wire) => !existsSync(join(adaptersFolder, wire)))).toEqual([])
})

/** Returns the entries of a table that an adapter must have because of its codecs. */
function dueOf(
  table: readonly (readonly [Lack, readonly string[]])[],
  { lacks }: Adapter,
): readonly string[] {
  return table.flatMap(([codec, names]) => (lacks.has(codec) ? [] : names))
}

for (const loaded of allAdapters) {
  const { wire, folder, adapter, rules } = loaded
  describe(wire, () => {
    test('consists of files with the agreed names', () => {
      const files = readdirSync(folder)
      const due = [...REQUIRED_FILES, ...dueOf(CODEC_FILES, adapter)]
      expect(due.filter((file) => !files.includes(file))).toEqual([])
      expect(files.filter((file) => file !== 'README.md' && !FILE_NAME.test(file))).toEqual([])
    })

    test('identifies itself', async () => {
      expect(adapter.id).toBe(wire)
      expect(adapter.title).not.toBe('')
      expect(adapter.docs).toMatch(/^https:\/\//)
      const module: Record<string, unknown> = await import(join(folder, 'index.ts'))
      const named = Object.entries(module).filter(([name, value]) => name !== 'default' && value === adapter)
      expect(named.map(([name]) => name)).toContain(camelCase(wire))
    })

    test('exports the everyday words, each to be imported alone', async () => {
      const module: Record<string, unknown> = await import(join(folder, 'index.ts'))
      const due = dueOf(WORDS, adapter).filter((word) => word !== 'toolResults' || !isReadOnly(loaded))
      expect(Object.keys(module)).toEqual(expect.arrayContaining([...due]))
    })

    test('has a README with sources', () => {
      const readme = readFileSync(join(folder, 'README.md'), 'utf8')
      expect(readme.length).toBeGreaterThan(800)
      expect(readme).toContain(wire)
      expect(readme).toMatch(/https:\/\//)
    })

    test('has limits that are usable as data', () => {
      for (const limit of [adapter.codecs.limits.callId, adapter.codecs.limits.toolName]) {
        expect(() => new RegExp(limit.pattern)).not.toThrow()
        expect(() => new RegExp(`[${limit.characters}]`)).not.toThrow()
        expect(limit.maxLength).toBeGreaterThan(0)
      }
    })

    test('has acceptance rules with unique ids and summaries', () => {
      const ids = rules.map(({ id }) => id)
      if (!adapter.lacks.has('http')) expect(ids.length).toBeGreaterThan(5)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { id, summary, severity } of rules) {
        expect(id).toMatch(/^[A-Z]+(-[A-Z0-9]+)+$/)
        expect(summary, id).toMatch(/\w+ \w+/)
        expect(['error', 'warning', 'info'], id).toContain(severity)
      }
    })

    test(`has at least ${FEWEST_FIXTURES} fixtures`, () => {
      expect(folders(join(fixturesFolder, wire)).length).toBeGreaterThanOrEqual(FEWEST_FIXTURES)
    })
  })
}

for (const { id, wire, folder, request, response, stream, canonical } of allFixtures) {
  describe(`fixture ${id}`, () => {
    const { adapter } = adapterOf(wire)
    // Read as text, so that numbers that a double would round keep their digits.
    const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

    test('consists of files with the agreed names', () => {
      const files = readdirSync(folder)
      expect(files.filter((file) => !FIXTURE_FILES.includes(file))).toEqual([])
      expect(files).toEqual(expect.arrayContaining(['meta.json', 'canonical.json']))
      expect(request ?? response).toBeDefined()
      expect(Object.keys(canonical).length).toBeGreaterThan(0)
    })

    test('states its subject and its source', () => {
      const meta = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'))
      expect(meta).toMatchObject({ title: expect.stringMatching(/\w/), origin: expect.stringMatching(/\w/) })
      expect(meta.sources.length).toBeGreaterThan(0)
    })

    if (request !== undefined)
      test('the request decodes to canonical.json', () => {
        expect(adapter.decodeRequest(textOf('request.json')).value).toStrictEqual(canonical.request)
      })

    if (response !== undefined)
      test('the response decodes to canonical.json', () => {
        expect(adapter.decodeResponse(textOf('response.json')).value).toStrictEqual(canonical.response)
      })

    if (stream !== undefined)
      test('the stream assembles to canonical.json', () => {
        const events = eventsOf(adapter, [stream ?? ''])
        expect(checkGrammar(events)).toEqual([])
        expect(canonical.response).toBeDefined()
        if (canonical.response === undefined) return
        expect(comparable(assemble(events, wire))).toStrictEqual(comparable(canonical.response))
      })
  })
}

test('the package exports every adapter by a wildcard, not by a list', () => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  expect(Object.keys(manifest.exports)).toContain('./adapters/*')
  for (const { wire } of allAdapters) expect(JSON.stringify(manifest.exports)).not.toContain(wire)
})

function camelCase(wire: string): string {
  return wire.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
