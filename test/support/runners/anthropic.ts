import Anthropic from '@anthropic-ai/sdk'
import { anthropic } from '../../../adapters/anthropic-messages/index.js'
import { asNative, expectObject } from '../../../src/base/json/read-json.js'
import { type Answered, type Chat, converse } from './converse.js'
import { type Heard, HOST, type Job, MODEL, QUESTION, type Runner } from './types.js'

export function anthropicOf({ fetch, retries = 0 }: Pick<Job, 'fetch' | 'retries'>): Anthropic {
  return new Anthropic({ apiKey: 'k', baseURL: HOST, fetch, maxRetries: retries, timeout: 60_000 })
}

function isOwnError(error: unknown): boolean {
  return error instanceof Anthropic.AnthropicError
}

function heardFrom(message: Anthropic.Message | Anthropic.Beta.BetaMessage): Heard {
  return anthropic.decodeResponse(message).value
}

const LIMIT = { model: MODEL, max_tokens: 1000 }

type Schema = Anthropic.Tool.InputSchema

function declared(job: Job) {
  return job.tools.map(({ name, parameters }) => ({
    name,
    input_schema: asNative<Schema>(parameters),
  }))
}

function runnable(job: Job) {
  return job.tools.map(({ name, parameters, run }) => ({
    name,
    input_schema: asNative<Schema>(parameters),
    parse: (input: unknown) => expectObject(JSON.parse(JSON.stringify(input)), ''),
    run(input: Parameters<typeof run>[0]) {
      const { text, isError } = run(input)
      if (isError) throw new Error(text)
      return text
    },
  }))
}

/** `eagerly`: tools run while the answer is still streamed. */
type Way = 'threads' | 'messages' | 'eagerly'

function toolRunner(streams: boolean, way: Way): Runner['run'] {
  return async function* (job) {
    const { messages } = anthropicOf(job).beta
    const body = {
      ...LIMIT,
      messages: [{ role: 'user' as const, content: QUESTION }],
      tools: runnable(job),
      max_iterations: job.turns,
      ...(way !== 'threads' && { thread: false as const }),
    }
    const { signal } = job
    if (streams) {
      const eager = { stream: true as const, runToolsEagerly: way === 'eagerly' }
      for await (const stream of messages.toolRunner({ ...body, ...eager }, { signal }))
        yield heardFrom(await stream.finalMessage())
    } else for await (const message of messages.toolRunner(body, { signal })) yield heardFrom(message)
  }
}

function resultBlocks(results: readonly Answered[]): Anthropic.ToolResultBlockParam[] {
  return results.map(({ call, gave }) => ({
    type: 'tool_result',
    tool_use_id: call.id,
    content: gave.text,
    ...(gave.isError && { is_error: true }),
  }))
}

function chatOf(job: Job, streams: boolean): Chat {
  const client = anthropicOf(job)
  const messages: Anthropic.MessageParam[] = []
  return {
    async ask() {
      const body = { ...LIMIT, messages: [...messages], tools: declared(job) }
      const { signal } = job
      const message = streams
        ? await client.messages.stream(body, { signal }).finalMessage()
        : await client.messages.create(body, { signal })
      messages.push({ role: 'assistant', content: message.content })
      return heardFrom(message)
    },
    say: (content) => void messages.push({ role: 'user', content }),
    answer: (results) => void messages.push({ role: 'user', content: resultBlocks(results) }),
  }
}

function threadOf(job: Job, streams: boolean): Chat {
  const thread = anthropicOf(job).beta.messages.thread({ ...LIMIT, tools: declared(job) })
  return {
    async ask() {
      const { signal } = job
      return heardFrom(
        streams
          ? await thread.stream([], {}, { signal }).finalMessage()
          : await thread.send([], {}, { signal }),
      )
    },
    say: (content) => thread.append({ role: 'user', content }),
    answer: (results) => thread.append({ role: 'user', content: resultBlocks(results) }),
  }
}

const common = { wire: 'anthropic-messages', isOwnError }
const WAYS: Readonly<Record<Way, string>> = {
  threads: 'with its threads',
  messages: 'without threads',
  eagerly: 'whose tools begin early',
}

export const anthropicRunners: readonly Runner[] = [false, true].flatMap((streams): Runner[] => [
  ...(['threads', 'messages', ...(streams ? ['eagerly' as const] : [])] as const).map(
    (way): Runner => ({
      ...{ ...common, streams, goesOn: false, leavesTurns: way === 'threads' },
      title: `@anthropic-ai/sdk toolRunner ${WAYS[way]}${streams ? ', streamed' : ''}`,
      run: toolRunner(streams, way),
    }),
  ),
  {
    ...{ ...common, streams, goesOn: true },
    title: `@anthropic-ai/sdk messages.${streams ? 'stream' : 'create'}`,
    run: (job) => converse(chatOf(job, streams), job),
  },
  {
    ...{ ...common, streams, goesOn: true, leavesTurns: true },
    title: `@anthropic-ai/sdk thread.${streams ? 'stream' : 'send'}`,
    run: (job) => converse(threadOf(job, streams), job),
  },
])
