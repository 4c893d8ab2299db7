import type { Notice } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import type { Registry } from '../adapter/registry.js'
import { encodeConversation } from '../adapter/translate.js'
import { AdapterError } from '../json/errors.js'
import type { Conversation } from '../model/types.js'
import { normalizeEssence } from './essence.js'
import type { RecordedExchange, RecordedRequest } from './exchange.js'
import { type Noise, normalizeRequest, pathOf } from './match.js'
import { type Comparison, type Matching, type Miss, type Recording, Recordings } from './recordings.js'
import type { Answerer } from './replay.js'
import { serveExchange } from './serve.js'
import { adapterOf, decodeAnswer, decodeRequest, transcode } from './transcode.js'

/** Recordings that answer requests. They are put in as they are read. */
export interface FillableAnswerer extends Answerer {
  add(exchange: RecordedExchange, recording: Recording): void
}

export interface AnswerOptions {
  readonly noise?: Noise
  readonly matching?: Matching
}

/** Answers with the recorded bytes. */
export function createExactAnswerer({ noise, matching }: AnswerOptions = {}): FillableAnswerer {
  const received = (request: RecordedRequest) => normalizeRequest(request, noise)
  const recordings = new Recordings(
    { received, recorded: ({ request }) => ({ normal: received(request) }) },
    matching,
  )
  return {
    add: (exchange, recording) => recordings.add(exchange, recording),
    async answer(request, { timing, faults }) {
      const lookup = await recordings.find(request)
      if ('miss' in lookup) return lookup
      return { response: await serveExchange(await lookup.found.load(), timing, faults) }
    },
  }
}

export interface TranscodingOptions extends AnswerOptions {
  /** The wire that clients speak. */
  readonly target: Adapter
  /** The wires that recordings may be of. */
  readonly registry: Registry
  /** What the target cannot carry of an answer. */
  readonly onNotices?: (id: string, notices: readonly Notice[]) => void
  /** Recordings that no adapter can read; they are passed over. */
  readonly onUnreadable?: (id: string, error: AdapterError) => void
}

/**
 * Answers as the target's provider would have: a request is decoded and found by what its conversation says, and the
 * recorded answer is encoded for the target.
 */
export function createTranscodingAnswerer(options: TranscodingOptions): FillableAnswerer {
  const { target, registry, noise } = options
  const comparison: Comparison = {
    recorded(exchange) {
      const conversation = decodeRequest(exchange.request, adapterOf(exchange, registry))
      return {
        normal: normalizeEssence(conversation, noise),
        translated() {
          const translated = translateConversation(conversation, exchange.wire, target)
          return translated && normalizeEssence(translated, noise)
        },
      }
    },
    received: (request) => normalizeEssence(decodeRequest(request, target), noise),
  }
  const recordings = new Recordings(comparison, options.matching)
  return {
    add(exchange, recording) {
      try {
        expectGenerated(exchange, adapterOf(exchange, registry))
        recordings.add(exchange, recording)
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error
        options.onUnreadable?.(exchange.id, error)
      }
    },
    async answer(request, { timing, faults }) {
      if (!isReadable(request, target)) return { miss: foreignRequest(request, target) }
      const lookup = await recordings.find(request)
      if ('miss' in lookup) return lookup
      const recorded = await lookup.found.load()
      const { exchange, notices } = transcode(recorded, request, adapterOf(recorded, registry), target)
      options.onNotices?.(recorded.id, notices)
      return { response: await serveExchange(exchange, timing, faults) }
    },
  }
}

/**
 * The conversation as the target tells it when it is translated there: what another provider ran becomes text, media
 * move. Undefined when it cannot be written for the target.
 */
function translateConversation(
  conversation: Conversation,
  from: string | undefined,
  target: Adapter,
): Conversation | undefined {
  if (from === target.id) return undefined
  try {
    const { value } = encodeConversation(conversation, { to: target, from })
    return target.decodeRequest(value).value
  } catch (error) {
    if (error instanceof AdapterError) return undefined
    throw error
  }
}

/**
 * Token counts and the like ask the same and must not answer for a model. Gateways have paths of their own, so those are
 * told by what they answer.
 */
function expectGenerated(exchange: RecordedExchange, adapter: Adapter): void {
  if (!adapter.codecs.http.path.test(pathOf(exchange.request.url))) decodeAnswer(exchange, adapter)
}

function isReadable(request: RecordedRequest, target: Adapter): boolean {
  if (!target.codecs.http.path.test(pathOf(request.url))) return false
  try {
    decodeRequest(request, target)
    return true
  } catch (error) {
    if (error instanceof AdapterError) return false
    throw error
  }
}

/** Only requests that generate can be answered in another wire's stead. */
function foreignRequest(request: RecordedRequest, { codecs }: Adapter): Miss {
  return {
    request: normalizeRequest(request),
    recordedTargets: [`requests like POST ${pathOf(codecs.http.pathFor(undefined, false))}`],
  }
}
