import { describe, expect, test } from 'vitest'
import { concatenate } from '../../src/base/http/recorded-body.js'
import { createContext } from '../../src/base/model/context.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { createFrameWriter } from '../../src/codec/stream/frame-writer.js'
import { stateStatus } from '../../src/codec/wire/error-table.js'
import { refusalBody } from '../../src/translate/exchange/translate-answer.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { chunked, proxied, type Sent, scripted } from '../support/proxy.js'
import { runners } from '../support/runners/index.js'
import type { Heard, JobTool, Runner } from '../support/runners/types.js'
import { answerOf, namesIn, piecesOf, served, streamBytes } from '../support/runners/upstream.js'
import { eventsOf } from '../support/streams.js'

const wires = adapters.map(({ wire }) => wire)

function toolsOf(ran: string[]): JobTool[] {
  return ['look', 'ping'].map((name) => ({
    name,
    parameters: { type: 'object', properties: { at: { type: 'string' } } },
    run(input) {
      ran.push(`${name} ${JSON.stringify(input)}`)
      return { text: 'done' }
    },
  }))
}

/** Calls both tools, then one tool, then ends. */
function answerTo(target: LoadedAdapter, sent: Sent, turn: number): ModelResponse {
  const [look = '', ping = ''] = namesIn(target, sent)
  const calls = [
    { name: look, rawArguments: '{"at":"здесь 🌧️"}' },
    { name: ping, rawArguments: '{}' },
  ]
  return answerOf(target.wire, turn, {
    thinking: `Thinking of ${turn}.`,
    text: `Saying ${turn}, and some more.`,
    calls: turn === 1 ? calls : turn === 2 ? calls.slice(0, 1) : [],
  })
}

const FAILURE = 'The engine has stalled.'

/** Faults of a stream after more than half of it. */
const FAULTS: Readonly<
  Record<string, (target: LoadedAdapter, answer: ModelResponse) => (Uint8Array | Error)[]>
> = {
  'the connection breaks': (target, answer) => [...half(target, answer), new Error('connection reset')],
  'it just ends': (target, answer) => half(target, answer),
  'the server tells of an error': (target, answer) => toldHalf(target, answer),
}

function half({ adapter }: LoadedAdapter, answer: ModelResponse): Uint8Array[] {
  const bytes = streamBytes(adapter.codecs, answer)
  return piecesOf(bytes.slice(0, Math.ceil(bytes.length * 0.6)), 11)
}

/** Returns half of the events, followed by an error in the wire's form. */
function toldHalf({ adapter }: LoadedAdapter, answer: ModelResponse): Uint8Array[] {
  const { codecs } = adapter
  const events = eventsOf(adapter, [streamBytes(codecs, answer)])
  const writer = createFrameWriter(codecs, createContext(codecs.id))
  const { error } = stateStatus(FAILURE, 529, codecs.http.errors)
  const frames = [
    ...events.slice(0, Math.ceil(events.length / 2)).flatMap((event) => [...writer.push(event)]),
    ...writer.push({ type: 'error', error }),
    ...writer.push({ type: 'finish', finish: { reason: 'error' } }),
    ...writer.finish(),
  ]
  const encoder = new TextEncoder()
  return piecesOf(concatenate(frames.map((one) => (typeof one === 'string' ? encoder.encode(one) : one))), 11)
}

/** Returns the answers that the SDK treated as complete, and the error that it threw. */
async function outcome(heard: AsyncIterable<Heard>): Promise<{ list: Heard[]; thrown: unknown }> {
  const list: Heard[] = []
  try {
    for await (const one of heard) list.push(one)
  } catch (thrown) {
    return { list, thrown }
  }
  return { list, thrown: undefined }
}

const streaming = runners.filter(({ streams }) => streams)
/** Returns the other wires. A server of the client's own wire would store the turns itself. */
function othersThan({ wire, leavesTurns }: Runner): string[] {
  return wires.filter((to) => to !== wire || leavesTurns !== true)
}

const titled = (list: readonly Runner[]) => list.map((runner) => [runner.title, runner] as const)

describe.each(titled(streaming))('an answer that goes wrong in the middle, to %s', (_title, runner) => {
  const others = othersThan(runner)
  const cases = others.flatMap((to) => Object.keys(FAULTS).map((fault) => [to, fault] as const))

  test.each(someOf(cases, 2, runner.title))('over %s: %s', async (to, fault) => {
    const target = adapterOf(to)
    const { framing } = target.adapter.codecs.stream
    const ran: string[] = []
    const upstream = scripted((sent, index) => {
      const answer = answerTo(target, sent, index + 1)
      if (index === 0) return served(target.adapter, answer, sent, 11)
      return chunked(FAULTS[fault]?.(target, answer) ?? [], { 'content-type': framing.contentType })
    })
    const { fetch, told } = proxied(runner.wire, to, upstream.fetch)
    const { list, thrown } = await outcome(runner.run({ fetch, tools: toolsOf(ran), turns: 3 }))
    // If the wire reports failures inside answers, the SDK returns the failed answer.
    if (thrown === undefined) expect(list.splice(1).map(({ finish }) => finish?.reason)).toEqual(['error'])
    else expect([thrown, runner.isOwnError(thrown)]).toEqual([thrown, true])
    expect(list.map(({ finish }) => finish?.reason ?? 'tool-calls')).toEqual(list.map(() => 'tool-calls'))
    expect(list.length).toBeLessThanOrEqual(1)
    expect(ran.length).toBeLessThanOrEqual(3)
    const answered = told.filter(({ targetModel }) => targetModel !== undefined)
    expect(answered.slice(1).filter(({ error }) => error === undefined)).toEqual([])
  })
})

describe.each(titled(streaming))('%s', (_title, runner) => {
  test.each(someOf(othersThan(runner), 1, runner.title))(
    'lets go of an answer of %s in its middle',
    async (to) => {
      const target = adapterOf(to)
      const { framing } = target.adapter.codecs.stream
      const abort = new AbortController()
      const ran: string[] = []
      const seen: boolean[] = []
      const upstream = scripted((sent) => {
        const pieces = half(target, answerTo(target, sent, 1))
        const body = new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              const piece = pieces.shift()
              if (piece !== undefined) return controller.enqueue(piece)
              abort.abort()
              return new Promise(() => undefined)
            },
            cancel: () => void seen.push(true),
          },
          { highWaterMark: 0 },
        )
        return new Response(body, { headers: { 'content-type': framing.contentType } })
      })
      const { fetch, told } = proxied(runner.wire, to, upstream.fetch)
      const tools = toolsOf(ran)
      const { list, thrown } = await outcome(runner.run({ fetch, tools, turns: 3, signal: abort.signal }))
      expect(thrown).toBeDefined()
      expect(list).toEqual([])
      expect(upstream.sent).toHaveLength(1)
      expect(seen).toEqual([true])
      expect(told.at(-1)).toMatchObject({ aborted: true })
      // Tools that start early may already be running.
      expect(ran.length).toBeLessThanOrEqual(1)
    },
  )
})

describe.each(titled(runners.filter(({ retries }) => retries !== false)))('%s', (_title, runner) => {
  test('asks again by itself when a server has too much to do, and no tool runs twice', async () => {
    const others = someOf(othersThan(runner), 1)
    await Promise.all(others.map((to) => withRefusals(runner, adapterOf(to))))
  })
})

/** Runs a job whose second and third requests are refused at first. */
async function withRefusals(runner: Runner, target: LoadedAdapter): Promise<void> {
  const { adapter, wire } = target
  const ran: string[] = []
  const refused: number[] = []
  let turn = 0
  const upstream = scripted((sent, index) => {
    const status = [0, 429, 0, 503][index] ?? 0
    if (status === 0) {
      turn += 1
      return served(adapter, answerTo(target, sent, turn), sent, 50)
    }
    refused.push(status)
    const headers = { 'retry-after': '0', 'retry-after-ms': '1' }
    return Response.json(refusalBody(status, 'Later.', adapter), { status, headers })
  })
  const { fetch } = proxied(runner.wire, wire, upstream.fetch)
  const { list, thrown } = await outcome(runner.run({ fetch, tools: toolsOf(ran), turns: 3, retries: 2 }))
  expect([wire, thrown]).toEqual([wire, undefined])
  expect(refused).toEqual([429, 503])
  expect(list.map(({ message }) => message.parts.filter(({ type }) => type === 'tool-call').length)).toEqual([
    2, 1, 0,
  ])
  expect(ran).toHaveLength(3)
  expect(
    upstream.sent.map(({ text }) => text).filter((text, index, all) => text === all[index - 1]),
  ).toHaveLength(2)
}
