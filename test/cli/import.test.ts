import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import { writeAtomically } from '../../src/traffic/replay/atomic.js'
import { readExchanges } from '../../src/traffic/replay/cassette.js'
import { runCli } from '../support/run-cli.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolwire-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)

function write(name: string, text: string): string {
  writeFileSync(path(name), text)
  return path(name)
}

async function exchangesOf(name: string): Promise<RecordedExchange[]> {
  const exchanges: RecordedExchange[] = []
  for await (const { exchange } of readExchanges(path(name))) exchanges.push(exchange)
  return exchanges
}

const record = (id: string, extra: object = {}) =>
  JSON.stringify({
    id,
    endpoint: '/fake',
    request: { fake: 1, messages: [] },
    response: { fake: 1, answer: [] },
    ...extra,
  })
const KEY = `sk-${'a1'.repeat(20)}`

describe('toolwire import', () => {
  it('explains itself with examples', async () => {
    const { stdout, status } = await runCli(['import', '--help'])
    expect(stdout).toMatch(/Formats:\n {2}har .*\n {2}aimock/)
    expect(stdout).toMatch(/Example: .*\n {2}toolwire import traffic\.har --to /)
    expect(status).toBe(0)
  })

  it('writes one cassette of many files, with wires and without secrets', async () => {
    const first = write('a.jsonl', `${record('a')}\n${record('b', { request: { note: KEY } })}\n`)
    const second = write('stream.txt', '{"fake":1,"part":{"say":"Hi"}}\n{"fake":1,"end":"stop"}\n')
    const { status, stderr, stdout } = await runCli([
      'import',
      first,
      second,
      '--to',
      path('deep/all.cassette'),
    ])
    expect({ status, stderr, stdout }).toEqual({
      status: 0,
      stderr: expect.stringMatching(
        /^toolwire: the folder .*deep does not exist and is created\ntoolwire: 3 exchanges imported\n$/,
      ),
      stdout: '',
    })
    const exchanges = await exchangesOf('deep/all.cassette')
    expect(exchanges.map(({ id, wire }) => [id, wire])).toEqual([
      ['a', 'fake'],
      ['b', 'fake'],
      ['stream.txt', 'fake'],
    ])
    expect(readFileSync(path('deep/all.cassette'), 'utf8')).not.toContain(KEY)
    expect(readdirSync(path('deep'))).toEqual(['all.cassette'])
  })

  it('reads folders, streams as they were sent and fixtures, but no cassettes among them', async () => {
    for (const name of ['in', 'in/fake', 'in/fake/case']) mkdirSync(path(name))
    write('in/a.jsonl', `${record('a')}\n`)
    write('in/b.sse', 'data: {"fake":1,"part":{"say":"hi"}}\n\n')
    write('in/fake/case/meta.json', '{}')
    write('in/fake/case/request.json', JSON.stringify({ fake: 1, messages: [], note: KEY }))
    write('in/fake/case/response.json', '{"fake":1,"answer":[]}')
    for (const to of ['in/all.cassette', 'in/again.cassette']) {
      const { status, stderr } = await runCli(['import', path('in'), '--to', path(to)])
      expect({ status, stderr }).toEqual({ status: 0, stderr: 'toolwire: 3 exchanges imported\n' })
      expect((await exchangesOf(to)).map(({ id }) => id)).toEqual(['a', 'b.sse', 'fake/case/response.json'])
      expect(readFileSync(path(to), 'utf8')).not.toContain(KEY)
    }
  })

  it('writes the id of a wire that is named for short', async () => {
    const file = write('stream.txt', '{"part":{"say":"Hi"}}\n')
    await runCli(['import', file, '--wire', 'f', '--to', path('a.cassette')])
    expect((await exchangesOf('a.cassette')).map(({ wire }) => wire)).toEqual(['fake'])
  })

  it('reports unreadable files, and continues', async () => {
    const bad = write('bad.jsonl', `${record('a')}\n{"request": 1}\n`)
    const unknown = write('unknown', 'hello')
    const { status, stderr } = await runCli(['import', bad, unknown, '--to', path('all.cassette')])
    expect(status).toBe(1)
    expect(stderr).toContain(`toolwire: ${bad}: the record has no response, sse or chunks (at /1/response)\n`)
    expect(stderr).toContain(`toolwire: ${unknown}: the content has no known format`)
    expect(stderr).toContain('toolwire: 1 exchanges imported; 2 could not be read\n')
    expect(await exchangesOf('all.cassette')).toHaveLength(1)
  })

  it('neither replaces nor extends a cassette unasked', async () => {
    const [a, b] = [write('a.json', record('a')), write('b.json', record('b'))]
    const to = ['--to', path('x.cassette')]
    await runCli(['import', a, ...to])
    const refused = await runCli(['import', b, ...to])
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('is there already; --append adds to it, --force replaces it')
    expect((await exchangesOf('x.cassette')).map(({ id }) => id)).toEqual(['a'])
    await runCli(['import', b, ...to, '--append'])
    expect((await exchangesOf('x.cassette')).map(({ id }) => id)).toEqual(['a', 'b'])
    await runCli(['import', b, ...to, '--force'])
    expect((await exchangesOf('x.cassette')).map(({ id }) => id)).toEqual(['b'])
  })

  it('writes fixtures of a mock for the named wire, and reports omissions', async () => {
    const file = write(
      'mock.json',
      JSON.stringify({
        fixtures: [{ match: { userMessage: 'Hi', turnIndex: 1 }, response: { content: 'Ho' } }],
      }),
    )
    const to = path('mock.cassette')
    const { status, stderr } = await runCli(['import', file, '--to', to, '--wire', 'fake'])
    expect(stderr).toContain('match-not-carried at /fixtures/0/match/turnIndex')
    expect(status).toBe(0)
    expect((await exchangesOf('mock.cassette'))[0]).toMatchObject({ wire: 'fake', request: { url: '/fake' } })
    expect((await runCli(['import', file, '--to', to, '--force'])).stderr).toContain('name the wire to write')
  })

  it.each([
    ['an unknown wire', ['--wire', 'fax'], 'unknown wire "fax"'],
    ['an unknown format', ['--format', 'fax'], 'Allowed choices are har, aimock, vcr, jsonl, sse, chunks'],
    ['a missing file', [], 'no such file'],
  ])('refuses %s and writes nothing', async (_what, options, message) => {
    const { status, stderr } = await runCli([
      'import',
      path('missing'),
      '--to',
      path('x.cassette'),
      ...options,
    ])
    expect(stderr).toContain(message)
    expect(status).toBe(2)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('toolwire export', () => {
  it('explains itself with an example', async () => {
    const { stdout } = await runCli(['export', '--help'])
    expect(stdout).toMatch(/Example: .*\n {2}toolwire export .*\.cassette --format har --to /)
  })

  it('writes HAR that imports to the same cassette', async () => {
    const records = [record('a'), record('b', { response: null, sse: 'data: 1\n\ndata: 2\n\n' })]
    await runCli(['import', write('a.jsonl', records.join('\n')), '--to', path('a.cassette')])
    expect((await runCli(['export', path('a.cassette'), '--to', path('a.har')])).status).toBe(0)
    await runCli(['import', path('a.har'), '--to', path('b.cassette')])
    expect(readFileSync(path('b.cassette'), 'utf8')).toBe(readFileSync(path('a.cassette'), 'utf8'))
    const { stdout } = await runCli(['export', path('a.cassette')])
    expect(stdout).toBe(readFileSync(path('a.har'), 'utf8'))
  })

  it('omits and reports exchanges that a crash truncated', async () => {
    await runCli(['import', write('a.json', record('a')), '--to', path('a.cassette')])
    writeFileSync(path('a.cassette'), '{\n "id": "half', { flag: 'a' })
    const { status, stderr, stdout } = await runCli(['export', path('a.cassette')])
    expect(stderr).toMatch(/a\.cassette: the exchange at byte \d+ is incomplete and skipped/)
    expect(JSON.parse(stdout).log.entries).toHaveLength(1)
    expect(status).toBe(1)
  })

  it('writes nothing to standard output if one of the files is not a cassette', async () => {
    await runCli(['import', write('a.json', record('a')), '--to', path('a.cassette')])
    const { status, stdout } = await runCli(['export', path('a.cassette'), write('b.json', '{"a":1}\n')])
    expect({ status, stdout }).toMatchObject({ status: expect.any(Number), stdout: '' })
    expect(status).not.toBe(0)
  })

  it('rejects a file that is not a cassette', async () => {
    const { status, stderr } = await runCli([
      'export',
      write('a.json', '{\n"a":1\n}\n'),
      '--to',
      path('a.har'),
    ])
    expect(stderr).toContain('is not a cassette')
    expect(status).toBe(2)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })
})

describe('writing a file whole or not at all', () => {
  it('leaves the old file when the new one fails', async () => {
    const file = write('x', 'old')
    async function* failing() {
      yield 'new'
      throw new Error('no more')
    }
    await expect(writeAtomically(file, failing())).rejects.toThrow('no more')
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['x'])
  })
})
