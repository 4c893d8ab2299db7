import { AdapterError } from '../../base/json/adapter-error.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { fetchSendOnDemand } from '../send/fetch-send-on-demand.js'
import type { FetchSend } from '../send/send-types.js'
import { SEND_OPTIONS } from '../send/settings.js'
import type { ProviderOptions, ProviderWithSend } from './provider-types.js'

/**
 * Returns the options with a `send`. Default: `fetchSend` with the other options. Unless the caller chooses
 * `limits`, the URL of `fetchSend` selects the profile.
 * @throws AdapterError for options of `fetchSend` next to a `send`, and for options with neither `send` nor
 * `key`.
 */
export function withSend<To extends Adapter>(
  adapter: To,
  options: ProviderOptions<To>,
): ProviderWithSend<To> {
  if (options.send !== undefined) {
    expectOneSender(options)
    const { send, model } = options
    return { ...options, limits: options.limits ?? (knowsServer(send) ? send.profileFor(model) : undefined) }
  }
  if (!('key' in options)) throw new AdapterError('missing-field', '/send', NO_SENDER)
  const { key, url, headers, fetch, retries, longestWait, onRetry, timer, ...others } = options
  const { answerTimeout, totalTimeout, idleTimeout, idempotencyHeader, send: _send, ...settings } = others
  const send = fetchSendOnDemand(adapter, {
    ...{ key, url, headers, fetch, retries, longestWait, onRetry, timer },
    ...{ answerTimeout, totalTimeout, idleTimeout, idempotencyHeader },
  })
  return { ...settings, send, limits: settings.limits ?? send.profileFor(settings.model) }
}

/** Returns the base URL of a `send` that `fetchSend` made. Other functions do not state it. */
export function urlOf(send: object): string | undefined {
  return knowsServer(send) ? send.url : undefined
}

type SendToServer = Pick<FetchSend<Adapter>, 'profileFor' | 'url'>

/** Returns true for a `send` that `fetchSend` made. */
function knowsServer(send: object): send is SendToServer {
  return 'profileFor' in send && typeof send.profileFor === 'function'
}

const NO_SENDER =
  'a provider needs `key`, the API key (null for servers without one), or `send`, a function that sends the request: send: (request, { signal }) => client.messages.create(request, { signal })'

function expectOneSender(options: object): void {
  const { send } = { send: undefined, ...options }
  if (typeof send !== 'function') throw new AdapterError('wrong-type', '/send', 'send is not a function')
  const unused = Object.entries(options).find(([name, value]) => name in SEND_OPTIONS && value !== undefined)
  if (unused === undefined) return
  const [name] = unused
  throw new AdapterError(
    'unsupported',
    `/${name}`,
    `${name} has no effect next to \`send\`. Omit \`send\` to send with fetch, or give ${name} to the client that \`send\` uses`,
  )
}
