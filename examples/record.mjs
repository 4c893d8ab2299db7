// Writes what the examples are answered with when they run offline: `npm run build && node examples/record.mjs`.
// A model that asks for the weather and then tells it, for three cities, on each wire that an example speaks.
import { rmSync } from 'node:fs'
import { createContext, streamFrames, userMessage } from 'toolwire'
import anthropic from 'toolwire/adapters/anthropic-messages'
import google from 'toolwire/adapters/google-generate-content'
import openaiChat from 'toolwire/adapters/openai-chat'
import openaiResponses from 'toolwire/adapters/openai-responses'
import { createReplay } from 'toolwire/replay'

const FILE = 'examples/weather.cassette'
const MODELS = [
  [openaiChat, 'gpt-5.4'],
  [openaiResponses, 'gpt-5.4'],
  [anthropic, 'claude-sonnet-5-5'],
  [google, 'gemini-3-flash-preview'],
]
const JSON_HEADERS = { 'content-type': 'application/json' }
const CITIES = ['Oslo', 'Lima', 'Cairo']

function call(city, index) {
  const rawArguments = JSON.stringify({ city })
  return {
    type: 'tool-call',
    id: `call_${index}_${city}`,
    name: 'weather',
    kind: 'function',
    status: 'complete',
    arguments: { city },
    rawArguments,
    providerExecuted: false,
  }
}

function answers(model) {
  const usage = { inputTokens: 60, outputTokens: 20, totalTokens: 80 }
  const response = (part, reason) => ({
    model,
    id: `answer_${part.id ?? part.text.length}`,
    usage,
    finish: { reason },
    message: { role: 'assistant', parts: [part] },
  })
  return CITIES.flatMap((city, index) => [
    response(call(city, index), 'tool-calls'),
    response({ type: 'text', text: `It rains in ${city}, at 7 degrees: take an umbrella.\n` }, 'stop'),
  ])
}

rmSync(FILE, { force: true })
for (const [adapter, model] of MODELS) {
  for (const answer of answers(model)) {
    const { codecs } = adapter
    const body = [...streamFrames(answer, codecs, createContext(adapter.id))].join('')
    const headers = { 'content-type': codecs.stream.framing.contentType }
    const replay = await createReplay({
      from: FILE,
      mode: 'record',
      fetch: async () => new Response(body, { headers }),
    })
    const request = adapter.encodeRequest({ model, messages: [userMessage('Do I need an umbrella?')] })
    const url = `https://api.example${codecs.http.pathFor(model, true).replace('/v1beta/', '/v1/')}`
    const answered = await replay.fetch(url, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: JSON.stringify(request.value),
    })
    await answered.text()
    await replay.close()
  }
}
