import { HeaderMap, type HttpAnswer, type HttpRequest, webResponse } from '../base/http/http-message.js'
import { milliseconds, realTimer } from '../base/http/timer.js'
import { AdapterError } from '../base/json/adapter-error.js'
import { at } from '../base/json/read-json.js'
import type { BodyMemory } from './body-memory.js'
import { CacheWatch } from './cache-watch.js'
import { preflightAnswer, readTokens, withOriginHeaders } from './client-access.js'
import { proxyMemory } from './client-state.js'
import { handleRequest } from './handle-request.js'
import { type Send, sendBy } from './proxy-target.js'
import type { ProxyOptions, ToolwireProxy } from './proxy-types.js'
import { REQUEST_ID, RequestNotes } from './request-notes.js'
import type { ProxySettings } from './request-scope.js'
import { createRouter } from './routes.js'
import { webUnpackers } from './unpacking.js'
import { budgetsOf } from './user-limits.js'

/** The default of `maxBodyBytes`. */
export const MAX_BODY_BYTES = 64 << 20

/**
 * Creates a proxy that answers clients of one wire from a server of another wire. The proxy is a handler from
 * `Request` to `Response`, for any server that accepts such handlers. Streams are translated frame by frame.
 * Losses in the request and in the answer are reported to `onAnswered`.
 * @throws AdapterError for invalid options: an invalid URL, unknown limits, a key that is not a valid header
 * value, an empty token, a limit of a user that is not positive.
 * @example
 * const proxy = createProxy({
 *   routes: [{ from: anthropic, to: { adapter: openaiChat, url: 'https://api.openai.com/v1', model: 'gpt-5.5' } }],
 *   environment: process.env,
 * })
 * export default { fetch: proxy.fetch }
 */
export function createProxy(options: ProxyOptions): ToolwireProxy {
  const answer = createAnswerer(
    options,
    sendBy((url, init) => (options.fetch ?? globalThis.fetch)(url, init)),
  )
  return { fetch: async (request) => webResponse(await answer(request)) }
}

/** A function that answers one request. The promise never rejects. */
export type Answerer = (request: HttpRequest) => Promise<HttpAnswer>

/**
 * Creates the same proxy, independent of how requests are received and sent.
 * @throws the same errors as `createProxy`.
 */
export function createAnswerer(options: ProxyOptions, send: Send): Answerer {
  const router = createRouter(options)
  const settings = readSettings(options, send)
  const keys = [...router.keys, ...settings.tokens.map(({ token }) => token)]
  return async (request) => {
    const preflight = preflightAnswer(request, settings.pages)
    if (preflight !== undefined) return withOriginHeaders(preflight, request, settings.pages)
    const notes = new RequestNotes(request, options, keys)
    const answer = withRequestId(await handleRequest(request, router, settings, notes), notes)
    return withOriginHeaders(answer, request, settings.pages)
  }
}

/**
 * Returns the answer with the id of its request. The id of a provider stays in its header, unless the client
 * sent an id.
 */
function withRequestId(answer: HttpAnswer, { requestId, hasGivenId }: RequestNotes): HttpAnswer {
  const { headers } = answer
  if (!hasGivenId && headers.has(REQUEST_ID)) return answer
  return { ...answer, headers: new HeaderMap({ ...Object.fromEntries(headers), [REQUEST_ID]: requestId }) }
}

/**
 * Checks the options of a proxy and adds their defaults.
 * @throws RangeError for times that exceed the range of timers, AdapterError for an empty token or an invalid
 * origin.
 */
function readSettings(options: ProxyOptions, send: Send): ProxySettings {
  const { timer = realTimer, idleTimeout = 300_000, keepAliveInterval = 15_000 } = options
  const tokens = readTokens(options)
  const state = options.state ?? proxyMemory()
  return {
    send,
    tokens,
    pages: { origins: readOrigins(options.origins), hasToken: tokens.length > 0 },
    passOn: options.passOn ?? false,
    state,
    bodies: bodyMemory(),
    cacheWatch: new CacheWatch(() => performance.now()),
    secret: options.secret ?? '',
    budgets: budgetsOf(options, state),
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    unpackers: options.unpackers ?? webUnpackers,
    answerTimeout: milliseconds('answerTimeout', options.answerTimeout ?? 600_000),
    patience: {
      timer,
      timeout: milliseconds('idleTimeout', idleTimeout),
      interval: milliseconds('keepAliveInterval', keepAliveInterval),
    },
  }
}

/** Returns a function that loads the memory of conversations with the first long request. */
function bodyMemory(): () => Promise<BodyMemory> {
  let memory: Promise<BodyMemory> | undefined
  const load = async () => new (await import('./body-memory.js')).BodyMemory()
  return () => {
    memory ??= load()
    return memory
  }
}

/** Matches origins, including custom schemes of applications built from web pages: `app://notes`. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+$/

function readOrigins(origins: readonly string[] = []): readonly string[] {
  for (const [index, origin] of origins.entries())
    if (origin !== '*' && !ORIGIN.test(origin))
      throw new AdapterError(
        'wrong-type',
        at('/origins', index),
        `"${origin.slice(0, 200)}" is not the origin of a page, such as https://chat.example.com`,
      )
  return origins
}
