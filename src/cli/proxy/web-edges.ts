import { signalOf } from '../../base/http/abort.js'
import { webResponse } from '../../base/http/http-message.js'
import type { Answerer } from '../../proxy/create-proxy.js'
import { type Send, sendBy } from '../../proxy/proxy-target.js'
import type { Fetch } from '../../traffic/replay/recorder.js'
import { answererBy } from '../../traffic/replay/server.js'

// Adapts both sides of a proxy to `fetch`, for watching. Loaded on demand, because the command otherwise
// avoids this cost.

/** Wraps an answerer with a function that wraps a fetch. */
export function answererAround(answer: Answerer, around: (fetch: Fetch) => Fetch): Answerer {
  return answererBy(around(async (input, init) => webResponse(await answer(webRequest(input, init)))))
}

/** Wraps a sender with a function that wraps a fetch. */
export function sendAround(send: Send, around: (fetch: Fetch) => Fetch): Send {
  return sendBy(
    around(async (input, init) => {
      const request = webRequest(input, init)
      const { url, method, headers } = request
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
      const signal = signalOf(input, init) ?? request.signal
      return webResponse(await send({ url, method, headers: Object.fromEntries(headers), body, signal }))
    }),
  )
}

/** Returns the request, without a copy if possible: a copy would begin to read its body. */
export function webRequest(input: Parameters<Fetch>[0], init?: RequestInit): Request {
  return input instanceof Request && init === undefined ? input : new Request(input, init)
}
