import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import {
  CassetteWriter,
  type IndexedExchange,
  readExchangeAt,
  readExchanges,
} from '../../src/traffic/replay/cassette.js'
import { encodeDocument, type ReadableFile, readCassette } from '../../src/traffic/replay/read-cassette.js'
import { createReplay } from '../../src/traffic/replay/replay-fetch.js'
import { expectLinear } from '../support/growth.js'
import { chunksOf, exchange, temporaryFolder } from '../support/replay.js'

const HEADER = encodeDocument({ cassette: 1, format: 'toolwire' })

async function write(path: string, exchanges: readonly RecordedExchange[]): Promise<void> {
  const writer = await CassetteWriter.open(path)
  await Promise.all(exchanges.map((one) => writer.append(one)))
  await writer.close()
}

async function read(path: string, onTorn?: (start: number) => void): Promise<IndexedExchange[]> {
  const found: IndexedExchange[] = []
  for await (const one of readExchanges(path, onTorn)) found.push(one)
  return found
}

const idsOf = (found: readonly IndexedExchange[]) => found.map((one) => one.exchange.id)

function fileWith(text: string): string {
  const path = join(temporaryFolder(), 'a.cassette')
  writeFileSync(path, text)
  return path
}

/** Exchanges of every shape. */
const EXCHANGES: readonly RecordedExchange[] = [
  exchange('json', { body: { json: { a: { b: [] }, '}': '{', text: '\n{\n}\n' } } }),
  exchange('stream', {}, { body: chunksOf(['data: 1\n\n', 'data: ü\n\n'], 2.5), aborted: true }),
  { ...exchange('notes', { method: 'GET' }, { status: 429 }), notes: 'why', wire: 'w', recordedAt: 'now' },
  exchange('binary', { body: { base64: 'AAEC/w==' } }, { body: { text: 'a\u2028b\0\ud800' } }),
]

describe('a cassette', () => {
  it('returns the stored exchanges in order', async () => {
    const path = join(temporaryFolder(), 'new', 'folder', 'a.cassette')
    await write(path, EXCHANGES)
    const found = await read(path)
    expect(found.map((one) => one.exchange)).toEqual(EXCHANGES)
    const file = await open(path)
    for (const { position, exchange } of found) expect(await readExchangeAt(file, position)).toEqual(exchange)
    await file.close()
  })

  it('is readable text with its version at the beginning', async () => {
    const path = join(temporaryFolder(), 'a.cassette')
    await write(path, [exchange('one')])
    expect(readFileSync(path, 'utf8')).toBe(`{
 "cassette": 1,
 "format": "toolwire"
}

{
 "id": "one",
 "request": {
  "method": "POST",
  "url": "https://api.example.com/v1/chat",
  "headers": {}
 },
 "response": {
  "status": 200,
  "headers": {
   "content-type": "application/json"
  },
  "body": {
   "json": {
    "id": "one"
   }
  }
 }
}
`)
  })

  it('includes exchanges that are appended later', async () => {
    const path = join(temporaryFolder(), 'a.cassette')
    await write(path, [exchange('one')])
    const before = readFileSync(path, 'utf8')
    await write(path, [exchange('two')])
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true)
    expect(idsOf(await read(path))).toEqual(['one', 'two'])
  })

  it('accepts several writers at the same time', async () => {
    const path = join(temporaryFolder(), 'a.cassette')
    const filler = { text: 'x'.repeat(100_000) }
    const writers = await Promise.all(Array.from({ length: 5 }, () => CassetteWriter.open(path)))
    await Promise.all(
      writers.flatMap((writer, w) =>
        Array.from({ length: 20 }, (_, index) => writer.append(exchange(`${w}-${index}`, { body: filler }))),
      ),
    )
    await Promise.all(writers.map((writer) => writer.close()))
    const ids = idsOf(await read(path))
    expect(new Set(ids).size).toBe(100)
    for (const w of [0, 1, 2, 3, 4])
      expect(ids.filter((id) => id.startsWith(`${w}-`))).toEqual(
        Array.from({ length: 20 }, (_, index) => `${w}-${index}`),
      )
  })

  it('close waits for pending writes, and later writes are rejected', async () => {
    const path = join(temporaryFolder(), 'a.cassette')
    const writer = await CassetteWriter.open(path)
    const appended = writer.append(exchange('one', { body: { text: 'x'.repeat(5_000_000) } }))
    await writer.close()
    await writer.close()
    await expect(writer.append(exchange('two'))).rejects.toThrow('the cassette was closed before')
    await appended
    expect(idsOf(await read(path))).toEqual(['one'])
  })

  it('reads documents of any size, across block boundaries', async () => {
    const path = join(temporaryFolder(), 'a.cassette')
    const sizes = [10, 1_048_000, 3_000_000, 500, 1_048_576]
    await write(
      path,
      sizes.map((size) => exchange(String(size), { body: { text: 'y'.repeat(size) } })),
    )
    expect(idsOf(await read(path))).toEqual(sizes.map(String))
  })
})

describe('a damaged cassette', () => {
  const one = encodeDocument(exchange('one'))
  const two = encodeDocument(exchange('two'))

  it.each([
    ['a torn last document', `${HEADER}\n${one}\n${two.slice(0, -40)}`, ['one']],
    ['a torn document in the middle', `${HEADER}\n${one.slice(0, -40)}\n${two}`, ['two']],
    [
      'a document torn at the end of a line',
      `${HEADER}\n${one.slice(0, one.lastIndexOf('\n }'))}\n${two}`,
      ['two'],
    ],
    ['a document that is not JSON', `${HEADER}\n{\n nonsense\n}\n${two}`, ['two']],
    ['a torn header before a whole one', `{\n "cass\n${HEADER}\n${two}`, ['two']],
    ['two headers', `${HEADER}${HEADER}\n${two}`, ['two']],
    ['no blank lines', `${HEADER}${one}${two}`, ['one', 'two']],
  ])('is read as far as it goes: %s', async (name, text, ids) => {
    const torn: number[] = []
    const found = await read(fileWith(text), (start) => torn.push(start))
    expect(idsOf(found)).toEqual(ids)
    expect(torn.length).toBe(/torn|not JSON/.test(name) ? 1 : 0)
  })

  it.each([
    ['nothing', ''],
    ['half a header', '{\n "cassette": 1'],
  ])('is empty when there is %s, and can be continued', async (_name, text) => {
    const path = fileWith(text)
    expect(await read(path)).toEqual([])
    await write(path, [exchange('one')])
    expect(idsOf(await read(path))).toEqual(['one'])
  })

  it.each([0, 1, 2, 3])('may get its first lines while it is read, after read %i', async (reads) => {
    const text = Buffer.from(`${HEADER}\n${encodeDocument(exchange('one'))}`)
    let count = 0
    const written = () => (count < reads ? Buffer.alloc(0) : text)
    const file: ReadableFile = {
      async read(bytes, offset, length, position) {
        const bytesRead = written().copy(bytes, offset, position, position + length)
        count += 1
        return { bytesRead }
      },
      stat: async () => ({ size: text.length }),
    }
    const found: RecordedExchange[] = []
    for await (const one of readCassette(file, 'a.cassette', () => {})) found.push(one.read())
    expect(found.map(({ id }) => id)).toEqual(['one'])
  })
})

describe('files that are not cassettes', () => {
  const NOT = {
    code: 'wrong-type',
    message: expect.stringContaining('is not a cassette: it does not begin with'),
  }
  it.each([
    ['another JSON file', encodeDocument({ name: 'package' }), NOT],
    ['an exchange without a header', encodeDocument(exchange('one')), NOT],
    ['a long text', 'nonsense\n'.repeat(200), NOT],
    [
      'a later version',
      encodeDocument({ cassette: 2 }),
      {
        code: 'unsupported',
        path: '/cassette',
        message: expect.stringContaining('this library reads version 1'),
      },
    ],
  ])('is refused by readers and by writers: %s', async (_name, text, error) => {
    const path = fileWith(text)
    await expect(read(path)).rejects.toMatchObject(error)
    await expect(CassetteWriter.open(path)).rejects.toMatchObject(error)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('cannot be a folder', async () => {
    const path = join(temporaryFolder(), 'a.cassette')
    mkdirSync(path)
    await expect(CassetteWriter.open(path)).rejects.toMatchObject({ code: 'EISDIR' })
  })

  const good = exchange('one')
  it.each<[object, string, string]>([
    [{ ...good, id: 1 }, '/id', 'wrong-type'],
    [{ id: 'x', response: good.response }, '/request', 'missing-field'],
    [{ ...good, request: { ...good.request, method: 7 } }, '/request/method', 'wrong-type'],
    [{ ...good, request: { ...good.request, url: undefined } }, '/request/url', 'missing-field'],
    [{ ...good, request: { ...good.request, headers: { 'a/b': 1 } } }, '/request/headers/a~1b', 'wrong-type'],
    [{ ...good, response: { ...good.response, status: '200' } }, '/response/status', 'wrong-type'],
    [{ ...good, response: { ...good.response, status: 99 } }, '/response/status', 'wrong-type'],
    [{ ...good, response: { ...good.response, headers: null } }, '/response/headers', 'wrong-type'],
    [{ ...good, response: { ...good.response, body: [] } }, '/response/body', 'wrong-type'],
    [{ ...good, response: { ...good.response, body: { text: 1 } } }, '/response/body', 'missing-field'],
    [{ ...good, response: { ...good.response, body: { chunks: 1 } } }, '/response/body/chunks', 'wrong-type'],
    [
      { ...good, response: { ...good.response, body: { chunks: [{ at: 0, text: '' }, { text: 'x' }] } } },
      '/response/body/chunks/1',
      'wrong-type',
    ],
  ])('names the place in an exchange: %#', async (document, path, code) => {
    const file = fileWith(`${HEADER}\n${encodeDocument(document)}`)
    const error = await read(file).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(AdapterError)
    expect(error).toMatchObject({ path, code })
    expect(String(error)).toContain(
      `a.cassette, exchange at byte ${HEADER.length + 1}: expected`.replace(': expected', ': '),
    )
    expect(String(error).split(path).length).toBe(2)
  })
})

describe('a large cassette', () => {
  const files = new Map<number, string>()

  function fileOf(size: number): string {
    const known = files.get(size)
    if (known !== undefined) return known
    const documents = Array.from({ length: size }, (_, index) =>
      encodeDocument(
        exchange(
          `e${index}`,
          { body: { json: { model: 'm', messages: [{ role: 'user', content: `Question ${index}` }] } } },
          { body: { json: { answer: index } } },
        ),
      ),
    )
    const path = fileWith([HEADER, ...documents].join('\n'))
    files.set(size, path)
    return path
  }

  async function openAndAsk(size: number): Promise<void> {
    const replay = await createReplay({ from: fileOf(size) })
    expect(replay.size).toBe(size)
    const ask = async (index: number) => {
      const body = JSON.stringify({ messages: [{ content: `Question ${index}`, role: 'user' }], model: 'm' })
      const response = await replay.fetch('http://localhost/v1/chat', { method: 'POST', body })
      return response.json()
    }
    for (const index of [0, 1, size / 2, size - 1]) expect(await ask(index)).toEqual({ answer: index })
    for (let index = 0; index < size; index += 20) expect(await ask(index)).toEqual({ answer: index })
    await replay.close()
  }

  it('opens 10,000 exchanges in time that grows with their number, and finds one without a search', () =>
    expectLinear(openAndAsk, 10_000))
})
