import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { writeHar } from '../../src/traffic/replay/export-har.js'
import { encodeDocument, HEADER } from '../../src/traffic/replay/read-cassette.js'
import { tries } from '../support/cases.js'
import { fakeAnswer, fakeRecord } from '../support/fake-records.js'
import { exchange } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'

const REQUEST = { fake: 1, messages: [{ role: 'user', parts: [{ say: 'Weather?' }] }] }
const SSE = 'data: {"fake":1,"part":{"say":"hi"}}\n\ndata: {"fake":1,"end":"done"}\n\n'
const EVENTS = '{"fake":1,"part":{"say":"hi"}}\n{"fake":1,"end":"done"}\n'

const recorded = (id: string, text = id) =>
  exchange(id, { body: { json: REQUEST } }, { body: { json: fakeAnswer(text) } })
const cassette = (...exchanges: readonly object[]) => [HEADER, ...exchanges].map(encodeDocument).join('\n')

async function har(...exchanges: RecordedExchange[]): Promise<string> {
  const source = (async function* () {
    yield* exchanges
  })()
  let text = ''
  for await (const piece of writeHar(source)) text += piece
  return text
}

const vcr = (...texts: string[]) =>
  JSON.stringify({
    version: 1,
    interactions: texts.map((text) => ({
      request: { method: 'POST', uri: 'https://a/fake', headers: {}, body: JSON.stringify(REQUEST) },
      response: { status: { code: 200 }, headers: {}, body: { string: JSON.stringify(fakeAnswer(text)) } },
    })),
  })

/** Returns a message of a binary event stream with only a payload. The checksums are not checked. */
function message(payload: string): Uint8Array {
  const body = Buffer.from(payload)
  const bytes = Buffer.alloc(16 + body.length)
  bytes.writeUInt32BE(bytes.length, 0)
  body.copy(bytes, 12)
  return bytes
}

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeAll(folder, files)
  return folder
}

function writeAll(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

describe('records are read', () => {
  it.each([
    ['a record', 'a.json', JSON.stringify(fakeRecord('one')), [{ id: 'one', response: { text: 'one' } }]],
    ['a body', 'a.json', JSON.stringify(fakeAnswer('one')), [{ response: { text: 'one' } }]],
    [
      'a list',
      'a.json',
      JSON.stringify([fakeRecord('one'), fakeRecord('two')]),
      [{ item: 1 }, { item: 2, id: 'two' }],
    ],
    [
      'lines',
      'a.log',
      `${JSON.stringify(fakeRecord('one'))}\n${JSON.stringify(fakeRecord('two'))}`,
      [{ line: 1 }, { line: 2 }],
    ],
    ['a stream', 'a.sse', SSE, [{ response: { text: 'hi' } }]],
    ['a stream of lines', 'a.ndjson', EVENTS, [{ response: { text: 'hi' } }]],
    ['the same', 'a.chunks.txt', EVENTS, [{ response: { text: 'hi' } }]],
    [
      'a cassette',
      'a.cassette',
      cassette(recorded('one'), recorded('two')),
      [
        { id: 'one', item: 1, response: { text: 'one' } },
        { id: 'two', item: 2, response: { text: 'two' } },
      ],
    ],
    [
      'a cassette of Python',
      'a.json',
      vcr('one', 'two'),
      [{ item: 1, response: { text: 'one' } }, { item: 2 }],
    ],
  ])('of %s in %s', async (_case, name, content, expected) => {
    const file = join(folderOf({ [name]: content }), name)
    const named = await runCli(['calls', file])
    expect(named.lines).toMatchObject(expected.map((line) => ({ file, wire: 'fake', ...line })))
    expect({ status: named.status, stderr: named.stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('of a HAR, which was exported', async () => {
    const file = join(folderOf({ 'a.har': await har(recorded('one'), recorded('two')) }), 'a.har')
    expect((await runCli(['calls', file])).lines).toMatchObject([
      { id: 'one', file, item: 1, request: {}, response: { text: 'one' } },
      { id: 'two', file, item: 2 },
    ])
  })

  it('of a HAR among pages and pictures, which are counted and passed over', async () => {
    const page = exchange('page', { method: 'GET' }, { body: { text: '<html>' } })
    const picture = exchange('picture', { method: 'GET' }, { body: { base64: 'iVBORw0KGgo=' } })
    const file = join(folderOf({ 'a.har': await har(page, recorded('one'), picture) }), 'a.har')
    const { lines, status, stderr } = await runCli(['calls', file])
    expect(lines).toMatchObject([{ id: 'one', file, item: 2 }])
    expect(stderr).toBe(
      `toolwire: ${file}: 2 of 3 exchanges have neither JSON nor an event stream and are skipped\n`,
    )
    expect(status).toBe(0)
  })

  it('of a stream that was recorded as one list of its events', async () => {
    const events = EVENTS.split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const one = exchange('one', { body: { json: REQUEST } }, { body: { json: events } })
    expect((await runCli(['calls'], cassette(one))).lines).toMatchObject([
      { id: 'one', response: { text: 'hi' } },
    ])
  })

  it('of a list that is one history, one stream, or several records', async () => {
    const options = { adapters: ADAPTERS_FOLDER }
    const user = { role: 'user', content: 'hi' }
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
    const history = JSON.stringify([user, { role: 'assistant', tool_calls: [call] }])
    const events = JSON.stringify([
      { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'ho' } }] },
    ])
    const bodies = JSON.stringify([{ messages: [user] }, { request: { messages: [user] } }])
    const folder = folderOf({ 'a.json': history, 'b.json': events, 'c.json': bodies, 'd.json': '[{"a":1}]' })
    const { lines } = await runCli(['calls', folder, join(folder, 'd.json')], '', options)
    expect(lines).toMatchObject([
      { file: join(folder, 'a.json'), request: { toolCalls: [{ id: 'a' }] } },
      { file: join(folder, 'b.json'), response: { text: 'ho' } },
      { file: join(folder, 'c.json'), item: 1, request: {} },
      { file: join(folder, 'c.json'), item: 2, request: {} },
      { file: join(folder, 'd.json'), item: 1, error: { code: 'unknown-wire' } },
    ])
    expect(lines[0]).not.toHaveProperty('item')
  })

  it('of YAML', async () => {
    const { stringify } = await import('yaml')
    const file = join(folderOf({ 'a.yaml': stringify(JSON.parse(vcr('one'))) }), 'a.yaml')
    expect((await runCli(['calls', file])).lines).toMatchObject([{ item: 1, response: { text: 'one' } }])
  })

  it('of standard input, in any container', async () => {
    for (const text of [cassette(recorded('one')), await har(recorded('one')), vcr('one')]) {
      const { lines, status } = await runCli(['calls'], text)
      expect(lines).toMatchObject([{ wire: 'fake', response: { text: 'one' } }])
      expect(lines[0]).not.toHaveProperty('file')
      expect(status).toBe(0)
    }
  })

  it('of bytes that are a binary event stream, on a wire that has those', async () => {
    const adapters = new URL('../../adapters/', import.meta.url)
    const { bedrockConverse: adapter } = await import('../../adapters/bedrock-converse/index.js')
    const { framing } = adapter.codecs.stream
    const events: readonly JsonObject[] = [
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Hi' } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: 'end_turn' } },
    ]
    const frames = events.map((data) => framing.write({ data }))
    const bytes = Buffer.concat(
      frames.map((frame) => (typeof frame === 'string' ? Buffer.from(frame) : frame)),
    )
    const file = join(folderOf({ 'a.eventstream': bytes }), 'a.eventstream')
    const { lines } = await runCli(['calls', file], '', { adapters })
    expect(lines).toMatchObject([
      { wire: 'bedrock-converse', response: { text: 'Hi', finish: { raw: 'end_turn' } } },
    ])
    const encoded = JSON.stringify({ eventStreamBase64: bytes.toString('base64') })
    expect((await runCli(['calls'], encoded, { adapters })).lines).toMatchObject([
      { response: { text: 'Hi' } },
    ])
  })

  it('of what only looks like one, as what it is not', async () => {
    const file = join(folderOf({ 'a.bin': message('hello') }), 'a.bin')
    const { lines } = await runCli(['calls', file])
    expect(lines).toMatchObject([{ file, error: { code: 'unknown-wire' } }])
  })

  it('of fixture folders', async () => {
    const folder = folderOf({
      'fake/single-call/meta.json': '{"model":"small"}',
      'fake/single-call/request.json': JSON.stringify(REQUEST),
      'fake/single-call/response.json': JSON.stringify(fakeAnswer('whole')),
      'fake/single-call/stream.sse': SSE,
      'fake/single-call/canonical.json': '{}',
    })
    const { lines, status } = await runCli(['calls', folder])
    expect(lines).toMatchObject([
      { file: join(folder, 'fake/single-call/response.json'), response: { text: 'whole' } },
      { file: join(folder, 'fake/single-call/stream.sse'), response: { text: 'hi' } },
    ])
    expect(status).toBe(0)
  })

  it('by every command', async () => {
    const folder = folderOf({
      'a.cassette': cassette(recorded('one')),
      'b.json': JSON.stringify({ request: REQUEST }),
    })
    const decoded = await runCli(['decode', folder])
    expect(decoded.lines).toMatchObject([
      { id: 'one', item: 1, request: { messages: [{}] } },
      { request: {} },
    ])
    expect((await runCli(['lint', folder])).lines).toMatchObject([
      { item: 1, violations: [] },
      { violations: [] },
    ])
    const translated = await runCli(['translate', '--to', 'plain', folder])
    expect(translated.lines).toMatchObject([{ item: 1, wire: 'plain' }, { wire: 'plain' }])
    const canonical = join(folderOf({ 'c.jsonl': decoded.stdout }), 'c.jsonl')
    const encoded = await runCli(['encode', '--to', 'fake', canonical])
    expect(encoded.lines).toMatchObject([{ file: canonical, line: 1, request: REQUEST }, { line: 2 }])
    const inspected = await runCli(['inspect', folder])
    expect(inspected.stdout).toContain('a.cassette')
    expect(inspected.stdout).toContain('b.json')
  })
})

describe('a folder with files that are not exchanges', () => {
  const cases = '{"title":"a","kind":"stream"}\n{"title":"b","kind":"request"}\n'
  const others = { 'cases.jsonl': cases, 'package.json': '{"name":"agent"}' }

  it.each(['calls', 'inspect'])('%s skips those files and reports each', async (command) => {
    const folder = folderOf({ ...others, 'one.json': JSON.stringify(fakeRecord('one')) })
    const { stdout, status, stderr } = await runCli([command, folder])
    expect(stdout).toContain('one')
    expect(stdout).not.toContain('unknown-wire')
    const skipped = Object.keys(others).map(
      (name) => `toolwire: ${join(folder, name)} is skipped: it has no known form\n`,
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: skipped.join('') })
  })

  it('fails if all its files are skipped', async () => {
    const { status, stderr } = await runCli(['calls', folderOf(others)])
    expect(status).not.toBe(0)
    expect(stderr).toContain('has a known form')
  })

  it('reports a record of an unknown wire, and a file that the user names', async () => {
    const folder = folderOf({ ...others, 'odd.json': '{"request":{"a":1},"response":{"b":2}}' })
    const named = join(folder, 'cases.jsonl')
    const { lines, status } = await runCli(['calls', folder, named])
    expect(lines).toMatchObject([
      { file: join(folder, 'odd.json'), error: { code: 'unknown-wire' } },
      { file: named, error: { code: 'unknown-wire' } },
    ])
    expect(status).toBe(1)
  })
})

describe('unreadable input', () => {
  it('is reported in its place, and the rest continues', async () => {
    const torn = `${cassette(recorded('one'), { id: 'odd' }, recorded('two'))}\n{\n "id": "three",\n`
    const files = {
      'a.cassette': torn,
      'b.json': '{"response":',
      'c.jsonl': `${JSON.stringify(fakeRecord('x'))}\n{broken\n${JSON.stringify(fakeRecord('y'))}\n`,
      'd.har':
        '{"log":{"entries":[{"request":1},{"request":{"method":"POST","url":"/","postData":{"text":"{}"}},"response":{"status":200}}]}}',
      'e.cassette': '{\n "cassette": 99\n}\n',
      'f.json': '',
      'g.chunks.txt': `${EVENTS}oops\n`,
    }
    const folder = folderOf(files)
    const { lines, status, stderr } = await runCli(['calls', folder])
    const at = (name: keyof typeof files) => ({ file: join(folder, name) })
    expect(lines).toMatchObject([
      { ...at('a.cassette'), item: 1, id: 'one', response: {} },
      { ...at('a.cassette'), item: 2, error: { code: 'missing-field' } },
      { ...at('a.cassette'), item: 3, id: 'two' },
      {
        ...at('a.cassette'),
        error: { code: 'invalid-json', message: expect.stringContaining('is incomplete') },
      },
      { ...at('b.json'), error: { code: 'invalid-json' } },
      { ...at('c.jsonl'), line: 1, id: 'x' },
      { ...at('c.jsonl'), line: 2, error: { code: 'invalid-json' } },
      { ...at('c.jsonl'), line: 3, id: 'y' },
      { ...at('d.har'), item: 1, error: { path: '/log/entries/0/request' } },
      { ...at('d.har'), item: 2, error: { code: 'unknown-wire' } },
      { ...at('e.cassette'), error: { code: 'unsupported' } },
      { ...at('f.json'), error: { message: 'the input is empty' } },
      { ...at('g.chunks.txt'), response: { text: 'hi' } },
      { ...at('g.chunks.txt'), line: 3, error: { code: 'invalid-json' } },
    ])
    expect(status).toBe(1)
    expect(stderr).toBe('toolwire: 9 of 14 records failed; see "error" in their place in the output\n')
  })

  it('is a page in place of an answer, which is reported as the refusal that it was', async () => {
    const page = exchange(
      'gone',
      { body: { json: REQUEST } },
      { status: 502, body: { text: '<html>Bad gateway' } },
    )
    const { lines, status } = await runCli(['calls'], cassette({ ...page, wire: 'fake' }))
    expect(lines).toMatchObject([
      { response: { finish: { reason: 'error' }, error: { message: 'Bad gateway', code: '502' } } },
    ])
    expect(status).toBe(0)
  })

  it('keeps the digits of numbers that a double would round, and reports rounded ones', async () => {
    const text =
      '{"fake":1,"answer":[{"call":"pay","id":"c","args":{"cents":12345678901234567890}}],"end":"done"}'
    const one = exchange('one', { body: { json: REQUEST } }, { body: { text } })
    const { stdout } = await runCli(['calls'], cassette(one))
    expect(stdout).toContain('"arguments":{"cents":12345678901234567890}')
  })

  it('is reported before anything is read if a named file is missing', async () => {
    const folder = folderOf({ 'a.json': JSON.stringify(fakeRecord('a')) })
    const { status, stdout, stderr } = await runCli(['calls', join(folder, 'a.json'), join(folder, 'b.json')])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('b.json: no such file')
    const empty = folderOf({ 'README.md': '# Nothing', '.hidden/a.json': '{}', 'node_modules/a.json': '{}' })
    const none = await runCli(['calls', empty])
    expect(none.stderr).toContain(`there are no recordings at ${empty}`)
    expect(none.status).toBe(2)
  })
})

describe('several files', () => {
  const kinds = fc.constantFrom('record', 'lines', 'list', 'sse', 'events', 'cassette', 'vcr', 'broken')
  const EXTENSION = {
    record: 'json',
    lines: 'jsonl',
    list: 'json',
    sse: 'sse',
    events: 'ndjson',
    cassette: 'cassette',
    vcr: 'json',
    broken: 'json',
  }
  function content(kind: keyof typeof EXTENSION, texts: readonly string[]): string {
    const [first = ''] = texts
    switch (kind) {
      case 'record':
        return JSON.stringify(fakeRecord(first), null, 2)
      case 'lines':
        return texts
          .map((text) => `${JSON.stringify(fakeRecord(text))}\n\n{"id":${JSON.stringify(text)}}\n`)
          .join('')
      case 'list':
        return JSON.stringify([...texts.map(fakeRecord), 7])
      case 'sse':
        return SSE
      case 'events':
        return EVENTS
      case 'cassette':
        return cassette(...texts.map((text, index) => recorded(`r${index}`, text)))
      case 'vcr':
        return vcr(...texts)
      case 'broken':
        return first
    }
  }

  it('give what each of them gives, in order of their names', async () => {
    const files = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,4}(\/[a-z]{1,3})?$/),
      fc.record({
        kind: kinds,
        texts: fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 }),
      }),
      { minKeys: 1, maxKeys: 6 },
    )
    await fc.assert(
      fc.asyncProperty(files, async (chosen) => {
        const folder = mkdtempSync(join(tmpdir(), 'toolwire-files-'))
        try {
          const named = Object.entries(chosen).map(
            ([name, { kind, texts }]) => [`${name}.${EXTENSION[kind]}`, content(kind, texts)] as const,
          )
          writeAll(folder, Object.fromEntries(named))
          // A folder `a` is sorted before a file `a.json`.
          const paths = named.map(([name]) => join(folder, name)).sort((a, b) => order(folder, a, b))
          const each = []
          for (const path of paths) each.push(await runCli(['calls', path]))
          const joined = each.map(({ stdout }) => stdout).join('')
          const status = Math.max(...each.map((result) => result.status))
          for (const argv of [[folder], paths, [folder, '--jobs', '1']]) {
            const together = await runCli(['calls', ...argv])
            expect(together.stdout).toBe(joined)
            expect(together.status).toBe(status)
          }
          for (const [index, { lines }] of each.entries())
            for (const line of lines) expect(line.file).toBe(paths[index])
        } finally {
          rmSync(folder, { recursive: true })
        }
      }),
      tries(40),
    )
  })

  function order(folder: string, a: string, b: string): number {
    const [first, second] = [a, b].map((path) => path.slice(folder.length + 1).split('/'))
    for (const [index, name] of (first ?? []).entries()) {
      const other = second?.[index] ?? ''
      if (name !== other) return name < other ? -1 : 1
    }
    return 0
  }
})

describe('a file whose name has control characters', () => {
  it.each([
    ...['inspect', 'calls', 'lint', 'roundtrip', 'recognise', 'scan', 'models', 'unknown'].map((command) => [
      command,
    ]),
    ['translate', '--to', 'openai-chat'],
    ['import', '--to', join(tmpdir(), 'toolwire-never.cassette')],
    ['export', '--to', join(tmpdir(), 'toolwire-never.har')],
  ])('is printed without them by $0', async (...command) => {
    const folder = mkdtempSync(join(tmpdir(), 'toolwire-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const name = join(folder, 'evil\u001b]0;title\u0007\r.json')
    writeFileSync(name, '{"a": 1, "api_key": "sk-abc"}')
    const argv = command.filter((word) => typeof word === 'string')
    for (const given of [name, `${name}-missing`]) {
      const { stdout, stderr } = await runCli([...argv, given])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
    }
  })
})
