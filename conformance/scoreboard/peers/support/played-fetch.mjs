/** Plays the server of a case for a library that sends with `fetch`. Requests are collected in `sent`, and not answered. */
export function playedFetch({ kind, body, status, headers, from }) {
  const sent = []
  const fetch = async (url, init) => {
    sent.push(await new Request(url, init).text())
    if (kind === 'request') throw new Error('only the request is wanted')
    const type = kind === 'answer' ? 'application/json' : (TYPES[from] ?? 'text/event-stream')
    return new Response(body, { status, headers: { 'content-type': type, ...headers } })
  }
  return { fetch, sent }
}

const TYPES = { 'ollama-chat': 'application/x-ndjson' }

/** Returns the request that `send` caused, or throws the error before it. */
export async function sentBody(sent, send) {
  try {
    await send()
  } catch (error) {
    if (sent.length === 0) throw error
  }
  if (sent.length === 0) throw new Error('nothing was sent')
  return { body: sent[0] }
}

/** Returns an answer of the neutral form as the output of a case. */
export function canonicalOutput(answer) {
  return { body: JSON.stringify(answer) }
}

/** Returns the error of a provider in the neutral form. */
export function canonicalError(message) {
  return canonicalOutput({ error: { message: String(message ?? '') } })
}
