import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { createReplay, type ReplayOptions } from '../../src/traffic/replay/replay-fetch.js'
import { useCassette } from '../../testing.js'
import { registry } from '../support/adapters.js'
import { questionAndAnswer, temporaryFolder } from '../support/replay.js'

const BODY = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Weather?' }] }
const STREAM = 'event: a\ndata: {"n":1}\n\nevent: b\ndata: {"n":2}\n\n'

/** Returns a fixture folder with the layout of this project. */
function fixture(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder()
  const place = join(folder, 'anthropic-messages', 'weather')
  mkdirSync(place, { recursive: true })
  const all = {
    'meta.json': '{"title":"t","status":200}',
    'request.json': JSON.stringify(BODY),
    'response.json': '{\n  "id": "whole"\n}\n',
    'stream.sse': STREAM,
    ...files,
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(place, name), text)
  return folder
}

async function opened(options: ReplayOptions) {
  const replay = await createReplay({ registry, ...options })
  onTestFinished(() => replay.close())
  const post = (body: JsonObject, path = '/v1/messages') =>
    replay.fetch(`https://api.example.com${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { replay, post }
}

describe('a fixture folder', () => {
  it('answers complete and streamed, byte for byte', async () => {
    const { replay, post } = await opened({ from: fixture() })
    expect(replay.size).toBe(2)
    expect(await (await post(BODY)).text()).toBe('{\n  "id": "whole"\n}\n')
    const streamed = await post({ ...BODY, stream: true })
    expect(streamed.headers.get('content-type')).toBe('text/event-stream')
    expect(await streamed.text()).toBe(STREAM)
  })

  it('has the status that it states', async () => {
    const { post } = await opened({ from: fixture({ 'meta.json': '{"status":529}' }) })
    expect((await post(BODY)).status).toBe(529)
  })

  it('can be named by useCassette', async () => {
    const folder = fixture()
    const options = { folder, registry, mode: 'replay' } as const
    const cassette = await useCassette('anthropic-messages/weather', options)
    expect(cassette.path).toBe(join(folder, 'anthropic-messages/weather'))
    expect(cassette.size).toBe(2)
    await cassette.close()
  })

  it.each([
    ['request.json', '{', 'invalid-json'],
    ['request.json', '[]', 'wrong-type'],
    ['meta.json', '7', 'wrong-type'],
  ])('is refused when %s is %s', async (name, text, code) => {
    await expect(createReplay({ from: fixture({ [name]: text }), registry })).rejects.toMatchObject({ code })
  })
})

it('a folder gives all cassettes and fixtures below it, and nothing else', async () => {
  const from = fixture()
  mkdirSync(join(from, 'deep', 'er'), { recursive: true })
  writeFileSync(join(from, 'deep', 'notes.txt'), 'no recording')
  for (const name of ['a.cassette', 'deep/er/b.cassette']) {
    const writer = await CassetteWriter.open(join(from, name))
    await writer.append(questionAndAnswer(name, name))
    await writer.close()
  }
  const { replay, post } = await opened({ from })
  expect(replay.size).toBe(4)
  const answer = await post({ model: 'm', question: 'deep/er/b.cassette' }, '/v1/chat')
  expect(await answer.json()).toEqual({ answer: 'deep/er/b.cassette' })
})

describe('answers for another wire', () => {
  it('need a registry', async () => {
    const [as] = registry.adapters
    await expect(createReplay({ from: 'fixtures', as })).rejects.toThrow(
      'needs the adapters of the recordings',
    )
  })

  it('skip unreadable recordings', async () => {
    const folder = temporaryFolder()
    const writer = await CassetteWriter.open(join(folder, 'a.cassette'))
    await writer.append(questionAndAnswer('?', '!'))
    await writer.close()
    const unreadable: string[] = []
    const as = registry.adapters.find(({ lacks }) => !lacks.has('http'))
    const replay = await createReplay({
      from: folder,
      as,
      registry,
      onUnreadable: (id) => unreadable.push(id),
    })
    expect(unreadable).toEqual(['??'])
    await replay.close()
  })
})
