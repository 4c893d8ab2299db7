import { signalOf } from '../../base/http/abort.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { Notice } from '../../base/model/context.js'
import { type Called, expectOptions, type KnownOptions } from '../../base/model/expect.js'
import { createMemory } from '../../chat/provider/new-notices.js'
import type { Provider } from '../../chat/provider/provider-types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { proxyMemory } from '../client-state.js'
import { answerFetch } from './answer-fetch.js'

type FetchInput = Parameters<typeof fetch>[0]

/** The function that official SDKs accept in place of `fetch`. */
export type AnsweringFetch = (input: FetchInput, init?: RequestInit) => Promise<Response>

/** Options of `answeredBy`. */
export interface AnsweredByOptions {
  /**
   * The wires of the clients. Default: every wire of the package, which is loaded with the first request.
   * With the adapter of your SDK, a bundle contains no other wires.
   */
  readonly clients?: readonly Adapter[] | undefined
  /** Called once for each change or loss of a conversion. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

const OPTIONS: KnownOptions<AnsweredByOptions> = { clients: true, onNotice: true }
const CALLED: Called = ['answeredBy', 'answeredBy(model, { onNotice })']

/**
 * Creates the function that is exported as `answeredBy`.
 * @param loadClients loads the wires of all clients.
 */
export function createAnsweredBy(
  loadClients: () => Promise<readonly Adapter[]>,
): (provider: Provider, options?: AnsweredByOptions) => AnsweringFetch {
  return (provider, options = {}) => {
    expectProvider(provider)
    expectOptions(options, OPTIONS, CALLED)
    const { onNotice } = options
    const state = proxyMemory()
    const isNew = createMemory()
    let loaded: Promise<readonly Adapter[]> | undefined
    return async (input, init) => {
      const signal = signalOf(input, init)
      signal?.throwIfAborted()
      loaded ??= options.clients === undefined ? loadClients() : Promise.resolve(options.clients)
      const clients = await loaded
      return answerFetch(new Request(input, init), {
        ...{ provider, clients, state, signal },
        report: (conversation, notices) => {
          for (const notice of isNew(conversation, notices)) onNotice?.(notice)
        },
      })
    }
  }
}

function expectProvider(provider: Partial<Provider> | undefined): void {
  if (typeof provider?.turn !== 'function')
    throw new AdapterError(
      'wrong-type',
      '',
      'answeredBy needs a provider: answeredBy(provider(adapter, { model, key }))',
    )
}
