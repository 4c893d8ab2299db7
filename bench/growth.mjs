// Growth of a conversation: the processor time of turn n in the proxy, and the memory of many conversations. The proxy
// runs in this process, without HTTP, from an Anthropic client to an OpenAI Chat server.
//     Run after `npm run build`: node --expose-gc bench/growth.mjs [conversations] [turns]

import { anthropic } from '../build/adapters/anthropic-messages/index.js'
import { openaiChat } from '../build/adapters/openai-chat/index.js'
import { createAnswerer } from '../build/src/proxy/create-proxy.js'

const [conversations = 5000, turns = 100] = process.argv.slice(2).map(Number)
const encoder = new TextEncoder()
const TOOLS = [
  {
    ...{ name: 'read_file', description: 'Reads a file.' },
    input_schema: { type: 'object', properties: { path: { type: 'string' } } },
  },
]
const FILE = "export function read(path) {\n  return files.get(path) ?? 'none' // see above\n}\n".repeat(10)

function sourceOf(bytes) {
  let isDone = false
  const read = async () => {
    if (isDone) return { done: true }
    isDone = true
    return { done: false, value: bytes }
  }
  return { getReader: () => ({ read, cancel: async () => undefined }), cancel: async () => undefined }
}

/** Returns the target's answer of a turn: a text and a call. */
function nativeAnswer(index) {
  const run = { name: 'read_file', arguments: JSON.stringify({ path: `/${index}.ts` }) }
  const message = {
    ...{ role: 'assistant', content: `Now I read file ${index}.` },
    tool_calls: [{ id: `call_${index}`, type: 'function', function: run }],
  }
  return encoder.encode(
    JSON.stringify({
      ...{ id: `chatcmpl-${index}`, object: 'chat.completion', created: 1, model: 'm' },
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    }),
  )
}

/** Returns a proxy whose target answers with the turns in order, from `first` on. */
function createTarget(first) {
  let next = first
  const to = { adapter: openaiChat, url: 'http://127.0.0.1:9/v1', model: 'm' }
  const send = async () => ({
    ...{ status: 200, headers: new Headers({ 'content-type': 'application/json' }) },
    body: sourceOf(nativeAnswer(next++)),
  })
  return createAnswerer({ routes: [{ from: anthropic, to }] }, send)
}

/** Returns the answer's content, and the processor time of the turn in milliseconds. */
async function ask(answer, messages) {
  const body = encoder.encode(JSON.stringify({ model: 'm', max_tokens: 10, tools: TOOLS, messages }))
  const start = process.cpuUsage()
  const { status, body: given } = await answer({
    ...{ method: 'POST', url: 'http://127.0.0.1/v1/messages', body: sourceOf(body) },
    headers: new Headers({ 'content-type': 'application/json', 'x-api-key': 'k' }),
    signal: new AbortController().signal,
  })
  const { user, system } = process.cpuUsage(start)
  const text = await new Response(given).text()
  if (status !== 200) throw new Error(`status ${status}: ${text}`)
  return { content: JSON.parse(text).content, time: (user + system) / 1000 }
}

/** Returns the answer of a turn as a client of Anthropic has it. */
function answerOf(index) {
  const input = { path: `/${index}.ts` }
  const call = { type: 'tool_use', id: `call_${index}`, name: 'read_file', input }
  return [{ type: 'text', text: `Now I read file ${index}.` }, call]
}

/** Returns the messages that a turn adds: an answer, and the results of its calls. */
function turnOf(index, content = answerOf(index)) {
  const results = content.flatMap(({ type, id }) =>
    type === 'tool_use' ? { type: 'tool_result', tool_use_id: id, content: `${index}\n${FILE}` } : [],
  )
  return [
    { role: 'assistant', content },
    { role: 'user', content: results },
  ]
}

/** Returns the milliseconds of processor time of the turns around turn n. */
async function costAt(place) {
  const answer = createTarget(place)
  const messages = [{ role: 'user', content: `Read all ${place}.` }]
  for (let index = 0; index < place; index += 1) messages.push(...turnOf(index))
  const times = []
  for (let index = place; index < place + 30; index += 1) {
    const { content, time } = await ask(answer, messages)
    times.push(time)
    messages.push(...turnOf(index, content))
  }
  return times.slice(10).toSorted((a, b) => a - b)[10]
}

const places = [10, 100, 1000]
// Short conversations run through other code than long ones.
for (const place of [300, 10, 10, 10]) await costAt(place)
const costs = []
for (const place of places) costs.push(await costAt(place))
for (const [index, place] of places.entries())
  console.log(
    `turn ${place}: ${costs[index].toFixed(2)} ms, ${(costs[index] / costs[0]).toFixed(2)} times turn 10`,
  )

const used = () => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { kept: Math.round((heapUsed + external) / 2 ** 20), rss: Math.round(rss / 2 ** 20) }
}
const answer = createTarget(0)
const before = used()
for (let index = 0; index < conversations; index += 1) {
  const messages = [{ role: 'user', content: `Conversation ${index}: read all.` }]
  for (let turn = 0; turn < turns; turn += 1) messages.push(...turnOf(turn))
  await ask(answer, messages.slice(0, -2))
  await ask(answer, messages)
}
const after = used()
console.log(
  `${conversations} conversations at turn ${turns}: ${after.kept - before.kept} MiB kept, resident ${after.rss} MiB`,
)
