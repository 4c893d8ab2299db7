import { type Message, Ollama, type ToolCall } from 'ollama'
import { ollamaChat } from '../../../adapters/ollama-chat/index.js'
import { asJson, asNative } from '../../../src/base/json/read-json.js'
import { type Chat, converse } from './converse.js'
import { type Heard, HOST, type Job, MODEL, type Runner } from './types.js'

export function ollamaOf({ fetch, signal }: Pick<Job, 'fetch' | 'signal'>): Ollama {
  // The client accepts no signal. It has its own method to abort.
  const aborted: Job['fetch'] = (input, init) => fetch(input, signal ? { ...init, signal } : init)
  return new Ollama({ host: HOST, fetch: aborted })
}

function chatOf(job: Job, streams: boolean): Chat {
  const client = ollamaOf(job)
  const messages: Message[] = []
  return {
    async ask() {
      const tools = job.tools.map(({ name, parameters }) => ({
        ...{ type: 'function', function: { name, parameters: asNative<object>(parameters) } },
      }))
      const body = { model: MODEL, messages: [...messages], tools }
      if (!streams) {
        const answer = await client.chat({ ...body, stream: false })
        messages.push(answer.message)
        return ollamaChat.decodeResponse(answer).value
      }
      const lines: { message: Message }[] = []
      for await (const line of await client.chat({ ...body, stream: true })) lines.push(structuredClone(line))
      messages.push(joined(lines.map(({ message }) => message)))
      return (await ollamaChat.collect(lines)) satisfies Heard
    },
    say: (content) => void messages.push({ role: 'user', content }),
    // Results are in the order of the calls, by which the wire pairs them.
    answer(results) {
      for (const { call, gave } of results.toReversed()) {
        const id = call.minted ? {} : { tool_call_id: call.id }
        messages.push({ role: 'tool', content: gave.text, tool_name: call.name, ...id })
      }
    },
  }
}

/** Joins the lines, as the client's users have to do. */
function joined(pieces: readonly Message[]): Message {
  const calls = pieces.flatMap(({ tool_calls: some = [] }): ToolCall[] => some)
  const thinking = pieces.map(({ thinking: text = '' }) => text).join('')
  const content = pieces.map(({ content: text }) => text).join('')
  return asNative(
    asJson({
      role: 'assistant',
      content,
      ...(thinking !== '' && { thinking }),
      ...(calls.length > 0 && { tool_calls: calls }),
    }),
  )
}

export const ollamaRunners: readonly Runner[] = [false, true].map((streams) => ({
  ...{ wire: 'ollama-chat', streams, goesOn: true, retries: false as const },
  title: `ollama chat${streams ? ', stream: true' : ''}`,
  losesErrors: 'the wire has no mark of errors, and the text says nothing',
  run: (job) => converse(chatOf(job, streams), job),
  // Its error class is not exported. Within a stream it throws plain errors.
  isOwnError: (error) => error instanceof Error,
}))
