import type { Adapter, RequestOf } from '../../codec/wire/define-adapter.js'
import { asResponse } from './body.js'
import { createSender } from './send-request.js'
import type { FetchSend, FetchSendCall, FetchSendOptions } from './send-types.js'
import { knownOf, readSettings } from './settings.js'

/**
 * Creates a `send` function that uses `fetch` instead of the provider's SDK: with the address and the headers
 * of the provider, retries, timeouts and typed errors. The key is sent only to `url`: redirects are not
 * followed.
 * @throws AdapterError for a missing key, an unknown option, or a wire without HTTP.
 * @example provider(openaiChat, { model: 'gpt-5.4', send: fetchSend(openaiChat, { key: process.env.OPENAI_API_KEY }) })
 */
export function fetchSend<To extends Adapter>(adapter: To, options: FetchSendOptions): FetchSend<To> {
  const settings = readSettings(adapter, options)
  const sender = createSender(adapter, settings)
  const send = async (request: RequestOf<To>, call: FetchSendCall = {}) =>
    asResponse(await sender(request, call), call.signal)
  return Object.assign(send, knownOf(adapter, settings))
}
