import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { createReplay, type ReplayOptions } from '../../src/traffic/replay/replay-fetch.js'
import { chunksOf, exchange, questionAndAnswer, readPieces, temporaryFolder } from '../support/replay.js'

const URL = 'https://api.example.com/v1/chat'

function upstream() {
  const asked: unknown[] = []
  const fetch: ReplayOptions['fetch'] = async (input, init) => {
    const { question } = await new Request(input, init).json()
    asked.push(question)
    return Response.json({ answer: `to ${question}` })
  }
  return { asked, fetch }
}

async function opened(options: ReplayOptions) {
  const replay = await createReplay(options)
  onTestFinished(() => replay.close())
  const ask = async (question: string, init: RequestInit = {}) => {
    const body = JSON.stringify({ model: 'm', question })
    const response = await replay.fetch(URL, { method: 'POST', body, ...init })
    return { status: response.status, json: await response.json() }
  }
  return { replay, ask }
}

async function cassetteWith(...questions: string[]): Promise<string> {
  const path = join(temporaryFolder(), 'a.cassette')
  const writer = await CassetteWriter.open(path)
  for (const question of questions) await writer.append(questionAndAnswer(question, `recorded ${question}`))
  await writer.close()
  return path
}

describe('mode', () => {
  it('replay answers from recordings, and reports the differences of a miss', async () => {
    const { asked, fetch } = upstream()
    const { replay, ask } = await opened({ from: await cassetteWith('A?', 'B?'), fetch })
    expect(replay.size).toBe(2)
    expect(await ask('B?')).toEqual({ status: 200, json: { answer: 'recorded B?' } })
    const { status, json } = await ask('C?')
    expect(status).toBe(404)
    expect(json.error).toMatchObject({ code: 'replay_miss', nearest: 'A??' })
    expect(json.error.message).toContain('/question: recorded "A?", received "C?"')
    expect(asked).toEqual([])
  })

  it('a requested refusal does not use a recording', async () => {
    const path = await cassetteWith('A?', 'B?')
    let refuse = true
    const { ask } = await opened({
      from: path,
      faultsFor: () => (refuse ? [{ type: 'status', status: 429 }] : []),
      matching: 'in-order',
    })
    expect((await ask('A?')).status).toBe(429)
    refuse = false
    expect((await ask('A?')).json).toEqual({ answer: 'recorded A?' })
  })

  it('replay needs recordings', async () => {
    const from = join(temporaryFolder(), 'none.cassette')
    await expect(createReplay({ from })).rejects.toThrow(`there are no recordings at ${from}`)
    expect(existsSync(from)).toBe(false)
  })

  it('auto sends and records a missing exchange once', async () => {
    const { asked, fetch } = upstream()
    const from = await cassetteWith('A?')
    const { replay, ask } = await opened({ from, mode: 'auto', fetch })
    expect((await ask('A?')).json).toEqual({ answer: 'recorded A?' })
    expect((await ask('B?')).json).toEqual({ answer: 'to B?' })
    expect((await ask('B?')).json).toEqual({ answer: 'to B?' })
    expect(asked).toEqual(['B?'])
    expect(replay.size).toBe(2)
    await replay.close()
    expect((await (await opened({ from })).ask('B?')).json).toEqual({ answer: 'to B?' })
  })

  it('auto can record elsewhere', async () => {
    const { fetch } = upstream()
    const from = await cassetteWith('A?')
    const before = readFileSync(from, 'utf8')
    const to = join(temporaryFolder(), 'new.cassette')
    const { replay, ask } = await opened({ from, to, mode: 'auto', fetch })
    await ask('B?')
    await replay.close()
    expect(readFileSync(from, 'utf8')).toBe(before)
    expect((await opened({ from: to })).replay.size).toBe(1)
  })

  it('record always sends', async () => {
    const { asked, fetch } = upstream()
    const from = await cassetteWith('A?')
    const { replay, ask } = await opened({ from, mode: 'record', fetch })
    expect((await ask('A?')).json).toEqual({ answer: 'to A?' })
    await replay.close()
    expect(asked).toEqual(['A?'])
    expect((await opened({ from })).replay.size).toBe(2)
  })

  it('passthrough sends and records nothing', async () => {
    const { asked, fetch } = upstream()
    const from = join(temporaryFolder(), 'none.cassette')
    const { ask } = await opened({ from, mode: 'passthrough', fetch })
    expect((await ask('A?')).json).toEqual({ answer: 'to A?' })
    expect(asked).toEqual(['A?'])
    expect(existsSync(from)).toBe(false)
  })
})

describe('createReplay', () => {
  it('finds exchanges that were recorded without their secrets', async () => {
    const { asked, fetch } = upstream()
    const from = join(temporaryFolder(), 'a.cassette')
    const question = `My key is sk-${'proj'}-abcdefghijklmnop1234567890, what now?`
    const options: ReplayOptions = { from, mode: 'auto', fetch, redact: { bodyPaths: ['/model'] } }
    const { replay, ask } = await opened(options)
    await ask(question)
    await ask(question)
    await replay.close()
    const again = await opened({ ...options, mode: 'replay' })
    expect((await again.ask(question)).status).toBe(200)
    expect(asked).toEqual([question])
    expect(readFileSync(from, 'utf8')).not.toContain('abcdefghijklmnop')
    expect((await again.ask('Other?')).json.error.message).toContain(
      'recorded "My key is [redacted], what now?"',
    )
  })

  it('closes only when the ended exchanges are in the file', async () => {
    const { fetch } = upstream()
    const from = join(temporaryFolder(), 'a.cassette')
    const { replay, ask } = await opened({ from, mode: 'record', fetch })
    const asked = Array.from({ length: 20 }, (_, index) => ask(`${index}?`))
    await Promise.all(asked)
    const response = await replay.fetch(URL, { method: 'POST', body: '{"question":"cut"}' })
    // The body is cancelled, so no reader waits for this recording.
    void response.body?.cancel()
    await replay.close()
    await replay.close()
    expect((await opened({ from })).replay.size).toBe(21)
  })

  it('makes trouble on request, for chosen requests first', async () => {
    const { ask } = await opened({
      from: await cassetteWith('A?', 'B?'),
      faults: [{ type: 'status', status: 500 }],
      faultsFor: ({ body }) =>
        JSON.stringify(body).includes('A?') ? [{ type: 'status', status: 429 }] : undefined,
    })
    expect([(await ask('A?')).status, (await ask('B?')).status]).toEqual([429, 500])
  })

  it('rejects unreadable data, and needs adapters for fixtures and other wires', async () => {
    const folder = join(temporaryFolder(), 'x')
    await expect(createReplay({ from: 'package.json' })).rejects.toThrow('is not a cassette')
    await expect(createReplay({ from: 'fixtures' })).rejects.toThrow('requires adapters: pass registry')
    await expect(createReplay({ from: 'package.json', to: folder, mode: 'auto' })).rejects.toThrow(
      'is not a cassette',
    )
  })

  it('aborts like fetch: before, while it waits, and in the middle of a stream', async () => {
    const from = await cassetteWith('A?')
    const writer = await CassetteWriter.open(from)
    const body = chunksOf(['data: 1\n\n', 'data: 2\n\n'], 60_000)
    await writer.append(exchange('s', { method: 'GET' }, { body }))
    await writer.close()
    const { replay, ask } = await opened({ from, timing: 'recorded' })
    await expect(ask('A?', { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    const slow = await opened({ from, faults: [{ type: 'delay', milliseconds: 60_000 }] })
    await expect(slow.ask('A?', { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    const abort = new AbortController()
    const response = await replay.fetch(URL, { signal: abort.signal })
    const reading = readPieces(response)
    setTimeout(() => abort.abort(new Error('enough')), 20)
    expect(await reading).toEqual({ pieces: ['data: 1\n\n'], error: new Error('enough') })
  })

  const asks: [string, (signal: AbortSignal) => [string | Request, RequestInit?]][] = [
    ['in the options', (signal) => [URL, { signal }]],
    ['of a Request', (signal) => [new Request(URL, { signal })]],
  ]
  it.each(asks)('receives a signal %s after the garbage collector ran', async (_, ask) => {
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const from = await cassetteWith()
    const writer = await CassetteWriter.open(from)
    const body = chunksOf(['data: 1\n\n', 'data: 2\n\n'], 60_000)
    await writer.append(exchange('s', { method: 'GET' }, { body }))
    await writer.close()
    const { replay } = await opened({ from, timing: 'recorded' })
    const abort = new AbortController()
    const reading = readPieces(await replay.fetch(...ask(abort.signal)))
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      collectGarbage()
    }
    abort.abort(new Error('enough'))
    expect(await reading).toEqual({ pieces: ['data: 1\n\n'], error: new Error('enough') })
  })
})
