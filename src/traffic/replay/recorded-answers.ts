import { bodyJson, bodyText, chunkBytes, chunksIn } from '../../base/http/recorded-body.js'
import type { RecordedExchange, RecordedRequest } from '../../base/http/recorded-exchange.js'
import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import { parseJson } from '../../base/json/parse.js'
import { objectOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import type { Conversation, Message } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { framedFor } from '../../codec/wire/define-adapter.js'
import type { Exchange, Registry } from '../../translate/exchange/registry.js'
import {
  type EncodeConversationOptions,
  encodeConversation,
} from '../../translate/exchange/translate-conversation.js'
import { normalizeEssence } from './comparison-key.js'
import { type Noise, type NormalRequest, normalizeRequest, pathOf } from './match.js'
import { withoutMedia } from './media-variants.js'
import { type Comparison, type Matching, type Miss, type Recording, Recordings } from './recordings.js'
import { type Fault, serveExchange, type Timing } from './serve.js'
import { decodeRecorded, decodeRequest, transcode } from './transcode.js'

/** How an answer is to be played. */
export interface Playback {
  /** How fast. Default: `instant`. */
  readonly timing?: Timing | undefined
  /** What is to go wrong. Default: nothing. */
  readonly faults?: readonly Fault[] | undefined
}

/** Finds and plays the answer to a request: from exact recordings, or from those of another wire. */
export interface Answerer {
  answer(
    request: RecordedRequest,
    playback: Playback,
  ): Promise<{ readonly response: Response; readonly id: string } | { readonly miss: Miss }>
}

/** Recordings that answer requests. They are put in as they are read. */
export interface FillableAnswerer extends Answerer {
  /** Whether it can answer now; what cannot be read is passed over. */
  add(exchange: RecordedExchange, recording: Recording): boolean
}

/** How requests are matched with recordings. */
export interface MatchingOptions {
  /** Differences to ignore. Default: UUIDs, dates and ids. */
  readonly noise?: Noise | undefined
  /** Which recording answers. Default: `exact`. */
  readonly matching?: Matching | undefined
}

/** Answers with the recorded bytes. */
export function createExactAnswerer({ noise, matching }: MatchingOptions = {}): FillableAnswerer {
  const received = (request: RecordedRequest) => normalizeRequest(request, noise)
  const recordings = new Recordings(
    { received, recorded: ({ request }) => ({ normal: received(request) }) },
    matching,
  )
  return {
    add(exchange, recording) {
      recordings.add(exchange, recording)
      return true
    },
    async answer(request, { timing, faults }) {
      const lookup = await recordings.find(request)
      if ('miss' in lookup) return { miss: { ...lookup.miss, ...unreadableJson(request) } }
      const { id } = lookup.found
      return { id, response: await serveExchange(await lookup.found.load(), timing, faults) }
    },
  }
}

export interface TranscodingOptions extends MatchingOptions {
  /** The wire that clients speak. */
  readonly target: Adapter
  /** The wires that recordings may be of. */
  readonly registry: Registry
  /** Called with the notices of an answer. */
  readonly onNotices?: ((id: string, notices: readonly Notice[]) => void) | undefined
  /** Called for recordings that no adapter can read; they are skipped. */
  readonly onUnreadable?: ((id: string, error: AdapterError) => void) | undefined
}

/**
 * Answers as the target's provider would have: a request is decoded and found by what its conversation says, and the
 * recorded answer is encoded for the target.
 */
export function createTranscodingAnswerer(options: TranscodingOptions): FillableAnswerer {
  const { target, registry, noise } = options
  const sources = new Map<string, Adapter>()
  const comparison: Comparison = {
    recorded(exchange) {
      const source = adapterOf(exchange, registry)
      const conversation = decodeRequest(exchange.request, source)
      return {
        normal: normalizeEssence(conversation, noise),
        translated: () => translatedForms(conversation, source, target, noise),
      }
    },
    received: (request) => normalizeEssence(decodeRequest(request, target), noise),
    *translated(request) {
      const conversation = decodeRequest(request, target)
      for (const source of sources.values()) yield* translatedForms(conversation, target, source, noise)
    },
  }
  const recordings = new Recordings(comparison, options.matching)
  return {
    add(exchange, recording) {
      const added = attempt(() => {
        const source = adapterOf(exchange, registry)
        expectGenerated(exchange, source)
        recordings.add(exchange, recording)
        sources.set(source.id, source)
      })
      if ('error' in added) options.onUnreadable?.(exchange.id, added.error)
      return !('error' in added)
    },
    async answer(request, { timing, faults }) {
      const miss = unreadable(request, target)
      if (miss !== undefined) return { miss }
      const lookup = await recordings.find(request)
      if ('miss' in lookup) return lookup
      const recorded = await lookup.found.load()
      const { exchange, notices } = transcode(recorded, request, {
        source: adapterOf(recorded, registry),
        target: framedFor(target, request.url),
        server: await target.codecs.http.server?.(),
      })
      options.onNotices?.(recorded.id, notices)
      return { id: recorded.id, response: await serveExchange(exchange, timing, faults) }
    },
  }
}

/**
 * The conversation as clients of another wire have it. Who was answered from the recording never saw what a provider ran
 * itself; who translates its history has that told in words. A model that takes no media has a text in their place.
 */
function* translatedForms(
  conversation: Conversation,
  from: Adapter,
  to: Adapter,
  noise?: Noise,
): Iterable<NormalRequest> {
  if (from.id === to.id) return
  const variants = withoutMedia(conversation, to.codecs.limits)
  for (const providerExecuted of PROVIDER_EXECUTED) {
    for (const limits of [undefined, ...variants]) {
      const options = { from: from.id, to, providerExecuted, ...(limits && { limits }) }
      const translated = translateConversation(conversation, options)
      if (translated === undefined) continue
      const form = normalizeEssence(translated, noise)
      yield limits === undefined ? form : { ...form, lacksMedia: true }
    }
    if (!conversation.messages.some(hasProviderExecuted)) return
  }
}

const PROVIDER_EXECUTED = ['drop', 'narrate'] as const

function hasProviderExecuted({ parts }: Message): boolean {
  return parts.some((part) => 'providerExecuted' in part && part.providerExecuted)
}

/** Media stand in other places then, and names differ. Undefined when it cannot be written for that wire. */
function translateConversation(
  conversation: Conversation,
  options: EncodeConversationOptions<Adapter>,
): Conversation | undefined {
  const translated = attempt(() => options.to.decodeRequest(encodeConversation(conversation, options).value))
  return 'error' in translated ? undefined : translated.value.value
}

/**
 * Token counts and the like ask the same and must not answer for a model. Gateways have paths of their own, so those are
 * told by what they answer.
 */
function expectGenerated(exchange: RecordedExchange, adapter: Adapter): void {
  if (!adapter.codecs.http.path.test(pathOf(exchange.request.url))) decodeRecorded(exchange, adapter)
}

/** Why a request can be answered by nothing that is recorded. */
function unreadable(request: RecordedRequest, target: Adapter): Miss | undefined {
  if (!target.codecs.http.path.test(pathOf(request.url))) return foreignRequest(request, target)
  const decoded = attempt(() => decodeRequest(request, target))
  if ('value' in decoded) return undefined
  const reason = `the request is not a ${target.title} request: ${decoded.error.message}`
  return { request: missed(request), recordedTargets: [], unreadable: reason, ...unreadableJson(request) }
}

/** Says so when a body that claims to be JSON is none. */
function unreadableJson({ headers, body }: RecordedRequest): Pick<Miss, 'unreadable'> {
  if (body === undefined || 'json' in body || !/json/i.test(headers['content-type'] ?? '')) return {}
  const parsed = attempt(() => parseJson(bodyText(body)))
  return 'error' in parsed ? { unreadable: `the request's body is ${parsed.error.message}` } : {}
}

/** Only requests that generate can be answered in another wire's stead. */
function foreignRequest(request: RecordedRequest, { codecs }: Adapter): Miss {
  return {
    request: missed(request),
    recordedTargets: [`requests like POST ${pathOf(codecs.http.pathFor(undefined, false))}`],
  }
}

function missed({ method, url }: RecordedRequest): Miss['request'] {
  return { target: `${method} ${pathOf(url)}` }
}

/** Chunks that are looked at. */
const BEGINNING = 10

/** The adapter of a recording: of the wire that it names, or of the one that its bodies look like. */
export function findAdapter(exchange: RecordedExchange, registry: Registry): Adapter | undefined {
  const { wire, request } = exchange
  const adapter = wire === undefined ? registry.recognise(shownBy(exchange))?.adapter : registry.get(wire)
  return adapter && framedFor(adapter, request.url)
}

/** @throws AdapterError('unknown-wire') when there is none. */
export function adapterOf(exchange: RecordedExchange, registry: Registry): Adapter {
  const adapter = findAdapter(exchange, registry)
  if (adapter !== undefined) return adapter
  throw new AdapterError('unknown-wire', '', `no adapter recognizes the recording ${exchange.id}`)
}

function shownBy({ request, response }: RecordedExchange): Exchange {
  const chunks = chunksIn(response.body)
  return compact({
    request: objectOr(bodyJson(request.body), undefined),
    response: chunks === undefined ? objectOr(bodyJson(response.body), undefined) : undefined,
    stream: chunks?.slice(0, BEGINNING).map(chunkBytes),
  })
}
