import { HTTPClient, Mistral } from '@mistralai/mistralai'
import type {
  AssistantMessage,
  ChatCompletionRequestMessage,
  CompletionEvent,
  ContentChunk,
  ToolCall,
} from '@mistralai/mistralai/models/components'
import { HTTPClientError, MistralError, SDKValidationError } from '@mistralai/mistralai/models/errors'
import { mistralChat } from '../../../adapters/mistral-chat/index.js'
import { type Chat, converse } from './converse.js'
import { type Heard, HOST, type Job, MODEL, type Runner } from './types.js'

export function mistralOf({ fetch, retries = 0 }: Pick<Job, 'fetch' | 'retries'>): Mistral {
  const backoff = { initialInterval: 1, maxInterval: 5, exponent: 1, maxElapsedTime: 1000 }
  return new Mistral({
    apiKey: 'k',
    serverURL: HOST,
    httpClient: new HTTPClient({ fetcher: fetch }),
    retryConfig: retries > 0 ? { strategy: 'backoff', backoff } : { strategy: 'none' },
  })
}

function chatOf(job: Job, streams: boolean): Chat {
  const { chat } = mistralOf(job)
  const messages: ChatCompletionRequestMessage[] = []
  const options = job.signal === undefined ? {} : { signal: job.signal }
  return {
    async ask() {
      const tools = job.tools.map(({ name, parameters }) => ({
        ...{ type: 'function' as const, function: { name, parameters } },
      }))
      const body = { model: MODEL, messages: [...messages], tools }
      if (!streams) {
        const answer = await chat.complete(body, options)
        messages.push({ ...answer.choices[0]?.message, role: 'assistant' })
        return mistralChat.decodeResponse(answer).value
      }
      const events: CompletionEvent[] = []
      for await (const event of await chat.stream(body, options)) events.push(structuredClone(event))
      messages.push({ ...joined(events), role: 'assistant' })
      return (await mistralChat.collect(events)) satisfies Heard
    },
    say: (content) => void messages.push({ role: 'user', content }),
    answer(results) {
      for (const { call, gave } of results)
        messages.push({ role: 'tool', toolCallId: call.id, name: call.name, content: gave.text })
    },
  }
}

/** Joins the deltas, as the SDK's users have to do. */
function joined(events: readonly CompletionEvent[]): AssistantMessage {
  const chunks: ContentChunk[] = []
  const calls = new Map<number, ToolCall>()
  const addText = (text: string) => {
    const last = chunks.at(-1)
    if (last?.type === 'text' && 'text' in last)
      chunks.splice(-1, 1, { type: 'text', text: last.text + text })
    else if (text !== '') chunks.push({ type: 'text', text })
  }
  for (const { data } of events) {
    const delta = data.choices[0]?.delta
    if (typeof delta?.content === 'string') addText(delta.content)
    else chunks.push(...(delta?.content ?? []))
    for (const call of delta?.toolCalls ?? []) {
      const index = call.index ?? 0
      const before = calls.get(index)
      const text = `${before?.function.arguments ?? ''}${call.function.arguments}`
      calls.set(index, { ...(before ?? call), function: { ...(before ?? call).function, arguments: text } })
    }
  }
  const isPlain = chunks.every((chunk) => chunk.type === 'text')
  const text = chunks.map((chunk) => ('text' in chunk ? chunk.text : '')).join('')
  return { content: isPlain ? text : chunks, ...(calls.size > 0 && { toolCalls: [...calls.values()] }) }
}

export const mistralRunners: readonly Runner[] = [false, true].map((streams) => ({
  ...{ wire: 'mistral-chat', streams, goesOn: true },
  title: `@mistralai/mistralai chat.${streams ? 'stream' : 'complete'}`,
  losesErrors: 'the wire has no mark of errors, and the text says nothing',
  run: (job) => converse(chatOf(job, streams), job),
  isOwnError: (error) =>
    [MistralError, SDKValidationError, HTTPClientError].some((type) => error instanceof type),
}))
