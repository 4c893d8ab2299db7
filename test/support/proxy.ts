import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { Conversation, ModelResponse } from '../../src/base/model/types.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { isStreamInPath } from '../../src/codec/wire/define-adapter.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import type { ProxiedRequest, ProxyOptions, ProxyTarget, UpstreamFetch } from '../../src/proxy/proxy-types.js'
import type { Fetch } from '../../src/traffic/replay/recorder.js'
import { adapterOf } from './adapters.js'

/** A request that reached a scripted server. */
export interface Sent {
  readonly url: string
  readonly path: string
  readonly headers: Headers
  readonly body: JsonObject
  /** The unchanged body. */
  readonly text: string
  readonly signal: AbortSignal | null | undefined
}

export type Script = (sent: Sent, index: number) => Response | Promise<Response>

/** A server that answers by a script, and the requests that it received. */
export interface Scripted {
  readonly fetch: UpstreamFetch
  readonly sent: Sent[]
}

export function scripted(script: Script): Scripted {
  const sent: Sent[] = []
  return {
    sent,
    async fetch(url, init) {
      const request: Sent = {
        url,
        path: new URL(url).pathname,
        headers: new Headers(init.headers),
        body: JSON.parse(String(init.body)),
        text: String(init.body),
        signal: init.signal,
      }
      sent.push(request)
      return script(request, sent.length - 1)
    },
  }
}

/**
 * Returns the answer in the form of the wire's server: complete, or frame by frame if a stream was requested.
 */
export function nativeAnswer(
  { codecs, encodeResponse }: Adapter,
  response: ModelResponse,
  { path, body }: Pick<Sent, 'path' | 'body'>,
  headers: Record<string, string> = {},
): Response {
  if (!codecs.http.streams(path, body)) return Response.json(encodeResponse(response).value, { headers })
  const frames = [...streamFrames(response, codecs, createContext(codecs.id))]
  return chunked(frames, { ...headers, 'content-type': codecs.stream.framing.contentType })
}

const encoder = new TextEncoder()

/** Returns a body that emits one piece at a time, and breaks off at an error. */
export function chunked(
  pieces: readonly (string | Uint8Array | Error)[],
  headers: Record<string, string>,
  status = 200,
): Response {
  let next = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[next]
        next += 1
        if (piece === undefined) controller.close()
        else if (piece instanceof Error) controller.error(piece)
        else controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status, headers })
}

export interface Proxied {
  /** Type for official SDKs. */
  readonly fetch: Fetch
  readonly told: ProxiedRequest[]
}

/** Returns a proxy with one route between two wires. */
export function proxied(
  from: string,
  to: string,
  upstream: UpstreamFetch,
  target: Partial<ProxyTarget> = {},
  options: Partial<ProxyOptions> = {},
): Proxied {
  const adapter = adapterOf(to).adapter
  const route = { from: adapterOf(from).adapter, to: { ...targetOf(adapter), ...target } }
  return served({ routes: [route], fetch: upstream, ...options })
}

export function served(options: ProxyOptions): Proxied {
  const told: ProxiedRequest[] = []
  const proxy = createProxy({ ...options, onAnswered: (one) => told.push(one) })
  return { told, fetch: (input, init) => proxy.fetch(new Request(input, init)) }
}

/** Returns a target with the usual limits of its wire. */
export function targetOf(adapter: Adapter): ProxyTarget {
  const url = usualUrl(adapter)
  return { adapter, url, model: 'target-model', key: 'target-key', maxOutputTokens: 1000, cache: 'marks' }
}

/** Returns the vendor's own URL, if other hosts have other limits. */
export function usualUrl({ codecs: { limits, http } }: Adapter): string {
  const vendors = limits.unknownHost === undefined ? undefined : http.access?.url
  return vendors ?? `https://target.test${http.base ?? ''}`
}

/** Returns a conversation as a client's request on the wire. */
export function requestOf(
  wire: string,
  conversation: Conversation,
  streams = false,
  headers: Record<string, string> = {},
): [url: string, init: RequestInit] {
  const { adapter } = adapterOf(wire)
  const { http } = adapter.codecs
  const asks = streams && !isStreamInPath(http)
  const { value } = adapter.encodeRequest({
    model: 'm',
    maxOutputTokens: 50,
    ...conversation,
    ...(asks && { stream: true }),
  })
  const body = JSON.stringify(expectObject(asJson(value), ''))
  return [
    `https://proxy.test${http.pathFor('m', streams)}`,
    { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } },
  ]
}

export function user(text: string): Conversation {
  return { messages: [{ role: 'user', parts: [{ type: 'text', text }] }] }
}
