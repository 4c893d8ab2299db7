import { type Cohere, CohereClientV2, CohereError, CohereTimeoutError } from 'cohere-ai'
import { cohereChat } from '../../../adapters/cohere-chat/index.js'
import { type Chat, converse } from './converse.js'
import { type Heard, HOST, type Job, MODEL, type Runner } from './types.js'

export function cohereOf({ fetch, retries = 0 }: Pick<Job, 'fetch' | 'retries'>): CohereClientV2 {
  return new CohereClientV2({ token: 'k', baseUrl: HOST, fetch, maxRetries: retries })
}

function chatOf(job: Job, streams: boolean): Chat {
  const client = cohereOf(job)
  const messages: Cohere.ChatMessageV2[] = []
  const options = job.signal === undefined ? {} : { abortSignal: job.signal }
  return {
    async ask() {
      const tools = job.tools.map(({ name, parameters }) => ({
        ...{ type: 'function' as const, function: { name, parameters: { ...parameters } } },
      }))
      const body = { model: MODEL, messages: [...messages], tools }
      if (!streams) {
        const answer = await client.chat(body, options)
        messages.push(answer.message)
        return cohereChat.decodeResponse(answer).value
      }
      const events: Cohere.V2ChatStreamResponse[] = []
      for await (const event of await client.chatStream(body, options)) events.push(structuredClone(event))
      messages.push(joined(events))
      return (await cohereChat.collect(events)) satisfies Heard
    },
    say: (content) => void messages.push({ role: 'user', content }),
    answer(results) {
      for (const { call, gave } of results)
        messages.push({ role: 'tool', toolCallId: call.id, content: gave.text })
    },
  }
}

/** Joins the deltas, as the SDK's users have to do. */
function joined(events: readonly Cohere.V2ChatStreamResponse[]): Cohere.ChatMessageV2.Assistant {
  const blocks = new Map<number, Cohere.AssistantMessageV2ContentOneItem>()
  const calls = new Map<number, { id: string; name: string; text: string }>()
  let toolPlan = ''
  for (const event of events) {
    if (event.type === 'content-start' || event.type === 'content-delta') {
      const { index = 0, delta } = event
      const { text, thinking } = delta?.message?.content ?? {}
      const before = blocks.get(index)
      if (thinking !== undefined) {
        const earlier = before?.type === 'thinking' ? before.thinking : ''
        blocks.set(index, { type: 'thinking', thinking: earlier + thinking })
      } else if (text !== undefined) {
        const earlier = before?.type === 'text' ? before.text : ''
        blocks.set(index, { type: 'text', text: earlier + text })
      }
    } else if (event.type === 'tool-plan-delta') toolPlan += event.delta?.message?.toolPlan ?? ''
    else if (event.type === 'tool-call-start') {
      const { id = '', function: body } = event.delta?.message?.toolCalls ?? {}
      calls.set(event.index ?? 0, { id, name: body?.name ?? '', text: body?.arguments ?? '' })
    } else if (event.type === 'tool-call-delta') {
      const call = calls.get(event.index ?? 0)
      if (call !== undefined) call.text += event.delta?.message?.toolCalls?.function?.arguments ?? ''
    }
  }
  const toolCalls = [...calls.values()].map(({ id, name, text }) => ({
    ...{ id, type: 'function' as const, function: { name, arguments: text } },
  }))
  return {
    role: 'assistant',
    ...(blocks.size > 0 && { content: [...blocks.values()] }),
    ...(toolPlan !== '' && { toolPlan }),
    ...(toolCalls.length > 0 && { toolCalls }),
  }
}

export const cohereRunners: readonly Runner[] = [false, true].map((streams) => ({
  ...{ wire: 'cohere-chat', streams, goesOn: true },
  title: `cohere-ai ${streams ? 'chatStream' : 'chat'}`,
  losesErrors: 'the wire has no mark of errors, and the text says nothing',
  run: (job) => converse(chatOf(job, streams), job),
  isOwnError: (error) => error instanceof CohereError || error instanceof CohereTimeoutError,
}))
