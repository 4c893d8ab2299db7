import { createContext, type Notice } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import { disassemble } from '../adapter/disassemble.js'
import { fitResponse } from '../adapter/fit/index.js'
import type { Registry } from '../adapter/registry.js'
import { createEventReader } from '../adapter/source.js'
import { AdapterError } from '../json/errors.js'
import { expectObject, isObject } from '../json/read.js'
import { stringifyJson } from '../json/write.js'
import type { Response as CanonicalResponse, Conversation } from '../model/types.js'
import { Assembler } from '../stream/assemble.js'
import { writeFrame } from '../stream/framing.js'
import { bodyJson, bodyText, chunkBytes } from './body.js'
import type { RecordedChunk, RecordedExchange, RecordedRequest } from './exchange.js'
import { pathOf } from './match.js'

/** The wire of a recorded exchange: the one it names, or the one its bodies look like. */
export function adapterOf(exchange: RecordedExchange, registry: Registry): Adapter {
  if (exchange.wire !== undefined) return registry.get(exchange.wire)
  const request = bodyJson(exchange.request.body)
  const response = bodyJson(exchange.response.body)
  const found = registry.recognise({
    ...(isObject(request) && { request }),
    ...(isObject(response) && { response }),
  })
  if (found !== undefined) return found.adapter
  throw new AdapterError('unknown-wire', '', `no adapter recognises the recording ${exchange.id}`)
}

/** A recorded or received request in canonical form. */
export function decodeRequest(request: RecordedRequest, adapter: Adapter): Conversation {
  return adapter.decodeRequest(bodyText(request.body)).value
}

/** The recorded answer in canonical form, whole or assembled from its stream. */
export function decodeAnswer({ response }: RecordedExchange, adapter: Adapter): CanonicalResponse {
  const { body } = response
  if (body === undefined || !('chunks' in body)) return adapter.decodeResponse(bodyText(body)).value
  const reader = createEventReader(adapter.codecs.stream, createContext())
  const assembler = new Assembler(adapter.id)
  for (const chunk of body.chunks) for (const event of reader.push(chunkBytes(chunk))) assembler.push(event)
  for (const event of reader.finish()) assembler.push(event)
  return assembler.response()
}

export interface Transcoded {
  readonly exchange: RecordedExchange
  readonly notices: readonly Notice[]
}

/** The recording as if the target's provider had given the answer to this request. */
export function transcode(
  recorded: RecordedExchange,
  request: RecordedRequest,
  source: Adapter,
  target: Adapter,
): Transcoded {
  const answer = decodeAnswer(recorded, source)
  const fitted = fitResponse(answer, target.codecs, { from: source.id })
  const context = createContext()
  const body = expectObject(bodyJson(request.body), '')
  const failed = recorded.response.status >= 400
  const streams = !failed && target.codecs.http.streams(pathOf(request.url), body)
  const exchange: RecordedExchange = {
    ...recorded,
    wire: target.id,
    request,
    response: {
      status: recorded.response.status,
      headers: { 'content-type': streams ? 'text/event-stream' : 'application/json' },
      body: streams
        ? { chunks: encodeStream(fitted.response, target, context) }
        : { text: stringifyJson(target.codecs.response.encode(fitted.response, context)) },
      ...(recorded.response.aborted && { aborted: true as const }),
    },
  }
  return { exchange, notices: [...fitted.notices, ...context.notices] }
}

function encodeStream(
  response: CanonicalResponse,
  target: Adapter,
  context: ReturnType<typeof createContext>,
): RecordedChunk[] {
  const { stream } = target.codecs
  if (stream.encoder === undefined) {
    throw new AdapterError('unsupported', '', `${target.title} streams cannot be written yet`)
  }
  const encoder = stream.encoder(context)
  const chunks: RecordedChunk[] = []
  const write = (frames: ReturnType<typeof encoder.push>) => {
    for (const frame of frames) chunks.push({ at: 0, text: writeFrame(stream.framing, frame) })
  }
  for (const event of disassemble(response)) write(encoder.push(event))
  write(encoder.finish())
  return chunks
}
