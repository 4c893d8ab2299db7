// The contenders of each benchmark. The first one of each set is the floor (see floor.mjs).
import { isDeepStrictEqual } from 'node:util'
import { createContext } from '../build/src/base/model/context.js'
import { createPartialCalls } from '../build/src/codec/stream/partial-arguments.js'
import { EventReader } from '../build/src/codec/stream/stream-reader.js'
import { translateStream } from '../build/src/index.js'
import { readChunks, readResponse } from './floor.mjs'
import { bytesCutAnywhere, bytesOf, bytesOfWholeEvents, bytesPerEvent, callsOf } from './inputs.mjs'

/** The official helpers parse all text so far again at each delta. Longer runs than this are skipped. */
const LONGEST_SDK_RUN_MS = 5_000

export function streamInput(template, wanted) {
  const { count, size, delta, perEvent, wholeEvents, cutAnywhere } = wanted
  const calls = callsOf(count, size, delta, cutAnywhere)
  const frames = Array.from(template.events(calls), template.frame)
  if (template.end !== undefined) frames.push(template.end)
  const characters = frames.reduce((sum, { length }) => sum + length, 0)
  const isFetched = perEvent || wholeEvents || cutAnywhere
  return { calls, chunks: chunksOf(frames, wanted), isFetched, isWhole: perEvent || wholeEvents, characters }
}

function chunksOf(frames, { perEvent, wholeEvents, cutAnywhere, chunkSize }) {
  if (perEvent) return bytesPerEvent(frames)
  if (wholeEvents) return bytesOfWholeEvents(frames)
  return cutAnywhere ? bytesCutAnywhere(frames) : bytesOf(frames, chunkSize)
}

/**
 * Creates the contenders that decode a stream.
 * @throws if the contenders find different arguments.
 */
export async function streamContenders(adapter, template, { calls, chunks, isFetched, isWhole }, withSdk) {
  const source = () => (isFetched ? responseOf(chunks) : chunks)
  const contenders = {
    floor: () => (isFetched ? readResponse(source(), template) : readChunks(chunks, template)),
    core: () => readCore(adapter, isFetched ? source().body : chunks),
    stream: () => readEvents(adapter, source()),
    partial: () => readPartial(adapter, source()),
  }
  // The rival loses data if chunks split an event.
  if (template.rival && isWhole) contenders.rival = () => template.rival(source().body)
  const expected = calls.map(({ text }) => JSON.parse(text))
  for (const [name, run] of Object.entries(contenders)) {
    if (!isDeepStrictEqual(await run(), expected))
      throw new Error(`${adapter.id}: ${name} gave other arguments`)
  }
  if (withSdk) {
    const sdk = () => template.sdkHelper(() => responseOf(chunks))
    const start = performance.now()
    await sdk()
    if (performance.now() - start < LONGEST_SDK_RUN_MS) contenders.sdk = sdk
  }
  return contenders
}

/** Uses the synchronous core, like a program that reads the chunks itself. */
function readCore(adapter, chunks) {
  const reader = new EventReader(adapter.codecs.stream, createContext(adapter.id))
  const found = []
  const take = (events) => {
    for (const event of events) if (event.type === 'tool-call') found.push(event.call.arguments)
  }
  const finish = () => {
    take(reader.finish())
    return found
  }
  if (!Array.isArray(chunks)) return readCoreFrom(chunks, (chunk) => take(reader.push(chunk)), finish)
  for (const chunk of chunks) take(reader.push(chunk))
  return finish()
}

async function readCoreFrom(body, push, finish) {
  for await (const chunk of body) push(chunk)
  return finish()
}

/** Reads a stream with the public API. */
async function readEvents(adapter, source) {
  const found = []
  for await (const event of adapter.stream(source))
    if (event.type === 'tool-call') found.push(event.call.arguments)
  return found
}

/** Reads a stream with the public API, with the partial arguments after every delta. */
async function readPartial(adapter, source) {
  const calls = createPartialCalls()
  const found = []
  for await (const event of adapter.stream(source)) {
    const call = calls.push(event)
    if (event.type === 'tool-input-delta' && call.arguments === null) throw new Error('no arguments')
    if (event.type === 'tool-call') found.push(event.call.arguments)
  }
  return found
}

function responseOf(chunks) {
  const rest = chunks.values()
  const body = new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Creates the contenders. The floor reads the stream. The others translate it, each to another wire. */
export function translationContenders(adapter, targets, template, { chunks }) {
  const translations = targets.map((to) => [to.id, () => translateAll(chunks, adapter, to)])
  return { floor: () => readChunks(chunks, template), ...Object.fromEntries(translations) }
}

async function translateAll(chunks, from, to) {
  let length = 0
  for await (const frame of translateStream(chunks, { from, to })) length += frame.length
  return length
}

/**
 * If arguments are text inside the body, the floor parses that text too, because programs need the parsed
 * value.
 */
export function wholeContenders(adapter, template, texts) {
  return {
    floor() {
      for (const text of texts) {
        const body = JSON.parse(text)
        for (const json of template.argumentTexts?.(body) ?? []) parseArguments(json)
      }
    },
    body() {
      for (const text of texts) JSON.parse(text)
    },
    decode() {
      for (const text of texts) adapter.decodeResponse(text)
    },
    toolCalls() {
      for (const text of texts) adapter.toolCalls(text)
    },
  }
}

function parseArguments(json) {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
