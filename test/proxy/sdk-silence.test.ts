import { describe, expect, test, vi } from 'vitest'
import type { ModelResponse } from '../../src/base/model/types.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { proxied, type Sent, scripted } from '../support/proxy.js'
import { runners } from '../support/runners/index.js'
import type { Heard, JobTool, Runner } from '../support/runners/types.js'
import { answerOf, namesIn, piecesOf, streamBytes } from '../support/runners/upstream.js'

const wires = adapters.map(({ wire }) => wire)
const streaming = runners.filter(
  ({ streams, wire }) => streams && adapterOf(wire).adapter.codecs.http.keepAlive !== undefined,
)

const tool: JobTool = {
  name: 'look',
  parameters: { type: 'object', properties: { at: { type: 'string' } } },
  run: () => ({ text: 'done' }),
}

function answerTo(target: LoadedAdapter, sent: Sent, turn: number): ModelResponse {
  const [name = ''] = namesIn(target, sent)
  const calls = turn === 1 ? [{ name, rawArguments: '{"at":"здесь 🌧️"}' }] : []
  return answerOf(target.wire, turn, { thinking: `Thinking of ${turn}.`, text: `Saying ${turn}.`, calls })
}

/** Calls the checks of the proxy's readers by hand. */
function clock() {
  const waiting = new Set<() => void>()
  return {
    timer(_milliseconds: number, call: () => void) {
      waiting.add(call)
      return () => void waiting.delete(call)
    },
    pass() {
      for (const call of [...waiting]) {
        waiting.delete(call)
        call()
      }
    },
  }
}

/** Returns a body with a pause before each piece and before the end. */
function paused(pieces: readonly Uint8Array[], pause: () => Promise<void>): ReadableStream<Uint8Array> {
  const left = [...pieces]
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    await pause()
    const piece = left.shift()
    if (piece === undefined) controller.close()
    else controller.enqueue(piece)
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

/** Runs two turns of a client, and returns the answers and the bytes that it received. */
async function run(runner: Runner, to: string, isSilent: boolean) {
  const target = adapterOf(to)
  const { codecs } = target.adapter
  const { timer, pass } = clock()
  const pause = async () => {
    await turn()
    if (isSilent) pass()
    await turn()
  }
  const upstream = scripted((sent, index) => {
    const bytes = streamBytes(codecs, answerTo(target, sent, index + 1))
    const pieces = piecesOf(bytes, Math.ceil(bytes.length / 6))
    return new Response(paused(pieces, pause), {
      headers: { 'content-type': codecs.stream.framing.contentType },
    })
  })
  const { fetch } = proxied(runner.wire, to, upstream.fetch, {}, { timer })
  const received: string[] = []
  const decoder = new TextDecoder()
  const watched: typeof fetch = async (...asked) => {
    const response = await fetch(...asked)
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received.push(decoder.decode(chunk))
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(watch) ?? null, response)
  }
  const heard: Heard[] = []
  for await (const one of runner.run({ fetch: watched, tools: [tool], turns: 2 })) heard.push(one)
  return { heard, received }
}

const titled = streaming.map((runner) => [runner.title, runner] as const)

describe.each(titled)('%s', (_title, runner) => {
  const others = wires.filter((to) => to !== runner.wire || runner.leavesTurns !== true)

  test.each(someOf(others, 2, runner.title))(
    'reads the answers of a target of %s that pauses',
    async (to) => {
      const warned = vi.spyOn(console, 'warn')
      const { keepAlive = '' } = adapterOf(runner.wire).adapter.codecs.http
      const [quick, slow] = [await run(runner, to, false), await run(runner, to, true)]
      expect(quick.received).not.toContain(keepAlive)
      expect(slow.received.filter((text) => text === keepAlive).length).toBeGreaterThan(4)
      const shown = ({ heard }: typeof slow) =>
        heard.map(({ message, finish }) => [
          finish?.reason,
          message.parts.map((part) => ('text' in part ? part.text : part.type)),
        ])
      expect(shown(slow)).toEqual(shown(quick))
      expect(slow.heard).toHaveLength(2)
      expect(warned).not.toHaveBeenCalled()
    },
  )
})
