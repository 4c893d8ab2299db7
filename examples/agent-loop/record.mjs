// Writes the answers of the models: `npm run build && node examples/agent-loop/record.mjs`. The recordings
// are written by hand (docs/replay-server.md, "The cassette file"): a script, streamed in the form of each
// provider at the pace of a model.
import { writeFileSync } from 'node:fs'
import { deniedResult, encodeConversation, toolMessage, toolResult, userMessage } from 'toolwire'
import { createContext, finishEvent } from 'toolwire/adapter-kit'
import { anthropicMessages as anthropic } from 'toolwire/adapters/anthropic-messages'
import { googleGenerateContent as google } from 'toolwire/adapters/google-generate-content'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { openaiResponses } from 'toolwire/adapters/openai-responses'

const CLAUDE = { adapter: anthropic, model: 'claude-sonnet-5-5' }
const GPT = { adapter: openaiChat, model: 'gpt-5.4' }
const GEMINI = { adapter: google, model: 'gemini-3-flash-preview' }
const RESPONSES = { adapter: openaiResponses, model: 'gpt-5.4' }

/** Milliseconds before the first event, and for each delta. */
const PACE = { first: 500, delta: 45 }

const tides = call('toolu_01', 'tides', { harbour: 'Haugesund', day: 'Saturday' })
const forecast = call('toolu_02', 'forecast', { area: 'Karmøy' })
const course = call('call_03', 'plot_course', { from: 'Haugesund', to: 'Utsira', leave: '09:00' })
const plan = call('call_04', 'logbook', { entry: 'Saturday: Haugesund to Utsira, four aboard, home by dark' })
const charter = call('call_05', 'charter', { boat: 'Havørn', day: 'Saturday', kroner: 2400 })
const hired = call('call_06', 'logbook', { entry: 'Havørn is ours, booking UT-2107' })
const refused = call('call_07', 'logbook', { entry: 'No boat: the crew said no' })

/** The speakers and their texts. The results between them are needed so that each request is matched. */
const begin = [
  userMessage('Four of us want to sail to Utsira on Saturday, and be home before dark. Can we?'),
  said(
    CLAUDE,
    thinking('Two hours each way at least. Tide and wind decide.'),
    text('Perhaps. Two things first: what the water does, and what the wind does.'),
    tides,
    forecast,
  ),
  results(
    [tides, 'Haugesund, Saturday: low 06:41, high 12:55, low 19:08'],
    [forecast, { area: 'Karmøy', wind: 'south-west 4 to 5', sea: 'slight', rain: 'after 20:00' }],
  ),
  said(
    GPT,
    text(
      'The tide is with you until one, and the wind is going down. Let me have the course worked out, and write down what you want.',
    ),
    course,
    plan,
  ),
  results(
    [course, { miles: 13.2, leave: '09:00', there: '11:40', back: '17:10', sunset: '19:22' }],
    [plan, { log: [plan.arguments.entry] }],
  ),
  said(
    GEMINI,
    text(
      'Thirteen miles, and home two hours before sunset. One boat that takes four is free, and has to be paid now.',
    ),
    charter,
  ),
]
const allowed = [
  results([charter, { booking: 'UT-2107', boat: 'Havørn', day: 'Saturday' }]),
  said(RESPONSES, text('She is booked. One more line in the log.'), hired),
  results([hired, { log: [plan.arguments.entry, hired.arguments.entry] }]),
  said(
    CLAUDE,
    text(
      'Yes, you can. Saturday at nine on the Havørn, booking UT-2107, with the tide under you: on Utsira by 11:40, back in Haugesund at 17:10, three hours before the rain. Fair winds.',
    ),
  ),
]
const denied = [
  toolMessage([deniedResult(charter, 'Too dear.')]),
  said(RESPONSES, text('Then not. I write it down, so that nobody waits on the quay.'), refused),
  results([refused, { log: [plan.arguments.entry, refused.arguments.entry] }]),
  said(
    CLAUDE,
    text(
      'You could have: the weather was for it, and so was the tide. But not without a boat. Another Saturday, then.',
    ),
  ),
]

const requests = [begin, [...begin, ...allowed], [...begin, ...denied]].flatMap((conversation, branch) =>
  conversation.flatMap((message, index) => {
    const isTold = branch > 0 && index < begin.length
    return message.role === 'assistant' && !isTold ? [{ message, before: conversation.slice(0, index) }] : []
  }),
)
const records = requests.map(({ message: { by, parts }, before }, index) => ({
  id: `turn-${index + 1}`,
  request: {
    method: 'POST',
    url: `https://api.example${by.adapter.codecs.http.pathFor(by.model, true)}`,
    headers: { 'content-type': 'application/json' },
    body: {
      json: encodeConversation(
        { messages: before, stream: true },
        { to: by.adapter, model: by.model, maxOutputTokens: 1024 },
      ).value,
    },
  },
  response: {
    status: 200,
    headers: { 'content-type': by.adapter.codecs.stream.framing.contentType },
    body: { chunks: chunksOf(by, parts, index) },
  },
}))
const documents = [{ cassette: 1, format: 'toolwire' }, ...records]
const written = documents.map((document) => `${JSON.stringify(document, null, 1)}\n`).join('\n')
writeFileSync(new URL('./voyage.cassette', import.meta.url), written)

function chunksOf({ adapter: { id, codecs }, model }, parts, index) {
  const encoder = codecs.stream.encoder(createContext(id))
  const chunks = []
  let at = PACE.first
  const write = (frames) => {
    const text = frames.map((frame) => codecs.stream.framing.write(frame)).join('')
    if (text !== '') chunks.push({ at, text })
  }
  for (const event of eventsOf(model, parts, index)) {
    if (event.type.endsWith('-delta')) at += PACE.delta
    write(encoder.push(event))
  }
  write(encoder.finish())
  return chunks
}

function* eventsOf(model, parts, index) {
  const usage = { inputTokens: 400 + 120 * index, outputTokens: 60, totalTokens: 460 + 120 * index }
  const reason = parts.at(-1).type === 'tool-call' ? 'tool-calls' : 'stop'
  const id = `answer_${index + 1}`
  yield { type: 'response-start', id, model }
  for (const [position, part] of parts.entries()) yield* partEvents(String(position), part)
  yield finishEvent({ id, model, usage, finish: { reason }, message: { role: 'assistant', parts } })
}

function* partEvents(id, part) {
  if (part.type === 'tool-call') {
    yield {
      type: 'tool-input-start',
      id: part.id,
      name: part.name,
      kind: 'function',
      providerExecuted: false,
    }
    for (const delta of pieces(part.rawArguments)) yield { type: 'tool-input-delta', id: part.id, delta }
    yield { type: 'tool-input-end', id: part.id }
    yield { type: 'tool-call', call: part }
    return
  }
  yield { type: `${part.type}-start`, id }
  for (const delta of pieces(part.text)) yield { type: `${part.type}-delta`, id, delta }
  yield { type: `${part.type}-end`, id, part }
}

function pieces(said) {
  return said.match(/.{1,7}/gsu) ?? []
}

function text(said) {
  return { type: 'text', text: said }
}

/** Reasoning signed by its provider. It is returned only to that provider. */
function thinking(said) {
  const signature = Buffer.from('signed by nobody, for a recording').toString('base64')
  return { type: 'reasoning', text: said, providerMetadata: { 'anthropic-messages': { signature } } }
}

function call(id, name, given) {
  const told = { arguments: given, rawArguments: JSON.stringify(given), status: 'complete' }
  return { type: 'tool-call', id, name, kind: 'function', ...told, providerExecuted: false }
}

function said(by, ...parts) {
  return { role: 'assistant', parts, by, origin: { wire: by.adapter.id, model: by.model } }
}

function results(...pairs) {
  return toolMessage(pairs.map(([called, output]) => toolResult(called, output)))
}
