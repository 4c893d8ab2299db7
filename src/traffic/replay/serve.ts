import { bodyBytes, chunkBytes, chunksIn } from '../../base/http/recorded-body.js'
import type { RecordedExchange, RecordedResponse } from '../../base/http/recorded-exchange.js'
import { sleep } from '../../base/http/timer.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { asChecked, asJson, at, expectArray, objectIn } from '../../base/json/read-json.js'
import { expectGiven, expectList, expectWord } from '../../base/model/expect.js'

/**
 * The playback speed: `instant`, `recorded`, or a factor on the recorded times (0.1 is ten times as fast).
 */
export type Timing = 'instant' | 'recorded' | number

/** A simulated fault, for testing the error handling of a client. */
export type Fault =
  /** The connection breaks after this number of bytes of the body. A shorter body stays complete. */
  | { readonly type: 'cut'; readonly bytes: number }
  /** Milliseconds before the response begins. */
  | { readonly type: 'delay'; readonly milliseconds: number }
  /** An error answer in place of the recorded answer, e.g. 429 or 529. */
  | {
      readonly type: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** The n-th frame (from 0) of a stream is invalid JSON. */
  | { readonly type: 'malformed-frame'; readonly frame: number }
  /** The n-th frame (from 0) of a stream is sent twice. */
  | { readonly type: 'duplicated-frame'; readonly frame: number }

/** The members of each fault that have to be numbers. */
const FAULTS: Readonly<Record<Fault['type'], string>> = {
  cut: 'bytes',
  delay: 'milliseconds',
  status: 'status',
  'malformed-frame': 'frame',
  'duplicated-frame': 'frame',
}

/**
 * Checks simulated faults.
 * @throws AdapterError for a value that is not a list of faults.
 */
export function expectFaults(faults: unknown, path: string): void {
  if (faults === undefined) return
  const usage = "faults: [{ type: 'status', status: 429 }]"
  expectList(faults, ['faults are a list', usage], path)
  for (const [index, fault] of expectArray(asJson(faults), path).entries()) {
    const place = at(path, index)
    expectGiven(fault, ['a fault is an object', usage], place)
    const { type, ...members } = objectIn(fault)
    expectWord(type ?? null, Object.keys(FAULTS), `${place}/type`)
    const name = FAULTS[asChecked<Fault['type']>(type)]
    if (typeof members[name] !== 'number')
      throw new AdapterError(
        'wrong-type',
        `${place}/${name}`,
        `a fault of type ${type} needs a number: { type: '${type}', ${name}: … }`,
      )
  }
}

interface TimedBytes {
  readonly at: number
  readonly bytes: Uint8Array
}

/**
 * Returns a Response with the recorded status, headers and bytes. An aborted recording is interrupted at the
 * same byte.
 */
export async function serveExchange(
  exchange: RecordedExchange,
  timing: Timing = 'instant',
  faults: readonly Fault[] = [],
): Promise<Response> {
  const refusal = await refusedBy(faults)
  if (refusal !== undefined) return refusal
  for (const fault of faults) if (fault.type === 'delay') await sleep(fault.milliseconds)
  const { response } = exchange
  const pieces = faults.reduce(applyFault, recordedPieces(response))
  const cut = cutWithin(faults, lengthOf(pieces))
  const breaks = response.aborted === true || cut !== undefined
  const limited = cut === undefined ? pieces : cutAfter(pieces, cut.bytes)
  const scale = timing === 'instant' ? 0 : timing === 'recorded' ? 1 : timing
  const hasBody = response.body !== undefined || breaks
  return new Response(hasBody ? playback(limited, scale, breaks) : null, {
    status: response.status,
    headers: { ...response.headers },
  })
}

/** Returns the simulated refusal after the simulated delays. A refusal does not use up a recording. */
export async function refusedBy(faults: readonly Fault[]): Promise<Response | undefined> {
  const position = faults.findIndex((fault) => fault.type === 'status')
  const refusal = faults[position]
  if (refusal?.type !== 'status') return undefined
  for (const fault of faults.slice(0, position)) if (fault.type === 'delay') await sleep(fault.milliseconds)
  return new Response(refusal.body ?? errorBody(refusal.status), statusInit(refusal))
}

function statusInit(fault: Extract<Fault, { type: 'status' }>): ResponseInit {
  return { status: fault.status, headers: { 'content-type': 'application/json', ...fault.headers } }
}

function errorBody(status: number): string {
  return JSON.stringify({
    error: { type: 'injected_fault', message: `simulated status ${status}`, code: status },
  })
}

function recordedPieces(response: RecordedResponse): TimedBytes[] {
  if (response.body === undefined) return []
  const chunks = chunksIn(response.body)
  if (chunks === undefined) return [{ at: 0, bytes: bodyBytes(response.body) }]
  return chunks.map((chunk) => ({ at: chunk.at, bytes: chunkBytes(chunk) }))
}

/**
 * Applies a fault. Frame faults apply to the events of a text stream, so its chunks are first split into
 * events.
 */
function applyFault(pieces: TimedBytes[], fault: Fault): TimedBytes[] {
  if (fault.type !== 'malformed-frame' && fault.type !== 'duplicated-frame') return pieces
  const frames = framesOf(pieces)
  const frame = frames[fault.frame]
  if (frame === undefined) return pieces
  const changed = fault.type === 'duplicated-frame' ? [frame, frame] : [malform(frame)]
  return frames.toSpliced(fault.frame, 1, ...changed)
}

const BLANK_LINE = /\r?\n\r?\n/

/**
 * Splits a stream into frames. An event ends with a blank line. In a stream without blank lines, each line is
 * an event.
 */
function framesOf(pieces: readonly TimedBytes[]): TimedBytes[] {
  const decoder = new TextDecoder()
  const texts = pieces.map(({ at, bytes }) => ({ at, text: decoder.decode(bytes, { stream: true }) }))
  const frameEnd = BLANK_LINE.test(texts.map(({ text }) => text).join('')) ? BLANK_LINE : /\n/
  const frames: TimedBytes[] = []
  const add = (at: number, text: string) => frames.push({ at, bytes: new TextEncoder().encode(text) })
  let pending = ''
  for (const { at, text } of texts) {
    pending += text
    for (let end = frameEnd.exec(pending); end !== null; end = frameEnd.exec(pending)) {
      const next = end.index + end[0].length
      add(at, pending.slice(0, next))
      pending = pending.slice(next)
    }
  }
  if (pending !== '') add(texts.at(-1)?.at ?? 0, pending)
  return frames
}

function malform(frame: TimedBytes): TimedBytes {
  const text = new TextDecoder().decode(frame.bytes)
  return { at: frame.at, bytes: new TextEncoder().encode(text.replace(/[}\]](\s*)$/, '$1')) }
}

function cutWithin(faults: readonly Fault[], length: number): Extract<Fault, { type: 'cut' }> | undefined {
  const cut = faults.find((fault) => fault.type === 'cut')
  return cut !== undefined && cut.bytes <= length ? cut : undefined
}

function lengthOf(pieces: readonly TimedBytes[]): number {
  return pieces.reduce((length, { bytes }) => length + bytes.length, 0)
}

function cutAfter(pieces: readonly TimedBytes[], limit: number): TimedBytes[] {
  const kept: TimedBytes[] = []
  let left = limit
  for (const { at, bytes } of pieces) {
    if (left <= 0) break
    kept.push({ at, bytes: bytes.subarray(0, left) })
    left -= bytes.length
  }
  return kept
}

function playback(pieces: readonly TimedBytes[], scale: number, breaks: boolean): ReadableStream<Uint8Array> {
  const started = performance.now()
  const waiting = new AbortController()
  let next = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces[next]
      next += 1
      if (piece === undefined) {
        if (breaks) controller.error(new TypeError('terminated: the recorded stream was cut off here'))
        else controller.close()
        return
      }
      const wait = piece.at * scale - (performance.now() - started)
      if (wait > 0) await sleep(wait, waiting.signal)
      if (!waiting.signal.aborted) controller.enqueue(piece.bytes)
    },
    cancel: () => waiting.abort(),
  })
}
