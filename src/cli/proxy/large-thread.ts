import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { headerPairs, webResponse } from '../../base/http/http-message.js'
import { createAnswerer } from '../../proxy/create-proxy.js'
import type { ProxiedRequest } from '../../proxy/proxy-types.js'
import type { StateStore } from '../../tools/context/context-types.js'
import { streaming } from '../../traffic/replay/passing.js'
import { loadPlatforms, loadRefusals, loadRegistry } from '../adapters.js'
import { proxyOptions } from './config.js'
import {
  type FromThread,
  type LargeThreadData,
  post,
  type StateCall,
  type ToThread,
} from './large-requests.js'
import { nodeUnpackers } from './unpackers.js'
import { nodeSend } from './upstream.js'

type Kept = ToThread & { readonly type: 'kept' }

/** The state of the main thread, accessed by messages. */
class MainState implements StateStore {
  readonly #ask: (id: number, call: StateCall) => void
  readonly #waiting = new Map<number, (kept: Kept) => void>()
  #last = 0

  constructor(ask: (id: number, call: StateCall) => void) {
    this.#ask = ask
  }

  async get(...given: Parameters<StateStore['get']>): Promise<string | undefined> {
    const value = await this.#call({ method: 'get', given })
    return typeof value === 'string' ? value : undefined
  }

  async set(...given: Parameters<StateStore['set']>): Promise<void> {
    await this.#call({ method: 'set', given })
  }

  async replace(...given: Parameters<NonNullable<StateStore['replace']>>): Promise<boolean> {
    return (await this.#call({ method: 'replace', given })) === true
  }

  take(kept: Kept): void {
    this.#waiting.get(kept.id)?.(kept)
    this.#waiting.delete(kept.id)
  }

  #call(call: StateCall): Promise<unknown> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ value, error }) =>
        error === undefined ? resolve(value) : reject(new Error(error)),
      )
      this.#ask(id, call)
    })
  }
}

/** Runs the same proxy as the main thread, with its state. */
async function serve(
  port: MessagePort,
  { config, environment, adaptersFolder }: LargeThreadData,
): Promise<void> {
  const folder = new URL(adaptersFolder)
  const wires = {
    ...(await loadRegistry(folder)),
    platforms: await loadPlatforms(folder),
    refusalsOf: (wire: string) => loadRefusals(wire, folder),
  }
  const tell = (message: FromThread) => post(port, message)
  const state = new MainState((id, call) => tell({ type: 'state', id, call }))
  const options = {
    ...proxyOptions(config, wires, environment),
    ...{ state, unpackers: nodeUnpackers() },
    onAnswered: (told: ProxiedRequest) => tell({ type: 'told', told }),
  }
  const answerer = createAnswerer(options, nodeSend())
  const aborts = new Map<number, AbortController>()
  const answer = async ({ id, url, method, headers, body }: ToThread & { readonly type: 'request' }) => {
    const abort = new AbortController()
    aborts.set(id, abort)
    const init = { method, headers: headerPairs(headers), signal: abort.signal }
    const response = webResponse(
      await answerer(new Request(url, body === null ? init : streaming(init, body))),
    )
    tell({ type: 'answer', id, status: response.status, headers: [...response.headers], body: response.body })
  }
  port.on('message', (message: ToThread) => {
    if (message.type === 'kept') state.take(message)
    else if (message.type === 'request') void answer(message)
    else {
      if (message.type === 'abort') aborts.get(message.id)?.abort()
      aborts.delete(message.id)
    }
  })
}

if (parentPort !== null) await serve(parentPort, workerData)
