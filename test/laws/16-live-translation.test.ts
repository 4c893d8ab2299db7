import { describe } from 'vitest'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { assemble, stepResponse } from '../../src/codec/stream/assemble.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import { createAnswerSteps } from '../../src/translate/exchange/translate-answer.js'
import { createStreamTranslator } from '../../src/translate/exchange/translate-stream.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { exchangesBetween, forEachPair, holdsFor } from '../support/law.js'
import { eventsOf } from '../support/streams.js'
import { told } from '../support/told.js'
import { below, difference, seededRandom, stored } from '../support/values.js'

const textEncoder = new TextEncoder()
/**
 * Maximum chunk lengths in bytes: with small chunks many events are split, with large ones many arrive
 * together.
 */
const CHUNKINGS = [90, 2500]

function* chunksOf(text: string, longest: number): Generator<Uint8Array> {
  const bytes = textEncoder.encode(text)
  const random = seededRandom(longest)
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + below(random, longest)
    yield bytes.subarray(start, end)
    start = end
  }
}

/** Counts the received text, and the input of calls that are not free text. */
class Tally {
  /** The model that answers, named at the start. */
  model = ''
  text = 0
  input = 0
  /** True if two blocks were open at the same time; a wire with one block at a time must then wait. */
  interleaves = false
  readonly #open = new Set<string>()
  readonly #counted = new Set<string>()

  add(events: readonly StreamEvent[]): void {
    for (const event of events) this.#count(event)
  }

  #count(event: StreamEvent): void {
    if (event.type === 'response-start') this.model = event.model ?? ''
    if (event.type === 'text-delta') this.text += event.delta.length
    if (event.type === 'tool-input-delta' && this.#counted.has(event.id)) this.input += event.delta.length
    if (event.type === 'tool-input-start' && event.kind !== 'custom' && !event.providerExecuted)
      this.#counted.add(event.id)
    const block = /^(text|reasoning|tool-input)-(start|end)$/.exec(event.type)
    if (block === null || !('id' in event)) return
    const key = `${block[1]} ${event.id}`
    if (block[2] === 'end') this.#open.delete(key)
    else this.#open.add(key)
    if (this.#open.size > 1) this.interleaves = true
  }
}

function translated(stream: string, longest: number, from: LoadedAdapter, to: LoadedAdapter) {
  const source = new EventReader(from.adapter.codecs.stream, createContext(from.wire))
  const translator = createStreamTranslator(
    from.adapter,
    to.adapter,
    new EventReader(from.adapter.codecs.stream, createContext(from.wire)),
  )
  const target = new EventReader(to.adapter.codecs.stream, createContext(to.wire))
  const [came, went] = [new Tally(), new Tally()]
  const events: StreamEvent[] = []
  let held: string | undefined
  const read = (frames: readonly (string | Uint8Array)[]) => {
    const more = frames.flatMap((frame) => target.push(frame))
    went.add(more)
    events.push(...more)
  }
  for (const chunk of chunksOf(stream, longest)) {
    const frames: (string | Uint8Array)[] = []
    translator.push(chunk, frames)
    came.add(source.push(chunk))
    read(frames)
    held ??= heldBack(came, went, from, to)
  }
  const frames: (string | Uint8Array)[] = []
  translator.finish(frames)
  read(frames)
  events.push(...target.finish())
  return { response: assemble(events, to.wire), held: came.interleaves ? undefined : held }
}

/**
 * Reports content that is held back too long. The last character of a text may be held back, because on some
 * wires the last piece of an answer must contain the finish reason.
 */
function heldBack(came: Tally, went: Tally, from: LoadedAdapter, to: LoadedAdapter): string | undefined {
  if (came.interleaves) return undefined
  if (came.text - went.text > 2) return `${came.text - went.text} characters of text are held back`
  // Calls of a model that may be replaced by another one wait for the end of the answer.
  const mayBeReplaced = from.adapter.codecs.stream.replacedModels?.test(came.model) === true
  const isWhole = to.adapter.codecs.stream.wholeCalls === true
  if (isWhole || mayBeReplaced || came.input <= went.input) return undefined
  return `${came.input - went.input} characters of input are held back`
}

/**
 * Compares failed answers. A failed stream has emitted content that some complete answers cannot contain next
 * to an error.
 */
function failedDifference(whole: ModelResponse, live: ModelResponse): string | undefined {
  const runnable = live.message.parts.filter(
    (part) => part.type === 'tool-call' && part.withheld === undefined,
  )
  if (runnable.some((part) => part.type === 'tool-call' && !part.providerExecuted)) return 'a call may run'
  return whole.error && difference(whole.error.message, live.error?.message)
}

describe('law 16: a live stream is translated as it arrives, and has the content of the complete answer', () => {
  forEachPair('of every recording, in chunks of any size', ['encoder'], (from, to) => {
    holdsFor(exchangesBetween(from, to), ({ stream }) => {
      if (stream === undefined) return undefined
      const all = eventsOf(from.adapter, [stream])
      const source = assemble(all, from.wire)
      const stepped = stepResponse(source, createAnswerSteps(from.adapter.codecs, to.adapter.codecs))
      const encoded = to.adapter.encodeResponse(stepped)
      const whole = to.adapter.decodeResponse(stored(encoded.value)).value
      // If a complete answer cannot contain an error next to its content, a notice is reported.
      const isLeftOut = encoded.notices.some(({ path }) => path === '/error')
      const restarts = all.some(({ type }) => type === 'restart')
      return CHUNKINGS.flatMap((longest) => {
        const { response, held } = translated(stream, longest, from, to)
        const problem =
          response.error === undefined
            ? difference(told(whole, source), told(response, source))
            : failedDifference(isLeftOut ? source : whole, response)
        return [restarts ? [] : (problem ?? []), held ?? []].flat()
      })
    })
  })
})
