// Entry point `toolwire/answered-by`: the `fetch` of an official SDK, answered by another provider.
import { adapters } from './adapters.js'
import { createAnsweredBy } from './src/proxy/answered-by/create-answered-by.js'

export type { AnsweredByOptions, AnsweringFetch } from './src/proxy/answered-by/create-answered-by.js'

/**
 * Creates the `fetch` for a client of another provider. The client's requests are converted and sent by this
 * provider. The client receives answers, streams and errors in its own form. No server is needed.
 * @param provider a provider, or several by `firstOf`.
 * @throws AdapterError for an unknown option.
 * @example
 * const claude = provider(anthropic, { model: 'claude-sonnet-5-5', maxOutputTokens: 4096, key })
 * const client = new OpenAI({ apiKey: 'unused', fetch: answeredBy(claude) })
 */
export const answeredBy = /* @__PURE__ */ createAnsweredBy(async () => {
  const all = await Promise.all(Object.values(adapters).map((load) => load()))
  return all.filter(({ lacks }) => !lacks.has('http'))
})
