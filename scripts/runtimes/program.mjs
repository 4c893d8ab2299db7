// A small program whose output must be the same in every runtime: an agent's turn on two wires, from fixed
// streams.
import {
  defineTool,
  pendingCalls,
  provider,
  runTools,
  toolMessage,
  translateStream,
  userMessage,
} from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { createProxy } from 'toolwire/proxy'
import { createExecutor } from 'toolwire/tools'

const CALL = [
  { role: 'assistant', content: null },
  {
    tool_calls: [
      { index: 0, id: 'call_1', type: 'function', function: { name: 'weather.now', arguments: '{"city":' } },
    ],
  },
  { tool_calls: [{ index: 0, function: { arguments: '"Tromsø"}' } }] },
]
const TEXT = 'It rains in Tromsø.'

function chatStream(deltas, finish_reason) {
  const chunk = (delta, end = null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt',
    choices: [{ index: 0, delta, finish_reason: end }],
  })
  const events = [...deltas.map((delta) => chunk(delta)), chunk({}, finish_reason)]
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
}

/** Returns the text in pieces that split events and characters, as on a network. */
function inPieces(text) {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

async function textOf(frames) {
  let text = ''
  for await (const frame of frames) text += frame
  return text
}

export async function main() {
  const tool = defineTool({
    name: 'weather.now',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: ({ city }) => `rain in ${city}`,
  })
  const sent = []
  const models = [
    provider(openaiChat, { model: 'gpt', send: async () => inPieces(chatStream(CALL, 'tool_calls')) }),
    provider(anthropic, {
      model: 'claude',
      maxOutputTokens: 9,
      async send(body) {
        sent.push(body)
        const answer = inPieces(chatStream([{ content: TEXT }], 'stop'))
        return inPieces(await textOf(translateStream(answer, { from: openaiChat, to: anthropic })))
      },
    }),
  ]
  const messages = [userMessage('How is the weather?')]
  for (const model of models) {
    const turn = model.turn({ messages, tools: [tool] })
    for await (const _event of turn);
    messages.push((await turn.response).message)
    if (pendingCalls(messages).length > 0) messages.push(toolMessage(await runTools(messages, [tool])))
  }
  const [{ tools }] = sent
  const running = await runLater(messages[1].parts)
  const passed = await throughProxy()
  return JSON.stringify([
    tools[0].name,
    messages.map(({ role, parts }) => [role, parts.map(said)]),
    running,
    passed,
  ])
}

/** Runs a client of one wire against a server of another. */
async function throughProxy() {
  const proxy = createProxy({
    routes: [{ from: anthropic, to: { adapter: openaiChat, url: 'https://server.test/v1', model: 'gpt' } }],
    fetch: async () => inPieces(chatStream(CALL, 'tool_calls')),
  })
  const messages = [{ role: 'user', content: 'How is the weather?' }]
  const body = JSON.stringify({ model: 'claude', max_tokens: 9, stream: true, messages })
  const response = await proxy.fetch(new Request('https://proxy.test/v1/messages', { method: 'POST', body }))
  const { message, finish } = await anthropic.collect(response)
  return [message.parts.map(said), finish.reason]
}

/** Runs calls that need approval and time: one is approved and emits progress, one never ends. */
async function runLater(calls) {
  const heard = []
  const executor = createExecutor({
    tools: [
      {
        ...defineTool({ name: 'weather.now', requiresApproval: true }),
        parameters: undefined,
        async *execute({ city }, run) {
          await run.setState('city', city)
          run.emit('looking')
          yield await run.getState('city', '')
        },
      },
      defineTool({ name: 'never', execute: () => new Promise(() => {}) }),
    ],
    timeout: 50,
    approve: () => ({ type: 'approve' }),
    onEvent: ({ type }) => heard.push(type),
  })
  const never = { ...calls[0], id: 'call_2', name: 'never', arguments: {} }
  const results = await executor.execute([...calls, never])
  await executor.flush()
  return [results.map(({ output, category }) => [output.value, category ?? '']), heard.sort().join()]
}

function said(part) {
  if (part.type === 'tool-call') return [part.name, part.arguments]
  return part.type === 'tool-result' ? part.output.value : part.text
}
