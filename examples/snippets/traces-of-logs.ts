import { decodeAny } from 'toolwire/adapters'
import { exchangeSpans, otlpTraces } from 'toolwire/telemetry'

const sent: unknown[] = []
globalThis.fetch = async (_url, init) => {
  sent.push(JSON.parse(String(init?.body)))
  return new Response()
}
const text = JSON.stringify({
  request: {
    model: 'gpt-5.4',
    messages: [{ role: 'user', content: 'Is it raining in Oslo?' }],
  },
  response: {
    object: 'chat.completion',
    model: 'gpt-5.4',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: 'Yes.' },
      },
    ],
  },
})

// #region shown
const spans = exchangeSpans(await decodeAny(text))
await fetch('http://localhost:4318/v1/traces', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(otlpTraces(spans)),
})
// #endregion
if (spans[0]?.name !== 'chat gpt-5.4' || sent.length !== 1)
  throw new Error('there is no span')
