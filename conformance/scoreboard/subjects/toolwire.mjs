// The functions of this library, without its proxy.
import { encodeConversation, translateRequest, translateResponse, translateStream } from 'toolwire'
import { stringifyExact } from 'toolwire/adapter-kit'
import { decodeAny, loadAdapter } from 'toolwire/adapters'

export const name = 'toolwire'

const MAX_OUTPUT_TOKENS = 4096

export async function translate(input) {
  return { body: await translations[input.kind](input) }
}

const translations = {
  async request({ from, through, to, model, body }) {
    const hops = [...through, to]
    let [source, text] = [from, body]
    for (const target of hops) {
      const isLast = target === to
      text = await translated(source, target, text, isLast ? model : undefined)
      source = target
    }
    return text
  },

  async answer({ from, to, body, asked, model }) {
    const source = await loadAdapter(from)
    if (to === 'canonical') return stringifyExact(source.decodeResponse(body).value)
    const target = await loadAdapter(to)
    const restore = await sent(target, source, asked, model)
    return stringifyExact(translateResponse(body, { from: source, to: target, restore }).value)
  },

  async stream({ from, to, body, asked, model, headers }) {
    const source = await loadAdapter(from)
    const response = new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } })
    if (to === 'canonical') return stringifyExact(await source.collect(response))
    const target = await loadAdapter(to)
    const restore = await sent(target, source, asked, model)
    let text = ''
    for await (const frame of translateStream(response, { from: source, to: target, restore })) text += frame
    return text
  },
}

async function translated(from, to, text, model) {
  const target = await loadAdapter(to)
  const maxOutputTokens = MAX_OUTPUT_TOKENS
  if (from === 'canonical') {
    const { request } = await decodeAny(text)
    return stringifyExact(encodeConversation(request, { to: target, model, maxOutputTokens }).value)
  }
  const source = await loadAdapter(from)
  return stringifyExact(translateRequest(text, { from: source, to: target, model, maxOutputTokens }).value)
}

/** Translates the request that the answer belongs to, so that its names are restored. */
async function sent(client, server, asked, model) {
  return translateRequest(asked, { from: client, to: server, model: model ?? 'any', maxOutputTokens: MAX_OUTPUT_TOKENS })
}
