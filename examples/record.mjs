// Writes the answers for running the examples offline: `npm run build && node examples/record.mjs`.
import { readFileSync, rmSync } from 'node:fs'
import { userMessage } from 'toolwire'
import { createContext, streamFrames } from 'toolwire/adapter-kit'
import { anthropicMessages as anthropic } from 'toolwire/adapters/anthropic-messages'
import { googleGenerateContent as google } from 'toolwire/adapters/google-generate-content'
import { mistralChat } from 'toolwire/adapters/mistral-chat'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { openaiResponses } from 'toolwire/adapters/openai-responses'
import { createReplay } from 'toolwire/replay'

const MODELS = [
  { adapter: openaiChat, model: 'gpt-5.4' },
  { adapter: openaiResponses, model: 'gpt-5.4' },
  { adapter: anthropic, model: 'claude-sonnet-5-5' },
  { adapter: google, model: 'gemini-3-flash-preview' },
]

const written = new Set()

/** A model that requests the weather and then reports it, for three cities. */
for (const { adapter, model } of MODELS) {
  const answers = ['Oslo', 'Lima', 'Cairo'].flatMap((city, index) => [
    answer(model, weatherCall(city, index), 'tool-calls'),
    answer(model, text(`It rains in ${city}, at 7 degrees: take an umbrella.\n`), 'stop'),
  ])
  await record(
    'weather',
    adapter,
    model,
    answers.map((response) => streamOf(adapter, response)),
  )
}

/** A model whose provider searches the web, and two models that continue from there. */
const [, responses, ...others] = MODELS
const searched = readFileSync('fixtures/openai-responses/provider-executed/stream.sse', 'utf8')
await record('web-search-history', responses.adapter, responses.model, [searched])
for (const { adapter, model } of others)
  await record('web-search-history', adapter, model, [
    streamOf(adapter, answer(model, text('I agree with what was found.\n'), 'stop')),
  ])

/** A model that searches notes, and then reports the result. */
const question = { role: 'user', content: 'Where are the umbrellas?' }
const find = { ...weatherCall('Oslo', 0), id: 'call_0_find', name: 'find' }
const findCall = { ...find, arguments: { word: 'umbrella' }, rawArguments: '{"word":"umbrella"}' }
for (const [messages, part, reason] of [
  [[question], findCall, 'tool-calls'],
  [
    [
      question,
      { role: 'assistant', content: null },
      { role: 'tool', tool_call_id: findCall.id, content: 'behind' },
    ],
    text('They stand behind the converter.\n'),
    'stop',
  ],
]) {
  const headers = { 'content-type': openaiChat.codecs.stream.framing.contentType }
  const streamed = streamOf(openaiChat, answer('gpt-5.4', part, reason))
  const body = JSON.stringify({ model: 'gpt-5.4', messages, stream: true })
  await recordOne('agent-with-approval', '/v1/chat/completions', body, new Response(streamed, { headers }))
}

/** Models that answer with an object. */
const OBJECT = text('{"city":"Oslo","celsius":7}')
for (const [adapter, model] of [
  [openaiChat, 'gpt-5.4'],
  [anthropic, 'claude-opus-5'],
  [google, 'gemini-3-pro'],
  [mistralChat, 'codestral'],
])
  await record('structured-output', adapter, model, [streamOf(adapter, answer(model, OBJECT, 'stop'))])

/** The request in a test example, and its answer. */
const asked = {
  model: 'gpt-5.4',
  messages: [{ role: 'user', content: 'Do I need an umbrella in Oslo?' }],
  tools: [{ type: 'function', function: { name: 'weather', description: 'The weather in a city' } }],
}
const called = openaiChat.encodeResponse(answer('gpt-5.4', weatherCall('Oslo', 0), 'tool-calls'))
await recordOne('umbrella', '/v1/chat/completions', JSON.stringify(asked), Response.json(called.value))

function weatherCall(city, index) {
  const given = { arguments: { city }, rawArguments: JSON.stringify({ city }) }
  const call = { type: 'tool-call', id: `call_${index}_${city}`, name: 'weather', kind: 'function' }
  return { ...call, ...given, status: 'complete', providerExecuted: false }
}

function text(said) {
  return { type: 'text', text: said }
}

function answer(model, part, reason) {
  const usage = { inputTokens: 60, outputTokens: 20, totalTokens: 80 }
  const id = `answer_${part.id ?? part.text.length}`
  return { model, id, usage, finish: { reason }, message: { role: 'assistant', parts: [part] } }
}

function streamOf({ id, codecs }, response) {
  return [...streamFrames(response, codecs, createContext(id))].join('')
}

/** Google's newer clients use `v1`, the others `v1beta`. */
async function record(name, { codecs, encodeRequest }, model, streams) {
  const path = codecs.http.pathFor(model, true)
  const body = JSON.stringify(encodeRequest({ model, messages: [userMessage('Hi')] }).value)
  const headers = { 'content-type': codecs.stream.framing.contentType }
  for (const asked of new Set([path, path.replace('/v1beta/', '/v1/')]))
    for (const stream of streams) await recordOne(name, asked, body, new Response(stream, { headers }))
}

async function recordOne(name, path, body, response) {
  const replay = await createReplay({ from: fileOf(name), mode: 'record', fetch: async () => response })
  const headers = { 'content-type': 'application/json' }
  await (await replay.fetch(`https://api.example${path}`, { method: 'POST', headers, body })).text()
  await replay.close()
}

function fileOf(name) {
  const file = `examples/${name}.cassette`
  if (!written.has(file)) rmSync(file, { force: true })
  written.add(file)
  return file
}
