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
import { type Noise, type NormalRequest, normalizeRequest, urlPath } from './match.js'
import { withoutMedia } from './media-variants.js'
import { type Comparison, type Matching, type Miss, type Recording, Recordings } from './recordings.js'
import { type Fault, serveExchange, type Timing } from './serve.js'
import { decodeRecorded, decodeRecordedRequest, transcode } from './transcode.js'

/** Playback options of an answer. */
export interface Playback {
  /** The playback speed. Default: `instant`. */
  readonly timing?: Timing | undefined
  /** Simulated faults. Default: none. */
  readonly faults?: readonly Fault[] | undefined
}

/** Finds and plays the answer to a request, from recordings of the same wire or of another wire. */
export interface RecordedAnswers {
  answer(
    request: RecordedRequest,
    playback: Playback,
  ): Promise<{ readonly response: Response; readonly id: string } | { readonly miss: Miss }>
}

/** Recordings that answer requests. Recordings are added as they are read. */
export interface FillableAnswerer extends RecordedAnswers {
  /** Returns true if the recording can be used as an answer. Unreadable recordings are skipped. */
  add(exchange: RecordedExchange, recording: Recording): boolean
}

/** Options of matching requests with recordings. */
export interface MatchingOptions {
  /** Differences to ignore. Default: UUIDs, dates and ids. */
  readonly noise?: Noise | undefined
  /** The matching mode. Default: `exact`. */
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
  /** The wire of the clients. */
  readonly target: Adapter
  /** The possible wires of recordings. */
  readonly registry: Registry
  /** Called with the notices of an answer. */
  readonly onNotices?: ((id: string, notices: readonly Notice[]) => void) | undefined
  /** Called for each recording that no adapter can decode. The recording is skipped. */
  readonly onUnreadable?: ((id: string, error: AdapterError) => void) | undefined
}

/**
 * Answers in the wire of the target's provider. A request is decoded and matched by the content of its
 * conversation; the recorded answer is encoded for the target.
 */
export function createTranscodingAnswerer(options: TranscodingOptions): FillableAnswerer {
  const { target, registry, noise } = options
  const sources = new Map<string, Adapter>()
  const comparison: Comparison = {
    recorded(exchange) {
      const source = adapterOfRecording(exchange, registry)
      const conversation = decodeRecordedRequest(exchange.request, source)
      return {
        normal: normalizeEssence(conversation, noise),
        translated: () => translatedForms(conversation, source, target, noise),
      }
    },
    received: (request) => normalizeEssence(decodeRecordedRequest(request, target), noise),
    *translated(request) {
      const conversation = decodeRecordedRequest(request, target)
      for (const source of sources.values()) yield* translatedForms(conversation, target, source, noise)
    },
  }
  const recordings = new Recordings(comparison, options.matching)
  return {
    add(exchange, recording) {
      const added = attempt(() => {
        const source = adapterOfRecording(exchange, registry)
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
        source: adapterOfRecording(recorded, registry),
        target: framedFor(target, request.url),
        server: await target.codecs.http.server?.(),
      })
      options.onNotices?.(recorded.id, notices)
      return { id: recorded.id, response: await serveExchange(exchange, timing, faults) }
    },
  }
}

/**
 * Yields the conversation in the forms that clients of another wire send. A client that was answered from the
 * recording did not receive provider-executed calls; in a translated history these calls are text. For models
 * without media support, media are replaced by text.
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

/**
 * Returns the conversation after a translation to the wire, with other positions of media and other names.
 * Returns undefined if the conversation cannot be encoded for this wire.
 */
function translateConversation(
  conversation: Conversation,
  options: EncodeConversationOptions<Adapter>,
): Conversation | undefined {
  const translated = attempt(() => options.to.decodeRequest(encodeConversation(conversation, options).value))
  return 'error' in translated ? undefined : translated.value.value
}

/**
 * Checks that an exchange is a generation. Requests such as token counts have the same content and must not
 * get a generated answer. Gateways use other paths, so their exchanges are checked by their answers.
 */
function expectGenerated(exchange: RecordedExchange, adapter: Adapter): void {
  if (!adapter.codecs.http.path.test(urlPath(exchange.request.url))) decodeRecorded(exchange, adapter)
}

/** Returns the reason why no recording can answer a request. */
function unreadable(request: RecordedRequest, target: Adapter): Miss | undefined {
  if (!target.codecs.http.path.test(urlPath(request.url))) return foreignRequest(request, target)
  const decoded = attempt(() => decodeRecordedRequest(request, target))
  if ('value' in decoded) return undefined
  const reason = `the request is not a ${target.title} request: ${decoded.error.message}`
  return { request: missed(request), recordedTargets: [], unreadable: reason, ...unreadableJson(request) }
}

/** Reports a body with a JSON content type that is not valid JSON. */
function unreadableJson({ headers, body }: RecordedRequest): Pick<Miss, 'unreadable'> {
  if (body === undefined || 'json' in body || !/json/i.test(headers['content-type'] ?? '')) return {}
  const parsed = attempt(() => parseJson(bodyText(body)))
  return 'error' in parsed ? { unreadable: `the request's body is ${parsed.error.message}` } : {}
}

/** Returns the reason why a request cannot be answered in another wire: only generation requests can. */
function foreignRequest(request: RecordedRequest, { codecs }: Adapter): Miss {
  return {
    request: missed(request),
    recordedTargets: [`requests like POST ${urlPath(codecs.http.pathFor(undefined, false))}`],
  }
}

function missed({ method, url }: RecordedRequest): Miss['request'] {
  return { target: `${method} ${urlPath(url)}` }
}

/** Number of chunks to check. */
const BEGINNING = 10

/** Returns the adapter of a recording: for its named wire, or for the wire recognized from its bodies. */
export function findAdapter(exchange: RecordedExchange, registry: Registry): Adapter | undefined {
  const { wire, request } = exchange
  const adapter = wire === undefined ? registry.recognise(shownBy(exchange))?.adapter : registry.get(wire)
  return adapter && framedFor(adapter, request.url)
}

/**
 * Returns the adapter of a recorded exchange.
 * @throws AdapterError('unknown-wire') if the recording has no known wire.
 */
export function adapterOfRecording(exchange: RecordedExchange, registry: Registry): Adapter {
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
