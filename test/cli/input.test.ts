import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { readLines } from '../../src/traffic/input/lines.js'
import { fakeAnswer, fakeRecord } from '../support/fake-records.js'
import { expectLinear } from '../support/growth.js'
import { runCli } from '../support/run-cli.js'

const folder = mkdtempSync(join(tmpdir(), 'toolwire-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('input', () => {
  it('is a record, an array of records or an event stream', async () => {
    const one = await runCli(['calls'], JSON.stringify(fakeRecord('one'), null, 2))
    expect(one.lines.map(({ id }) => id)).toEqual(['one'])
    const many = await runCli(['calls'], JSON.stringify([fakeRecord('one'), 'bad', fakeRecord('two')]))
    expect(many.lines).toMatchObject([
      { id: 'one' },
      { item: 2, error: { code: 'wrong-type' } },
      { id: 'two' },
    ])
    const stream = await runCli(['calls'], 'event: x\ndata: {"fake":1,"part":{"say":"hi"}}\n\n')
    expect(stream.lines).toMatchObject([{ wire: 'fake', response: { text: 'hi' } }])
  })

  it('is read from a file, whose name may imply lines', async () => {
    const lines = `${JSON.stringify(fakeRecord('one'))}\n\n${JSON.stringify(fakeRecord('two'))}\n`
    const fromLines = await runCli(['calls', file('traffic.jsonl', lines)])
    expect(fromLines.lines.map(({ id }) => id)).toEqual(['one', 'two'])
    const whole = await runCli(['calls', file('one.json', `\ufeff${JSON.stringify(fakeRecord('one'))}`)])
    expect(whole.lines).toMatchObject([{ id: 'one' }])
  })

  it.each([
    ['nothing', '', 'the input is empty'],
    ['several lines', '{"a":1}\n{"b":2}\n', '--jsonl'],
    ['no JSON', 'hello', 'not JSON'],
    ['another encoding', Buffer.from([0xff, 0xfe, 0x7b, 0x00]), 'not UTF-8'],
  ])('that is %s fails with advice', async (_case, input, message) => {
    const { lines, status } = await runCli(['calls'], input)
    expect(lines).toMatchObject([
      { error: { code: 'invalid-json', message: expect.stringContaining(message) } },
    ])
    expect(status).toBe(1)
  })

  it('keeps the order and reports a broken line in its place', async () => {
    const input = [
      JSON.stringify(fakeRecord('a')),
      '',
      '{"id":"b", broken',
      `{"id":"c","response":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      Buffer.from([0x22, 0xff, 0x22]),
      JSON.stringify(fakeRecord('z')),
    ].map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\n')]))
    const { lines, status, stderr } = await runCli(['calls', '--jsonl'], Buffer.concat(input))
    expect(lines).toMatchObject([
      { id: 'a' },
      { line: 3, error: { code: 'invalid-json' } },
      { id: 'c', line: 4, error: { code: 'unknown-wire' } },
      { line: 5, error: { code: 'invalid-json', message: expect.stringContaining('UTF-8') } },
      { id: 'z' },
    ])
    expect(status).toBe(1)
    expect(stderr).toBe('toolwire: 3 of 5 records failed; see "error" in their place in the output\n')
  })

  it('with values nested 10,000 levels deep fails alone', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const call = `{"call":"dig","id":"c1","args":${deep}}`
    const lines = [
      `{"id":"deep","response":${JSON.stringify(fakeAnswer('fine'))},"request":{"fake":1,"messages":[{"role":"assistant","parts":[${call}]}]}}`,
      JSON.stringify(fakeRecord('next')),
    ]
    for (const command of ['calls', 'decode']) {
      const result = await runCli([command, '--jsonl'], lines.join('\n'))
      expect(result.lines).toMatchObject([
        {
          id: 'deep',
          response: { finish: {} },
          error: { code: 'too-deep', path: expect.stringMatching(/^\/request/) },
        },
        { id: 'next' },
      ])
    }
  })

  it('may hold lone surrogates, __proto__ members and repeated keys', async () => {
    const line =
      '{"id":"x","__proto__":{"polluted":1},"response":{"fake":1,"answer":[{"call":"f\\ud800","id":"c1","args":{"__proto__":{"polluted":1},"a":1,"a":"\\udfff"}}],"constructor":{"prototype":{"polluted":1}}}}'
    const decoded = await runCli(['decode', '--jsonl'], line)
    expect(decoded.stdout).toContain('"arguments":{"__proto__":{"polluted":1},"a":"\\udfff"}')
    const encoded = await runCli(['encode', '--jsonl', '--to', 'fake'], decoded.stdout)
    // Both values of the repeated key are in the encoded text.
    expect(encoded.stdout).toContain(
      '"text":"{\\"__proto__\\":{\\"polluted\\":1},\\"a\\":1,\\"a\\":\\"\\\\udfff\\"}"',
    )
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe('lines', () => {
  const bytes = Buffer.from('one\r\n\nzwölf €\n𝄞 last')

  it.each([1, 2, 3, 5, 100])('are the same in chunks of %i bytes', async (size) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    const lines = []
    for await (const line of readLines(Readable.from(chunks))) lines.push([line.number, line.text()])
    expect(lines).toEqual([
      [1, 'one\r'],
      [2, ''],
      [3, 'zwölf €'],
      [4, '𝄞 last'],
    ])
  })

  it('that are too long for a string fail alone', async () => {
    const texts: unknown[] = []
    for await (const line of readLines(Readable.from(['short\n', '0123456789', '0123456789\n', 'end']), 12)) {
      try {
        texts.push(line.text())
      } catch (error) {
        texts.push(error instanceof Error ? error.message : error)
      }
    }
    expect(texts).toEqual(['short', 'the line has 20 bytes, more than a string can hold', 'end'])
  })

  it('of 30 MB cost what their bytes cost', () =>
    expectLinear(async (size) => {
      const text = 'x'.repeat(size)
      const line = Buffer.from(`${JSON.stringify({ id: 'long', response: fakeAnswer(text) })}\n`)
      const chunks = Array.from({ length: Math.ceil(line.length / 65_536) }, (_, index) =>
        line.subarray(index * 65_536, (index + 1) * 65_536),
      )
      const { lines } = await runCli(['calls', '--jsonl'], Readable.from(chunks))
      expect(lines).toMatchObject([{ id: 'long', response: { text } }])
    }, 30_000_000))
})
