import { RequestNotes } from './log.js'
import { proxyMemory } from './memory.js'
import { Passage, type ProxySettings } from './passage.js'
import { milliseconds } from './reading.js'
import { createRouter } from './routes.js'
import type { ProxyOptions, ProxyTimer, ToolwireProxy } from './types.js'

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
