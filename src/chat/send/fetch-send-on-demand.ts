import type { Adapter, RequestOf } from '../../codec/wire/define-adapter.js'
import type { FetchSend, FetchSendCall, FetchSendOptions } from './send-types.js'
import { knownOf, readSettings } from './settings.js'

/**
 * Creates a `send` function like `fetchSend`, which loads the code for sending at its first request. Programs
 * with another `send` do not contain this code.
 */
export function fetchSendOnDemand<To extends Adapter>(adapter: To, options: FetchSendOptions): FetchSend<To> {
  const settings = readSettings(adapter, options)
  const send = async (request: RequestOf<To>, call: FetchSendCall = {}) =>
    (await import('./send-request.js')).sendRequest(adapter, settings, request, call)
  return Object.assign(send, knownOf(adapter, settings))
}
