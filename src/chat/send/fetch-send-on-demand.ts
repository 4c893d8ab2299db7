import type { Adapter } from '../../codec/wire/define-adapter.js'
import { createHistoryText } from './history-text.js'
import type { SendRequest } from './send-request.js'
import type { FetchSendOptions } from './send-types.js'
import { knownOf, readSettings } from './settings.js'

/** A function that sends like `fetchSend`, whose answer is not a Response. */
export type SendOnDemand<To extends Adapter> = SendRequest<To> & ReturnType<typeof knownOf>

/**
 * Creates a `send` function like `fetchSend`, which loads the code for sending at its first request. Programs
 * with another `send` do not contain this code.
 */
export function fetchSendOnDemand<To extends Adapter>(
  adapter: To,
  options: FetchSendOptions,
): SendOnDemand<To> {
  const settings = readSettings(adapter, options)
  let sender: Promise<SendRequest<To>> | undefined
  const send: SendRequest<To> = async (request, call) => {
    sender ??= import('./send-request.js').then(({ createSender }) =>
      createSender(adapter, settings, createHistoryText(adapter.codecs.http.history)),
    )
    return (await sender)(request, call)
  }
  return Object.assign(send, knownOf(adapter, settings))
}
