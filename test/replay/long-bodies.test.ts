import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bodyText } from '../../src/base/http/recorded-body.js'
import { CassetteWriter, readExchanges } from '../../src/traffic/replay/cassette.js'
import { createRecorder } from '../../src/traffic/replay/recorder.js'
import { createReplay } from '../../src/traffic/replay/replay-fetch.js'
import { isDeep, someLocally } from '../support/cases.js'
import { MemorySink, served, temporaryFolder } from '../support/replay.js'

/** The longer bodies test nothing new and are for deep runs only. */
const MEGABYTE = isDeep ? 1 << 20 : 1 << 17

/** Returns a request with an image of this many bytes in the body. */
function imageRequest(bytes: number, unit = 'QUJD'): string {
  return `{"model":"m","messages":[{"role":"user","content":[{"image":"${unit.repeat(bytes / unit.length)}"}]}]}`
}

async function recordedBodies(path: string): Promise<string[]> {
  const bodies: string[] = []
  for await (const { exchange } of readExchanges(path))
    bodies.push(bodyText(exchange.request.body), bodyText(exchange.response.body))
  return bodies
}

describe('a long body', () => {
  const units = [
    ['plain', 'QUJD'],
    ['escaped', '\\n'],
    ['of many bytes a character', '日本語'],
  ] as const
  it.each(someLocally(units, 1, 'long bodies'))('is recorded and answered: %s', async (_case, unit) => {
    const to = join(temporaryFolder(), 'a.cassette')
    const body = imageRequest(12 * MEGABYTE, unit)
    const answer = `{"text":"${unit.repeat((9 * MEGABYTE) / unit.length)}"}`
    const upstream = await served(async (input) => {
      expect((await new Request(input).text()) === body).toBe(true)
      return new Response(answer, { headers: { 'content-type': 'application/json' } })
    })
    const recording = await createReplay({ from: to, mode: 'record' })
    const proxy = await served(recording.fetch, { target: upstream.url })
    const response = await fetch(`${proxy.url}/v1`, { method: 'POST', body })
    expect((await response.text()) === answer).toBe(true)
    await recording.close()
    const [request, recorded] = await recordedBodies(to)
    expect([request === body, recorded === answer]).toEqual([true, true])
    const replay = await createReplay({ from: to })
    const replayed = await replay.fetch(`${proxy.url}/v1`, { method: 'POST', body })
    expect((await replayed.text()) === answer).toBe(true)
    await replay.close()
  })

  it('contains no secret at any position', async () => {
    const to = join(temporaryFolder(), 'a.cassette')
    const key = `sk-proj-${'a1'.repeat(20)}`
    const writer = await CassetteWriter.open(to)
    const recorder = createRecorder({ sink: writer, fetch: async () => Response.json({ ok: true }) })
    const body = `${imageRequest(9 * MEGABYTE).slice(0, -1)},"note":"it is ${key}","password":"hunter2"}`
    await (await recorder.fetch('http://x/v1', { method: 'POST', body })).text()
    await recorder.flush()
    await writer.close()
    let found = 0
    for await (const piece of createReadStream(to, 'utf8')) found += /sk-proj-a1|hunter2/.test(piece) ? 1 : 0
    expect(found).toBe(0)
  })

  it('that is too long to be kept passes through, and the recording contains a note', async () => {
    const sink = new MemorySink()
    const upstream = await served(
      async (input) => new Response((await new Request(input).text()).toUpperCase()),
    )
    const recorder = createRecorder({ sink, maxBodyBytes: 1000 })
    const proxy = await served(recorder.fetch, { target: upstream.url })
    const body = 'long '.repeat(100_000)
    const response = await fetch(`${proxy.url}/v1`, { method: 'POST', body })
    expect((await response.text()) === body.toUpperCase()).toBe(true)
    await recorder.flush()
    expect(sink.exchanges).toMatchObject([
      {
        response: { status: 200, aborted: true },
        notes: 'not recorded: the body of the request and of the answer, longer than 1000 bytes',
      },
    ])
    expect(JSON.stringify(sink.exchanges)).not.toMatch(/long long/i)
  })

  it('at the limit is kept completely', async () => {
    const sink = new MemorySink()
    const recorder = createRecorder({
      sink,
      maxBodyBytes: 1000,
      fetch: async () => new Response('b'.repeat(1000)),
    })
    await (await recorder.fetch('http://x/v1', { method: 'POST', body: 'a'.repeat(1000) })).text()
    expect(sink.exchanges[0]).not.toHaveProperty('notes')
    expect(sink.exchanges[0]).toMatchObject({
      request: { body: { text: 'a'.repeat(1000) } },
      response: { body: { text: 'b'.repeat(1000) } },
    })
  })
})
