import { describe, expect } from 'vitest'
import { aiSdkUi } from '../../adapters/ai-sdk/index.js'
import type { Part } from '../../src/base/model/types.js'
import { memoryStreams, readUiMessages, resumeResponse, toResponse } from '../../src/chat/serve/index.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { forEachAdapter, someExchangesOf } from '../support/law.js'
import { eventsOf } from '../support/streams.js'
import { below, difference, seededRandom } from '../support/values.js'
import { given, readUi } from './readers.js'

const told = (failure: { readonly type: string }) => failure.type

/** Returns a part with the facts that the reader can know. */
function comparable(part: Part): unknown {
  if (part.type === 'opaque') return part
  if (part.type === 'tool-result' && part.output.type.startsWith('error')) return part.callId
  // Usable arguments arrive as a value.
  const isText = part.type === 'tool-call' && part.status === 'complete' && part.kind !== 'custom'
  // UI messages have no field for the reason why a call did not run.
  return withoutOwn({ ...part, withheld: undefined, ...(isText && { rawArguments: undefined }) })
}

/** Removes data that only the UI format keeps, and null values. */
function withoutOwn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwn)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).flatMap(([key, member]) => {
    const inner = withoutOwn(member)
    const isEmpty = key === 'providerMetadata' && JSON.stringify(inner) === '{}'
    return key === 'ai-sdk' || isEmpty || inner === null ? [] : [[key, inner]]
  })
  return Object.fromEntries(members)
}

/** Moves results next to their calls, as in a UI message. */
function inOrder(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap((part) => {
    if (part.type === 'tool-call')
      return [part, ...parts.filter((other) => other.type === 'tool-result' && other.callId === part.id)]
    const isTold =
      part.type === 'tool-result' &&
      parts.some((other) => other.type === 'tool-call' && other.id === part.callId)
    return isTold || isStepMark(part) ? [] : [part]
  })
}

function isStepMark(part: Part): boolean {
  return part.type === 'opaque' && JSON.stringify(part.value) === '{"type":"step-start"}'
}

describe('a served answer is assembled by the reader of the AI SDK', () => {
  forEachAdapter('recorded streams', ['stream', 'http'], async ({ wire, adapter }) => {
    const problems: string[] = []
    for (const { id, stream } of someExchangesOf(wire)) {
      if (stream === undefined) continue
      const events = eventsOf(adapter, [stream])
      const response = toResponse(given(events), { as: 'ui', metadata: true, usage: true, onError: told })
      const { message, errors } = await readUi(response)
      const expected = assemble(events, wire)
      const isFailed = expected.error !== undefined
      if (isFailed !== errors.length > 0) problems.push(`${id}: errors ${errors.join()}`)
      const read = message === undefined ? [] : aiSdkUi.decodeMessages([message]).value
      const parts = (list: readonly Part[]) => inOrder(list).map(comparable)
      const wrong = difference(parts(expected.message.parts), parts(read.flatMap((one) => one.parts)))
      if (wrong !== undefined) problems.push(`${id}: ${wrong}`)
    }
    expect(problems.slice(0, 5)).toEqual([])
  })

  forEachAdapter('signed, and posted again', ['stream', 'http'], async ({ wire, adapter }) => {
    const problems: string[] = []
    for (const { id, stream } of someExchangesOf(wire)) {
      if (stream === undefined) continue
      const events = eventsOf(adapter, [stream])
      const secret = 'of this test'
      const response = toResponse(given(events), { as: 'ui', metadata: true, id, secret, onError: told })
      const { message } = await readUi(response)
      if (message === undefined) continue
      const body = JSON.parse(JSON.stringify({ id, messages: [message] }))
      const read = await readUiMessages(body, { secret }).catch((error: unknown) => String(error))
      if (typeof read === 'string') {
        problems.push(`${id}: ${read}`)
        continue
      }
      const [own] = read.messages
      // The message also has results for interrupted calls.
      const wrong = difference(
        inOrder(assemble(events, wire).message.parts).map(comparable),
        inOrder(own?.parts ?? []).map(comparable),
      )
      if (wrong !== undefined) problems.push(`${id}: ${wrong}`)
    }
    expect(problems.slice(0, 5)).toEqual([])
  })

  forEachAdapter(
    'kept, and read by one who drops anywhere',
    ['stream', 'http'],
    async ({ wire, adapter }) => {
      const random = seededRandom(7)
      const problems: string[] = []
      for (const { id, stream } of someExchangesOf(wire)) {
        if (stream === undefined) continue
        const events = eventsOf(adapter, [stream])
        for (const as of ['ui', 'ag-ui'] as const) {
          const options = { as, id, runId: 'r', metadata: true, onError: told }
          const whole = await toResponse(given(events), options).text()
          const store = memoryStreams()
          const response = toResponse(given(events), { ...options, store })
          const read = await readDropping(response, random, (lastEventId) =>
            resumeResponse({ store, id, as, lastEventId }),
          )
          if (read !== whole) problems.push(`${id}: ${as}: ${read.length} of ${whole.length} characters`)
        }
      }
      expect(problems.slice(0, 5)).toEqual([])
    },
  )
})

const MOST_ROUNDS = 2000

/** Keeps the complete frames before a cut at any byte, and resumes with the id of the last one. */
async function readDropping(
  first: Response,
  random: () => number,
  again: (lastEventId: string) => Promise<Response>,
): Promise<string> {
  let frames = ''
  let lastEventId = 'none'
  let response = first
  // The limit ends a stream that is repeated again and again.
  for (let rounds = 0; response.status === 200 && rounds < MOST_ROUNDS; rounds += 1) {
    const bytes = await bytesBeforeCut(response, 1 + below(random, 5000))
    const text = new TextDecoder().decode(bytes)
    const taken = text.slice(0, text.lastIndexOf('\n\n') + 2).replace(/^\n$/, '')
    frames += taken
    lastEventId = [...taken.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? lastEventId
    response = await again(lastEventId)
  }
  return frames.replaceAll(/^id: .*\n/gm, '')
}

async function bytesBeforeCut({ body }: Response, count: number): Promise<Uint8Array> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  for (let length = 0; length < count; ) {
    const { value, done = true } = (await reader?.read()) ?? {}
    if (done || value === undefined) return Buffer.concat(chunks)
    chunks.push(value)
    length += value.length
  }
  await reader?.cancel()
  // At least one frame is read, so that the test makes progress.
  return Buffer.concat(chunks).subarray(0, Math.max(count, chunks[0]?.length ?? 0))
}
