// Processor time of an agent loop beside AI SDK 7: the same answers of OpenAI's Chat API by the same `fetch`, one tool,
// answers as complete bodies and as streams. Prints the ratio for each number of steps and of calls per step:
//     node --expose-gc bench/loop.mjs [<steps>x<calls> …]     after `npm run build`
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'
import { openaiChat } from '../build/adapters/openai-chat/index.js'
import { runLoop } from '../build/src/chat/loop/index.js'
import { defineTool, provider, userMessage } from '../build/src/index.js'
import { measure } from './measure.mjs'

/** Milliseconds for the measurements of one number of steps and calls. */
const BUDGET = 4000
const CELLS = process.argv.slice(2)
const USAGE = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
const QUESTION = 'What is the weather in these cities?'
const parameters = z.object({ city: z.string() })
const weather = async ({ city }) => ({ sky: `clear over ${city}` })

/** Creates a `fetch` that answers with calls in each step, and with a text after the last one. */
function answers(steps, calls, isStream) {
  let step = 0
  const type = isStream ? 'text/event-stream' : 'application/json'
  return {
    get asked() {
      return step
    },
    async fetch() {
      const text = isStream ? stream(step, steps, calls) : body(step, steps, calls)
      step += 1
      return new Response(text, { headers: { 'content-type': type } })
    },
  }
}

function callAt(step, index) {
  const text = `{"city":"Paris ${step}"}`
  return { id: `call_${step}_${index}`, type: 'function', function: { name: 'weather', arguments: text } }
}

function body(step, steps, calls) {
  const isLast = step >= steps
  const listed = Array.from({ length: calls }, (_, index) => callAt(step, index))
  const message = isLast
    ? { role: 'assistant', content: 'Clear.' }
    : { role: 'assistant', content: null, tool_calls: listed }
  const choice = { index: 0, message, finish_reason: isLast ? 'stop' : 'tool_calls' }
  return JSON.stringify({ ...head('chat.completion'), choices: [choice], usage: USAGE })
}

function head(object) {
  return { id: 'chatcmpl-1', object, created: 1, model: 'gpt-4.1' }
}

function stream(step, steps, calls) {
  const isLast = step >= steps
  const deltas = isLast ? [{ role: 'assistant', content: 'Clear.' }] : callDeltas(step, calls)
  const chunks = deltas.map((delta) => ({ ...head('chat.completion.chunk'), choices: [choiceOf(delta)] }))
  const end = { ...head('chat.completion.chunk'), choices: [choiceOf({}, isLast ? 'stop' : 'tool_calls')] }
  const usage = { ...head('chat.completion.chunk'), choices: [], usage: USAGE }
  return [...chunks, end, usage, '[DONE]']
    .map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
    .join('')
}

function choiceOf(delta, finish = null) {
  return { index: 0, delta, finish_reason: finish }
}

function callDeltas(step, calls) {
  const deltas = Array.from({ length: calls }, (_, index) => {
    const { function: called, ...call } = callAt(step, index)
    const pieces = called.arguments.match(/.{1,8}/g) ?? []
    return [
      { tool_calls: [{ index, ...call, function: { name: called.name, arguments: '' } }] },
      ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]
  })
  return [{ role: 'assistant', content: null }, ...deltas.flat()]
}

async function ours(steps, calls, isStream) {
  const server = answers(steps, calls, isStream)
  const { fetch } = server
  const gpt = provider(openaiChat, { model: 'gpt-4.1', key: 'key', fetch, stream: isStream })
  const tools = [defineTool({ name: 'weather', description: 'The weather', parameters, execute: weather })]
  const run = runLoop({ provider: gpt, messages: [userMessage(QUESTION)], tools, steps: steps + 1 })
  for await (const _event of run);
  expectAsked(server, steps)
}

async function theirs(steps, calls, isStream) {
  const server = answers(steps, calls, isStream)
  const model = createOpenAI({ apiKey: 'key', fetch: server.fetch }).chat('gpt-4.1')
  const tools = { weather: tool({ description: 'The weather', inputSchema: parameters, execute: weather }) }
  const options = {
    ...{ model, tools, stopWhen: stepCountIs(steps + 1) },
    messages: [{ role: 'user', content: QUESTION }],
  }
  if (isStream) for await (const _part of streamText(options).fullStream);
  else await generateText(options)
  expectAsked(server, steps)
}

function expectAsked({ asked }, steps) {
  if (asked !== steps + 1) throw new Error(`${asked} requests were sent, ${steps + 1} were expected`)
}

async function compare(steps, calls, isStream) {
  const contenders = { theirs, ours }
  const runs = Object.entries(contenders).map(([name, run]) => [name, () => run(steps, calls, isStream)])
  const { ours: mine, theirs: other } = await measure(Object.fromEntries(runs), BUDGET)
  const name = `${steps} steps of ${calls}, ${isStream ? 'streams' : 'complete answers'}`
  const times = `${mine.milliseconds.toFixed(1)} ms, AI SDK ${other.milliseconds.toFixed(1)} ms`
  console.log(`${name.padEnd(36)}${times.padStart(28)}, ratio ${mine.ratio.toFixed(2)}`)
}

const cells = CELLS.length > 0 ? CELLS : ['1x1', '20x1', '200x1', '1x100', '20x10']
for (const isStream of [false, true])
  for (const cell of cells) {
    const [steps = 1, calls = 1] = cell.split('x').map(Number)
    await compare(steps, calls, isStream)
  }
