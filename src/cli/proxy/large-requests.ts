import { type MessagePort, Worker } from 'node:worker_threads'
import { type HttpRequest, headerPairs } from '../../base/http/http-message.js'
import { reasonOf } from '../../base/http/reason.js'
import type { Answerer } from '../../proxy/create-proxy.js'
import type { ProxiedRequest } from '../../proxy/proxy-types.js'
import type { StateStore } from '../../tools/context/context-types.js'
import { answererBy } from '../../traffic/replay/server.js'
import type { WholeConfig } from './config.js'
import { webRequest } from './web-edges.js'

/** Minimum size of a large body in bytes. Parsing and encoding it would noticeably delay other requests. */
const LARGE = 1 << 20
/** Typical compression ratio of texts. */
const PACKED = 8

/** The data from which the thread creates its proxy. */
export interface LargeThreadData {
  readonly config: WholeConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  /** URL. */
  readonly adaptersFolder: string
}

/** The headers and the body of a request or an answer. */
interface Transferred {
  readonly id: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null
}

/** A call of the state, which is in the main thread. */
export type StateCall =
  | { readonly method: 'get'; readonly given: Parameters<StateStore['get']> }
  | { readonly method: 'set'; readonly given: Parameters<StateStore['set']> }
  | { readonly method: 'replace'; readonly given: Parameters<NonNullable<StateStore['replace']>> }

/** A message to the thread. */
export type ToThread =
  | (Transferred & { readonly type: 'request'; readonly url: string; readonly method: string })
  | { readonly type: 'abort' | 'ended'; readonly id: number }
  | { readonly type: 'kept'; readonly id: number; readonly value?: unknown; readonly error?: string }

/** A message from the thread. */
export type FromThread =
  | (Transferred & { readonly type: 'answer'; readonly status: number })
  | { readonly type: 'told'; readonly told: ProxiedRequest }
  | { readonly type: 'state'; readonly id: number; readonly call: StateCall }

/** The parts that the thread shares with the main thread. */
export interface SharedWithThread {
  readonly state: StateStore
  readonly onAnswered: (told: ProxiedRequest) => void
}

/** A request on the thread, until its answer has ended. */
interface OpenRequest {
  answered(response: Response): void
  /** Ends the request with an error. */
  fail(error: unknown): void
  release(): void
}

/**
 * Answers large requests with a proxy on a separate thread, so that they do not delay other requests. The
 * thread starts with the first large request.
 */
export class LargeRequests {
  readonly #data: LargeThreadData
  readonly #shared: SharedWithThread
  readonly #open = new Map<number, OpenRequest>()
  #worker: Worker | undefined
  #isRetired = false
  #last = 0

  constructor(data: LargeThreadData, shared: SharedWithThread) {
    this.#data = data
    this.#shared = shared
  }

  /** Answers small requests directly and sends large requests to the thread. */
  beside(answer: Answerer): Answerer {
    const large = answererBy((input, init) => this.#answer(webRequest(input, init)))
    return (request) => (isLarge(request) ? large(request) : answer(request))
  }

  /** Ends the thread once its requests are answered. */
  retire(): void {
    this.#isRetired = true
    if (this.#open.size === 0) void this.close()
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #answer({ url, method, headers, body, signal }: Request): Promise<Response> {
    this.#last += 1
    const id = this.#last
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      const onAbort = () => post(worker, { type: 'abort', id })
      const release = () => {
        signal.removeEventListener('abort', onAbort)
        post(worker, { type: 'ended', id })
        this.#end(id)
      }
      this.#open.set(id, { answered: resolve, fail: reject, release })
      signal.addEventListener('abort', onAbort)
      post(worker, { type: 'request', id, url, method, headers: [...headers], body })
      if (signal.aborted) onAbort()
    })
  }

  #end(id: number): void {
    this.#open.delete(id)
    if (this.#isRetired && this.#open.size === 0) void this.close()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./large-thread.js', import.meta.url), { workerData: this.#data })
    worker.on('message', (message: FromThread) => void this.#take(message, worker))
    worker.on('error', (error) => this.#gone(worker, error))
    worker.on('exit', () => this.#gone(worker, new Error('the thread for large requests ended')))
    return worker
  }

  /**
   * Handles the end of a thread. The next large request starts another thread. A failed thread may report its
   * end after its successor was started.
   */
  #gone(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { fail, release } of this.#open.values()) {
      fail(error)
      release()
    }
  }

  async #take(message: FromThread, worker: Worker): Promise<void> {
    if (message.type === 'told') this.#shared.onAnswered(message.told)
    else if (message.type === 'answer') this.#answered(message)
    else {
      const kept = await keptBy(this.#shared.state, message.call).catch((error: unknown) => ({
        error: reasonOf(error),
      }))
      post(worker, { type: 'kept', id: message.id, ...kept })
    }
  }

  #answered({ id, status, headers, body }: FromThread & { readonly type: 'answer' }): void {
    const open = this.#open.get(id)
    if (open === undefined) return
    const init = { status, headers: headerPairs(headers) }
    open.answered(new Response(body && guarded(body, open), init))
    if (body === null) open.release()
  }
}

/**
 * Returns true for a large request. Bodies without a length are treated as small, since clients of these APIs
 * send a length.
 */
function isLarge({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  const length = Number(headers.get('content-length'))
  return length > (headers.has('content-encoding') ? LARGE / PACKED : LARGE)
}

/** Wraps a body so that reading it fails if the thread fails. */
function guarded(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  open: OpenRequest,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      start(controller) {
        open.fail = (error) => controller.error(error)
      },
      async pull(controller) {
        const step = await reader.read()
        if (!step.done) return controller.enqueue(step.value)
        open.release()
        controller.close()
      },
      cancel(reason) {
        open.release()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Transfers streams to the other thread. Node's types for streams differ from those of `Request`. */
export function post(port: Worker | MessagePort, message: ToThread | FromThread): void {
  const streams = 'body' in message && message.body !== null ? [message.body] : []
  Reflect.apply(port.postMessage, port, [message, streams])
}

async function keptBy(state: StateStore, call: StateCall): Promise<{ readonly value: unknown }> {
  switch (call.method) {
    case 'get':
      return { value: await state.get(...call.given) }
    case 'set':
      return { value: await state.set(...call.given) }
    default:
      return { value: await state.replace?.(...call.given) }
  }
}
