import type { Notice } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import { reasonOf } from '../exchange/refusal.js'
import { AdapterError } from '../json/errors.js'
import { parseDocument } from '../json/parse.js'
import { expectObject } from '../json/read.js'
import { compact } from '../json/write.js'
import { RefusedRequest } from '../replay/target.js'
import type { StateStore } from '../tools/context/types.js'
import { answerClient } from './answer.js'
import { ask, mayBePassedOver } from './ask.js'
import { failureAnswer, notCarried, ProxyFailure } from './failure.js'
import { History } from './history.js'
import { RequestNotes } from './log.js'
import { proxyMemory } from './memory.js'
import { milliseconds, type Patience } from './reading.js'
import { type Asked, readRequest, readText, type Written, writeRequest } from './request.js'
import { createRouter, type Route, type Router } from './routes.js'
import type { Target } from './target.js'
import { checkToken } from './token.js'
import type { ProxyOptions, ProxyTimer, ToolwireProxy, UpstreamFetch } from './types.js'

const MAX_BODY_BYTES = 64 << 20

const later: ProxyTimer = (wait, call) => {
  const timer = setTimeout(call, wait)
  return () => clearTimeout(timer)
}

/**
 * Answers clients of one wire from a server of another: a handler from `Request` to `Response`, for whatever serves those.
 * Streams are translated frame by frame. What a target cannot take, and what a client cannot be told, is told to
 * `onAnswered`.
 * @throws AdapterError for options that lead nowhere: no URL, unknown limits, a key that no header can hold.
 * @example
 * const proxy = createProxy({
 *   routes: [{ from: anthropic, to: { adapter: openaiChat, url: 'https://api.openai.com/v1', model: 'gpt-5.5' } }],
 *   environment: process.env,
 * })
 * export default { fetch: proxy.fetch }
 */
export function createProxy(options: ProxyOptions): ToolwireProxy {
  const router = createRouter(options)
  const settings = readSettings(options)
  return {
    async fetch(request) {
      const notes = new RequestNotes(request, options)
      const passage = new Passage(request, router, settings, notes)
      try {
        return await passage.answer()
      } catch (error) {
        return passage.fail(error)
      }
    },
  }
}

interface ProxySettings {
  readonly fetch: UpstreamFetch
  readonly token: string | undefined
  readonly maxBodyBytes: number
  readonly answerTimeout: number
  readonly patience: Patience
  readonly state: StateStore
}

/** @throws RangeError for times that no timer can wait. */
function readSettings(options: ProxyOptions): ProxySettings {
  const { timer = later, idleTimeout = 300_000, keepAliveInterval = 15_000 } = options
  return {
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    token: options.token,
    state: options.state ?? proxyMemory(),
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    answerTimeout: milliseconds('answerTimeout', options.answerTimeout ?? 600_000),
    patience: {
      timer,
      timeout: milliseconds('idleTimeout', idleTimeout),
      interval: milliseconds('keepAliveInterval', keepAliveInterval),
    },
  }
}

/** One request on its way through the proxy. */
class Passage {
  readonly #request: Request
  readonly #router: Router
  readonly #settings: ProxySettings
  readonly #notes: RequestNotes
  readonly #abort = new AbortController()
  #client: Adapter | undefined

  constructor(request: Request, router: Router, settings: ProxySettings, notes: RequestNotes) {
    this.#request = request
    this.#router = router
    this.#settings = settings
    this.#notes = notes
    request.signal.addEventListener('abort', this.#letGo)
    if (request.signal.aborted) this.#letGo()
  }

  /** @throws ProxyFailure, AdapterError or RefusedRequest for what is no request, and for what cannot be answered. */
  async answer(): Promise<Response> {
    const path = new URL(this.#request.url).pathname
    const atPath = this.#router.clientAt(path)
    if (atPath === undefined) throw new ProxyFailure('no-such-path', `nothing is at ${path}`)
    this.#client = atPath
    if (this.#request.method !== 'POST')
      throw new ProxyFailure('no-such-method', 'requests that generate are sent with POST')
    if (this.#settings.token !== undefined) checkToken(this.#request, atPath, this.#settings.token)
    const body = parseDocument(await readText(this.#request, this.#settings.maxBodyBytes))
    const chosen = this.#router.choose(path, expectObject(body.value, ''))
    this.#client = chosen.client
    this.#notes.note(compact({ from: chosen.client.id, model: chosen.model }))
    const { route } = chosen
    if (route === undefined)
      throw new ProxyFailure('no-route', `no route takes the model "${(chosen.model ?? '').slice(0, 200)}"`)
    this.#notes.note({ route: route.name })
    return this.#answerBy(route, readRequest(this.#request, body, chosen))
  }

  /** What went wrong, as an answer. */
  fail(error: unknown): Response {
    const failure = failureOf(error)
    this.#notes.note({
      status: failure.status,
      error: failure.code === 'internal' ? reasonOf(error) : failure.message,
      aborted: this.#abort.signal.aborted,
    })
    this.#notes.addNotices(failure.notices)
    this.#notes.end()
    this.#release()
    return failureAnswer(failure, this.#client)
  }

  /** Asks the targets of a route in their order, until one does not refuse. */
  async #answerBy({ targets, isStrict }: Route, asked: Asked): Promise<Response> {
    const history = await History.of(asked, this.#settings.state, this.#notes)
    for (const [index, target] of targets.entries()) {
      const written = writeRequest(await history.asked(target), target)
      this.#notes.note(compact({ to: target.adapter.id, targetModel: written.model }))
      const losses = isStrict ? written.notices.filter(isLoss) : []
      if (losses.length > 0) throw notCarried(losses)
      const response = await this.#ask(target, written, asked, index === targets.length - 1)
      if (response === undefined) continue
      this.#notes.addNotices(written.notices)
      return answerClient({
        ...{ response, target, written, asked, notes: this.#notes },
        signal: this.#abort.signal,
        patience: this.#settings.patience,
        onComplete: history.keeping(target, written),
        release: () => this.#release(),
      })
    }
    throw new ProxyFailure('internal', 'the route has no target')
  }

  /** The answer, or nothing when the next target is to be asked. */
  async #ask(
    target: Target,
    { text, model, streams }: Written,
    { headers }: Asked,
    isLast: boolean,
  ): Promise<Response | undefined> {
    const { fetch, patience, answerTimeout: timeout } = this.#settings
    const { timer } = patience
    try {
      const { signal } = this.#abort
      const response = await ask({ target, text, model, streams, headers, signal, fetch, timer, timeout })
      if (isLast || !mayBePassedOver(response)) return response
      void response.body?.cancel().catch(() => undefined)
      this.#notes.passOver(`${target.adapter.id} refused with ${response.status}`)
    } catch (error) {
      if (isLast || !(error instanceof ProxyFailure)) throw error
      this.#notes.passOver(error.message)
    }
    return undefined
  }

  readonly #letGo = () => {
    this.#abort.abort(this.#request.signal.reason)
  }

  #release(): void {
    this.#request.signal.removeEventListener('abort', this.#letGo)
  }
}

function isLoss({ severity }: Notice): boolean {
  return severity === 'warning'
}

/** What is not expected is not told to clients: it may hold anything. */
function failureOf(error: unknown): ProxyFailure {
  if (error instanceof ProxyFailure) return error
  if (error instanceof AdapterError || error instanceof RefusedRequest)
    return new ProxyFailure('bad-request', error.message)
  return new ProxyFailure('internal', 'something went wrong inside of it')
}
