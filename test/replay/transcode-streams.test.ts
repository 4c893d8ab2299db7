import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import type { ModelResponse, ToolCall } from '../../src/base/model/types.js'
import { createTranscodingAnswerer } from '../../src/traffic/replay/recorded-answers.js'
import { createReplayFetch } from '../../src/traffic/replay/replay-fetch.js'
import { decodeRecorded, transcode } from '../../src/traffic/replay/transcode.js'
import { adapterOf, registry } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { type Fixture, fixtures } from '../support/exchanges.js'
import { questions, sdkClients } from '../support/sdk-clients.js'
import { framesOf, textOf } from '../support/streams.js'
import { recordingOf, replayAs } from '../support/transcoding.js'

const streamed = fixtures.filter(({ stream }) => stream !== undefined)

/** Returns the stream of a fixture, interrupted at several points. */
function cuts({ wire, stream = '', id }: Fixture): RecordedExchange[] {
  const { adapter } = adapterOf(wire)
  const frames = framesOf(adapter, stream)
  const step = Math.max(1, Math.floor(frames.length / 8))
  const places = [...frames.keys()].filter((index) => index % step === 0)
  return someOf(places, 1, id).map((place) => {
    const body = { chunks: [{ at: 0, text: textOf(adapter, frames.slice(0, place + 1)) }] }
    return recordingOf(id, wire, questions[wire] ?? {}, { status: 200, body, streams: true })
  })
}

const broken = streamed.flatMap((fixture) =>
  cuts(fixture).map((exchange) => ({ id: fixture.id, wire: fixture.wire, exchange })),
)

/**
 * Returns calls by name, flattened as on a wire without namespaces. Provider-run tools have different names
 * on each wire but the same kind.
 */
function completeCalls({ message }: ModelResponse): string[] {
  const calls = message.parts.filter((part): part is ToolCall => part.type === 'tool-call')
  return calls
    .filter(({ status }) => status === 'complete')
    .map(({ name, namespace, kind, providerExecuted }) => {
      if (providerExecuted) return kind
      return namespace === undefined ? name : `${namespace}__${name}`
    })
}

describe('a stream that was interrupted never becomes a complete call', () => {
  for (const client of sdkClients) {
    test(client.sdk, async () => {
      for (const { id, wire, exchange } of someOf(
        broken.filter(({ wire }) => wire !== client.wire),
        20,
      )) {
        const source = adapterOf(wire).adapter
        const expected = completeCalls(decodeRecorded(exchange, source))
        for (const ask of [client.ask, client.stream]) {
          const { fetch } = replayAs(adapterOf(client.wire).adapter, exchange)
          const received = await ask(fetch).catch(() => undefined)
          if (received === undefined) continue
          const extra = completeCalls(received).filter((name) => !expected.includes(name))
          expect(extra, `${id} as ${client.wire}`).toEqual([])
        }
      }
    })
  }
})

const weather = fixtures.find(({ id }) => id === 'anthropic-messages/single-call')
if (weather === undefined) throw new Error('the fixture anthropic-messages/single-call is gone')
const SOURCE = adapterOf('anthropic-messages').adapter
const TARGET = adapterOf('openai-chat').adapter
const QUESTION = recordingOf(
  '',
  'openai-chat',
  { ...questions['openai-chat'], stream: true },
  {
    status: 200,
    body: { text: '' },
    streams: true,
  },
).request

/** Returns the stream of a fixture, one chunk per frame, with a delay of some milliseconds between chunks. */
function timed(milliseconds: number): RecordedExchange {
  const frames = framesOf(SOURCE, weather?.stream ?? '')
  const chunks = frames.map((frame, index) => ({
    at: 20 + index * milliseconds,
    text: textOf(SOURCE, [frame]),
  }))
  return recordingOf('timed', SOURCE.id, questions[SOURCE.id] ?? {}, {
    status: 200,
    body: { chunks },
    streams: true,
  })
}

function chunksOf({ response: { body } }: RecordedExchange) {
  return body !== undefined && 'chunks' in body ? body.chunks : []
}

describe('timing', () => {
  test('a frame is sent at the recorded time of its content', () => {
    const recorded = timed(10)
    const came = chunksOf(recorded).map(({ at }) => at)
    const times = chunksOf(transcode(recorded, QUESTION, { source: SOURCE, target: TARGET }).exchange).map(
      ({ at }) => at,
    )
    expect(times.filter((at) => !came.includes(at))).toEqual([])
    expect(new Set(times).size).toBeGreaterThan(3)
    expect(times.at(-1)).toBeCloseTo(came.at(-1) ?? 0)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  test('playing takes as long as recording did, or no time', async () => {
    const play = async (recorded: ReturnType<typeof timed>, timing: 'recorded' | 'instant') => {
      const answerer = createTranscodingAnswerer({ target: TARGET, registry })
      answerer.add(recorded, { id: 'timed', load: async () => recorded })
      const started = performance.now()
      const body = JSON.stringify({ ...questions['openai-chat'], stream: true })
      const fetch = createReplayFetch({ answerer, timing })
      await (await fetch('https://example.com/v1/chat/completions', { method: 'POST', body })).text()
      return performance.now() - started
    }
    const total = chunksOf(timed(30)).at(-1)?.at ?? 0
    expect(await play(timed(30), 'recorded')).toBeGreaterThan(total * 0.9)
    // With the recorded timing this would take days.
    await play(timed(1e8), 'instant')
  })
})

describe('one wire', () => {
  test('replays its own recording byte for byte', () => {
    const recorded = timed(1)
    const request = { ...recorded.request, body: { json: { ...questions[SOURCE.id], stream: true } } }
    expect(transcode(recorded, request, { source: SOURCE, target: SOURCE }).exchange).toBe(recorded)
  })

  test('converts a complete answer to a stream and the other way round', async () => {
    const client = sdkClients.find(({ wire }) => wire === SOURCE.id)
    const whole = await client?.ask(replayAs(SOURCE, timed(0)).fetch)
    const { response = {} } = weather
    const body = { text: JSON.stringify(response) }
    const answer = recordingOf('whole', SOURCE.id, questions[SOURCE.id] ?? {}, {
      status: 200,
      body,
      streams: false,
    })
    const told = await client?.stream(replayAs(SOURCE, answer).fetch)
    expect(whole?.message.parts).toEqual(told?.message.parts)
    expect(whole?.usage).toEqual(told?.usage)
  })
})

describe('trouble', () => {
  test('an aborted recording is interrupted, without an invented end', async () => {
    const recorded = timed(0)
    const cut = chunksOf(recorded).slice(0, -2)
    const aborted = {
      ...recorded,
      response: { ...recorded.response, body: { chunks: cut }, aborted: true as const },
    }
    const { exchange } = transcode(aborted, QUESTION, { source: SOURCE, target: TARGET })
    const text = chunksOf(exchange)
      .map((chunk) => ('text' in chunk ? chunk.text : ''))
      .join('')
    expect(text).toContain('"tool_calls"')
    expect(text).not.toContain('[DONE]')
    expect(text).not.toContain('"error"')
    expect(text).not.toMatch(/"finish_reason":"/)
    const client = sdkClients.find(({ wire }) => wire === TARGET.id)
    await expect(client?.stream(replayAs(TARGET, aborted).fetch)).rejects.toThrow()
  })

  test('a gateway’s page of HTML becomes an error of the target', async () => {
    const page = '<html><body>502 Bad Gateway</body></html>'
    const body = { text: page }
    const bad = recordingOf('bad', SOURCE.id, questions[SOURCE.id] ?? {}, {
      status: 502,
      body,
      streams: false,
    })
    for (const client of sdkClients.filter(({ wire }) => wire !== SOURCE.id)) {
      const { fetch } = replayAs(adapterOf(client.wire).adapter, bad)
      await expect(client.ask(fetch), client.sdk).rejects.toThrow(/502 Bad Gateway/)
    }
  })

  test('an answer that is only an error is refused when requested as a complete answer', async () => {
    const events = [
      'event: error',
      'data: {"type":"error","error":{"type":"overloaded_error","message":"Busy"}}',
    ]
    const body = { chunks: [{ at: 0, text: `${events.join('\n')}\n\n` }] }
    const failed = recordingOf('failed', SOURCE.id, questions[SOURCE.id] ?? {}, {
      status: 200,
      body,
      streams: true,
    })
    for (const client of sdkClients.filter(({ wire }) => wire !== SOURCE.id)) {
      const { fetch } = replayAs(adapterOf(client.wire).adapter, failed)
      await expect(client.ask(fetch), client.sdk).rejects.toThrow(/Busy/)
    }
  })
})
