// A model without network access, with the API of OpenAI Chat Completions: node offline-model.mjs
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PORT = 4300

/**
 * Starts the model.
 * @param port its port. 0 uses a free one.
 * @param beforeWord called before each word of an answer, with its index. The word is sent when its promise
 * resolves.
 */
export function startModel({ port = PORT, beforeWord = () => sleep(40) } = {}) {
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { messages } = JSON.parse(Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (delta, finish_reason = null) =>
      response.write(`data: ${JSON.stringify(chunkOf(delta, finish_reason))}\n\n`)
    send({ role: 'assistant', content: '' })
    const { text, call } = answerTo(messages)
    for (const [index, word] of (text.match(/\S+\s*/g) ?? []).entries()) {
      await beforeWord(index)
      send({ content: word })
    }
    if (call !== undefined) send({ tool_calls: [{ index: 0, ...call }] })
    send({}, call === undefined ? 'stop' : 'tool_calls')
    response.end('data: [DONE]\n\n')
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function chunkOf(delta, finish_reason) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-5.4',
    choices: [{ index: 0, delta, finish_reason }],
  }
}

/** Returns the answer to a conversation. */
function answerTo(messages) {
  const last = messages.at(-1)
  if (last.role === 'tool') return { text: afterTool(last.content) }
  const said =
    typeof last.content === 'string' ? last.content : last.content.map(({ text }) => text).join(' ')
  const [, city] = /weather in (\w+)/i.exec(said) ?? []
  if (city !== undefined)
    return { text: `I look up the weather in ${city}. `, call: callOf('weather', { city }) }
  const [, article] = /order (?:an? |the )?([\w ]+)/i.exec(said) ?? []
  if (article !== undefined)
    return { text: 'I order it, if you allow it. ', call: callOf('order', { article }) }
  return { text: STORY }
}

function callOf(name, given) {
  const id = `call_${crypto.randomUUID().slice(0, 8)}`
  return { id, type: 'function', function: { name, arguments: JSON.stringify(given) } }
}

function afterTool(content) {
  if (content.includes('celsius')) return 'It rains, at 7 degrees. Take an umbrella with you when you go out.'
  if (content.includes('number')) return 'Your order is on its way. It arrives tomorrow morning, before ten.'
  return 'I did not order it. Tell me if you change your mind.'
}

const STORY =
  'Every harbour has a light. Ours stands on the outer pier, and its keeper counts the ships that pass. In the morning she writes the number on a board at the market. On most days it is twelve. You can ask me for the weather in a town, or to order an umbrella.'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await startModel()
  console.log(`The offline model listens on http://127.0.0.1:${PORT}. End it to take the provider down.`)
}
