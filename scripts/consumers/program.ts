// A strict program that uses the package. It is compiled by scripts/check-consumers.mjs and never run.
import Anthropic from '@anthropic-ai/sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import * as opentelemetry from '@opentelemetry/api'
import Keyv from 'keyv'
import OpenAI from 'openai'
import {
  type Conversation,
  defineTool,
  encodeConversation,
  fetchSend,
  type Message,
  type Notice,
  type Provider,
  pendingCalls,
  provider,
  runTools,
  toolMessage,
  translateRequest,
  userMessage,
} from 'toolwire'
import { createContext, defineAdapter, expectString, type Wire } from 'toolwire/adapter-kit'
import { decodeAny, lintRequest, loadAdapter } from 'toolwire/adapters'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { createQueueExecutor, createToolWorker } from 'toolwire/bullmq'
import { fromChatTemplate } from 'toolwire/chat-template'
import { createProxy } from 'toolwire/proxy'
import { createReplay } from 'toolwire/replay'
import { conversationSchema } from 'toolwire/schemas'
import {
  approveCall,
  type CallOutcome,
  composeExecutors,
  createExecutor,
  createPolicy,
  createToolContext,
  keyvState,
  mcpTools,
  openTelemetry,
} from 'toolwire/tools'
import { z } from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string(), days: z.number().default(1) }),
  execute: ({ city, days }) => ({ city: city.toUpperCase(), days: days.toFixed() }),
})

const providers: Provider[] = [
  provider(anthropic, {
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 1024,
    send: (request, { signal }) => new Anthropic().messages.create(request, { signal }),
  }),
  provider(openaiChat, {
    model: 'gpt-5.4',
    send: (request, { signal }) => new OpenAI().chat.completions.create(request, { signal }),
  }),
]

/** Runs the streaming loop. */
export async function ask(question: string, print: (text: string) => void): Promise<Message[]> {
  const messages: Message[] = [userMessage(question)]
  for (const one of providers) {
    const turn = one.turn({ messages, tools: [weather] })
    for await (const event of turn) if (event.type === 'text-delta') print(event.delta)
    const { message, usage } = await turn.response
    messages.push(message)
    const results = await runTools(message, [weather])
    if (results.length > 0) messages.push(toolMessage(results))
    print(String(usage?.outputTokens ?? 0))
  }
  return messages
}

/** Traffic of any wire. */
export async function callsIn(text: string): Promise<string[]> {
  const { wire, calls, notices } = await decodeAny(text)
  const gemini = await loadAdapter('gemini')
  const violations = await lintRequest('openai', { model: 'm', messages: [] })
  const names = calls.map((call) =>
    call.status === 'complete' && call.kind === 'function' ? Object.keys(call.arguments).join() : call.name,
  )
  return [wire, gemini.id, ...names, ...[...notices, ...violations].map(({ path }) => path)]
}

/** Uses an adapter chosen at run time, and requests that are stored and loaded. */
export function chosen(conversation: Conversation, isClaude: boolean) {
  const to = isClaude ? anthropic : openaiChat
  const { value } = encodeConversation(conversation, { to, model: 'm', maxOutputTokens: 9 })
  const moved = translateRequest(
    { model: 'm', messages: value.messages },
    { from: openaiChat, to: anthropic },
  )
  const stored: Conversation = conversationSchema.parse(JSON.parse('{"messages":[]}'))
  return [value.model, moved.value.max_tokens, stored.messages.length]
}

/** A custom wire. */
const wire: Wire = {
  id: 'acme-chat',
  title: 'Acme',
  docs: 'https://example.com/',
  limits: anthropic.codecs.limits,
  evidence: [{ in: 'response', score: 1, reason: '`acme` is 1', test: ({ acme }) => acme === 1 }],
  response: {
    decode: ({ say }) => ({
      message: { role: 'assistant', parts: [{ type: 'text', text: expectString(say, '/say') }] },
      finish: { reason: 'stop' },
    }),
    encode: ({ finish }) => ({ acme: 1, end: finish.reason }),
  },
}
export const acme = defineAdapter(wire)
export const context = createContext(wire.id)
export const replay = () => createReplay({ from: 'fixtures', as: anthropic })

/** Options with values that may be undefined. */
export function configured(limit?: number, timeout?: number, onNotice?: (notice: Notice) => void) {
  const options = { model: 'm', maxOutputTokens: limit, onNotice }
  const sender = fetchSend(openaiChat, { key: undefined, retries: limit, idleTimeout: timeout })
  const executor = createExecutor({ tools: [weather], timeout, retries: { attempts: limit } })
  const route = { to: { adapter: openaiChat, url: 'http://localhost:1', maxOutputTokens: limit } }
  const proxy = createProxy({ routes: [route], idleTimeout: timeout })
  const sent = encodeConversation({ messages: [] }, { to: openaiChat, model: undefined, limits: undefined })
  return [provider(openaiChat, { ...options, send: sender }), executor, proxy, sent]
}

/** Many calls, within limits, with third-party libraries. */
export async function running(messages: Message[]): Promise<CallOutcome[]> {
  const client = new Client({ name: 'program', version: '1.0.0' })
  const tools = [weather, ...(await mcpTools(client))]
  const state = keyvState(new Keyv(), { scope: 'talk' })
  const place = { queue: 'tools', connection: { host: 'localhost' } }
  const policy = createPolicy({ rules: [{ tool: 'read_*', action: 'allow' }], default: 'ask' })
  const executor = composeExecutors(
    createExecutor({
      tools,
      policy,
      timeout: 1000,
      context: createToolContext({ conversationId: 'talk', state }),
      telemetry: openTelemetry(opentelemetry),
      onEvent: (event) => event.type === 'output-chunk' && console.log(event.chunk.length),
      hooks: { before: ({ name }) => (name === 'never' ? { deny: 'no' } : undefined) },
    }),
    createQueueExecutor({ ...place, tools: [weather] }),
  )
  createToolWorker({ ...place, tools: [weather] })
  console.log(fromChatTemplate('{{ messages[0].content }}').gaps)
  const outcomes = await executor.dispatch(pendingCalls(messages))
  const requests = outcomes.flatMap((outcome) => (outcome.status === 'waiting' ? [outcome.request] : []))
  return executor.dispatch(pendingCalls(messages), {
    approvals: requests.map((request) => approveCall(request)),
  })
}
