import { describe, expect, test } from 'vitest'
import { compact } from '../../src/base/json/write-json.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { fixtures } from '../support/exchanges.js'
import { chunked, nativeAnswer, proxied, requestOf, scripted, user } from '../support/proxy.js'
import { eventsOf } from '../support/streams.js'

const wires = adapters.map(({ wire }) => wire)
const pairs = wires.flatMap((from) => wires.map((to) => [from, to] as const))
const TEXT: ModelResponse = {
  id: 'answer-1',
  model: 'target-model',
  message: {
    role: 'assistant',
    parts: [
      { type: 'text', text: 'One sentence, and another one.' },
      {
        type: 'tool-call',
        id: 'call_abc12',
        name: 'get_weather',
        kind: 'function',
        status: 'complete',
        arguments: { city: 'Zürich', days: 3 },
        providerExecuted: false,
      },
    ],
  },
  finish: { reason: 'tool-calls' },
  usage: { inputTokens: 3, outputTokens: 2 },
}

const EXPECTED = [
  { type: 'text', text: 'One sentence, and another one.' },
  { type: 'tool-call', name: 'get_weather', arguments: { city: 'Zürich', days: 3 } },
]

/** Returns an answer of a wire in its server's form, one frame at a time. */
async function piecesOf(wire: string): Promise<Uint8Array[]> {
  const { adapter } = adapterOf(wire)
  const { http } = adapter.codecs
  const path = http.pathFor('m', true)
  const body = nativeAnswer(adapter, TEXT, { path, body: { stream: true } }).body
  const pieces: Uint8Array[] = []
  for await (const piece of body ?? []) pieces.push(piece)
  return pieces
}

function typeOf(wire: string): Record<string, string> {
  return { 'content-type': adapterOf(wire).adapter.codecs.stream.framing.contentType }
}

/** Creates a stream that counts its reads. */
async function counted(wire: string) {
  const pieces = await piecesOf(wire)
  const seen = { reads: 0, isCancelled: false, length: pieces.length }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[seen.reads]
        seen.reads += 1
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { seen, response: new Response(body, { headers: typeOf(wire) }) }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}

describe.each(pairs)('a stream for a client of %s from %s', (from, to) => {
  test("forwards received bytes before it reads more, and reads at the client's speed", async () => {
    const { seen, response } = await counted(to)
    const { fetch } = proxied(from, to, async () => response)
    const answer = await fetch(...requestOf(from, user('Hi'), true))
    await turn()
    expect(seen.reads).toBe(0)
    const reader = answer.body?.getReader()
    await reader?.read()
    await turn()
    const afterFirst = seen.reads
    // A wire announces its first text with up to four events.
    expect(afterFirst).toBeLessThanOrEqual(/responses|interactions/.test(to) ? 5 : 3)
    await turn()
    expect(seen.reads).toBe(afterFirst)
    let count = 1
    for (let step = await reader?.read(); step !== undefined && !step.done; step = await reader?.read())
      count += 1
    // On wires with complete calls, the last call arrives with the end.
    expect(count).toBeGreaterThan(from === 'ollama-chat' ? 1 : 2)
    expect(seen.reads).toBe(seen.length + 1)
  })

  test('is aborted at the target when the client leaves', async () => {
    const { seen, response } = await counted(to)
    const { fetch, told } = proxied(from, to, async () => response)
    const answer = await fetch(...requestOf(from, user('Hi'), true))
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(seen.isCancelled).toBe(true)
    expect(told).toMatchObject([{ aborted: true, status: 200, streamed: true }])
  })

  test('that is interrupted anywhere ends with an error of its wire, and completes no further call', async () => {
    const pieces = await piecesOf(to)
    const { adapter } = adapterOf(from)
    for (const length of someOf([...pieces.keys()])) {
      const half = pieces[length]?.slice(0, Math.ceil((pieces[length]?.length ?? 0) / 2)) ?? ''
      for (const dies of [true, false]) {
        const kept = [...pieces.slice(0, length), half, ...(dies ? [new Error('connection reset')] : [])]
        const { fetch, told } = proxied(from, to, async () => chunked(kept, typeOf(to)))
        const answer = await fetch(...requestOf(from, user('Hi'), true))
        const bytes = new Uint8Array(await answer.arrayBuffer())
        const received = assemble(eventsOf(adapter, [bytes]), from)
        const known = assemble(eventsOf(adapterOf(to).adapter, pieces.slice(0, length)), to)
        const isWhole = known.error === undefined && known.finish.reason === 'tool-calls'
        // Data after the final event of an answer has no effect.
        const hasEnded = isWhole && adapterOf(to).adapter.codecs.stream.ends !== undefined
        if (!isWhole || (dies && !hasEnded)) {
          expect(received.finish.reason, `${length} ${dies}`).toBe('error')
          expect(received.error?.message, `${length} ${dies}`).toMatch(
            // Half of the first line may be a web page instead of a stream.
            /connection reset|ended before|not an answer|is not JSON|the answer is empty/,
          )
          expect(told[0]?.error).toBeDefined()
        }
        const complete = ({ message }: ModelResponse) =>
          message.parts.filter((part) => part.type === 'tool-call' && part.status === 'complete').length
        expect(complete(received), `${length} ${dies}`).toBeLessThanOrEqual(complete(known))
      }
    }
  })

  test('is made from a complete answer if the target only returns complete answers', async () => {
    const upstream = scripted((sent) => nativeAnswer(adapterOf(to).adapter, TEXT, sent))
    const { fetch } = proxied(from, to, upstream.fetch, { stream: false })
    const answer = await fetch(...requestOf(from, user('Hi'), true))
    expect(answer.headers.get('content-type')).toBe(typeOf(from)['content-type'])
    const received = await adapterOf(from).adapter.collect(answer)
    expect(received.message.parts).toMatchObject(EXPECTED)
    const { http } = adapterOf(to).adapter.codecs
    expect(upstream.sent.map(({ path, body }) => http.streams(path, body))).toEqual([false])
  })

  test('becomes a complete answer for a client that requested it', async () => {
    const upstream = scripted((sent) => nativeAnswer(adapterOf(to).adapter, TEXT, sent))
    const { fetch } = proxied(from, to, upstream.fetch, { stream: true })
    const answer = await fetch(...requestOf(from, user('Hi'), false))
    expect(answer.headers.get('content-type')).toContain('application/json')
    const received = adapterOf(from).adapter.decodeResponse(await answer.text()).value
    expect(received.message.parts).toMatchObject(EXPECTED)
    const { http } = adapterOf(to).adapter.codecs
    expect(upstream.sent.map(({ path, body }) => http.streams(path, body))).toEqual([true])
  })
})

describe('a stream of the client’s own wire', () => {
  const streamed = fixtures.filter(({ wire, stream }) => stream !== undefined && wire !== 'bedrock-converse')

  test('is forwarded byte for byte, for any chunk boundaries', async () => {
    for (const { wire, stream = '', id } of streamed) {
      const bytes = new TextEncoder().encode(stream)
      for (const size of [1, 7, 1000]) {
        const pieces: Uint8Array[] = []
        for (let start = 0; start < bytes.length; start += size) pieces.push(bytes.slice(start, start + size))
        const { fetch } = proxied(wire, wire, async () => chunked(pieces, typeOf(wire)))
        const answer = await fetch(...requestOf(wire, user('Hi'), true))
        expect(await answer.text(), id).toBe(stream)
      }
    }
  })
})

describe('a silent target', () => {
  /** Creates a manual clock. */
  function clock() {
    const waiting = new Map<() => void, number>()
    let now = 0
    return {
      waiting,
      timer(milliseconds: number, call: () => void) {
        waiting.set(call, now + milliseconds)
        return () => void waiting.delete(call)
      },
      pass(milliseconds: number) {
        const end = now + milliseconds
        for (;;) {
          const [next] = [...waiting].filter(([, at]) => at <= end).sort((a, b) => a[1] - b[1])
          if (next === undefined) break
          now = next[1]
          waiting.delete(next[0])
          next[0]()
        }
        now = end
      },
    }
  }

  function stalled(wire: string, pieces: readonly Uint8Array[]) {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
      },
      cancel() {
        isCancelled = true
      },
    })
    return { response: new Response(body, { headers: typeOf(wire) }), isCancelled: () => isCancelled }
  }

  test('is covered by frames that keep the connection open, where the wire has them', async () => {
    const pieces = await piecesOf('openai-chat')
    for (const wire of wires) {
      const { timer, pass, waiting } = clock()
      const { response } = stalled('openai-chat', pieces.slice(0, 3))
      const { fetch } = proxied(wire, 'openai-chat', async () => response, {}, { timer, idleTimeout: 60_000 })
      const answer = await fetch(...requestOf(wire, user('Hi'), true))
      const reader = answer.body?.getReader()
      const texts: string[] = []
      const end = (async () => {
        for (let step = await reader?.read(); step !== undefined && !step.done; step = await reader?.read())
          texts.push(new TextDecoder().decode(step.value))
      })()
      await turn()
      const before = texts.length
      for (let count = 0; count < 3; count += 1) {
        pass(15_000)
        await turn()
      }
      const { keepAlive } = adapterOf(wire).adapter.codecs.http
      expect(texts.slice(before), wire).toEqual(
        keepAlive === undefined ? [] : [keepAlive, keepAlive, keepAlive],
      )
      pass(30_000)
      await end
      expect(waiting.size).toBe(0)
    }
  })

  test('is aborted after a while, which is reported as an error', async () => {
    const pieces = await piecesOf('anthropic-messages')
    const { timer, pass, waiting } = clock()
    const { response, isCancelled } = stalled('anthropic-messages', pieces.slice(0, 4))
    const { fetch, told } = proxied('openai-chat', 'anthropic-messages', async () => response, {}, { timer })
    const answer = await fetch(...requestOf('openai-chat', user('Hi'), true))
    const text = answer.text()
    await turn()
    // A check may occur just after a chunk was requested. It does not count then.
    pass(315_000)
    const received = assemble(eventsOf(adapterOf('openai-chat').adapter, [await text]), 'openai-chat')
    expect(received.error?.message).toContain('no data for 300000 ms')
    expect(told[0]?.error).toContain('no data for 300000 ms')
    expect(isCancelled()).toBe(true)
    expect(waiting.size).toBe(0)
  })

  test('that never begins is an error of the gateway', async () => {
    const { timer, pass, waiting } = clock()
    let signal: AbortSignal | null | undefined
    const { fetch } = proxied(
      'openai-chat',
      'anthropic-messages',
      (_url, init) => {
        signal = init.signal
        return new Promise(() => undefined)
      },
      {},
      { timer },
    )
    const answer = fetch(...requestOf('openai-chat', user('Hi'), true))
    await turn()
    pass(600_000)
    expect((await answer).status).toBe(504)
    expect(signal?.aborted).toBe(true)
    expect(waiting.size).toBe(0)
  })
})

describe('the usage of a stream of chat completions', () => {
  const chunksFor = async (options: object, whole: boolean) => {
    const target = { stream: whole ? false : undefined }
    const { adapter } = adapterOf('anthropic-messages')
    const upstream = scripted((sent) => nativeAnswer(adapter, TEXT, sent))
    const { fetch } = proxied('openai-chat', 'anthropic-messages', upstream.fetch, compact(target))
    const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream: true, ...options }
    const init = { method: 'POST', body: JSON.stringify(body) }
    const text = await (await fetch('https://proxy.test/v1/chat/completions', init)).text()
    const data = text.split('\n').flatMap((line) => /^data: (\{.*)/.exec(line)?.[1] ?? [])
    return data.map((each): { choices: object[]; usage?: object } => JSON.parse(each))
  }

  test.each([false, true])(
    'is in the last chunk with a choice if it was not requested (whole: %s)',
    async (whole) => {
      const chunks = await chunksFor({}, whole)
      expect(chunks.every(({ choices }) => choices.length === 1)).toBe(true)
      expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 2 })
    },
  )

  test.each([false, true])('is sent in a separate chunk if requested (complete: %s)', async (whole) => {
    const chunks = await chunksFor({ stream_options: { include_usage: true } }, whole)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })
    expect(chunks.filter(({ usage }) => usage !== undefined)).toHaveLength(1)
  })
})

test('a client that leaves before the answer begins ends the request to the target', async () => {
  const abort = new AbortController()
  let signal: AbortSignal | null | undefined
  const { fetch, told } = proxied('openai-chat', 'anthropic-messages', (_url, init) => {
    signal = init.signal
    return new Promise(() => undefined)
  })
  const [url, init] = requestOf('openai-chat', user('Hi'), true)
  const answer = fetch(url, { ...init, signal: abort.signal })
  await turn()
  abort.abort()
  await answer
  expect(signal?.aborted).toBe(true)
  expect(told).toMatchObject([{ aborted: true }])
})

test('a client that leaves while its complete answer is assembled ends the request as well', async () => {
  const abort = new AbortController()
  const { seen, response } = await counted('anthropic-messages')
  const { fetch, told } = proxied('openai-chat', 'anthropic-messages', async () => {
    setTimeout(() => abort.abort(), 1)
    const slow = response.body?.pipeThrough(
      new TransformStream({
        async transform(chunk, controller) {
          await turn()
          controller.enqueue(chunk)
        },
      }),
    )
    return new Response(slow, { headers: typeOf('anthropic-messages') })
  })
  const [url, init] = requestOf('openai-chat', user('Hi'), false)
  await fetch(url, { ...init, signal: abort.signal })
  await turn()
  expect(seen.isCancelled).toBe(true)
  expect(told).toMatchObject([{ aborted: true }])
})
