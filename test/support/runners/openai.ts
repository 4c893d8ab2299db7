import OpenAI from 'openai'
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner'
import type { ChatCompletionRunner } from 'openai/lib/ChatCompletionRunner'
import type { ChatCompletionStreamingRunner } from 'openai/lib/ChatCompletionStreamingRunner'
import type { RunnableToolFunctionWithParse } from 'openai/lib/RunnableFunction'
import { toResponseInputItems } from 'openai/lib/responses/ResponseInputItems'
import { openaiChat } from '../../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../../adapters/openai-responses/index.js'
import type { JsonObject } from '../../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../../src/base/json/read-json.js'
import { type Chat, converse } from './converse.js'
import { type Heard, HOST, type Job, MODEL, QUESTION, type Runner } from './types.js'

export function openai({ fetch, retries = 0 }: Pick<Job, 'fetch' | 'retries'>): OpenAI {
  return new OpenAI({ apiKey: 'k', baseURL: `${HOST}/v1`, fetch, maxRetries: retries, timeout: 60_000 })
}

function isOwnError(error: unknown): boolean {
  return error instanceof OpenAI.OpenAIError
}

function heardChat(completion: OpenAI.ChatCompletion): Heard {
  return openaiChat.decodeResponse(completion).value
}

function runnable(job: Job): RunnableToolFunctionWithParse<JsonObject>[] {
  return job.tools.map(({ name, parameters, run }) => ({
    type: 'function',
    function: {
      name,
      parameters,
      description: 'A tool.',
      parse: (text: string) => expectObject(JSON.parse(text), ''),
      function: (input: JsonObject) => run(input).text,
    },
  }))
}

async function* ran(runner: ChatCompletionRunner<null> | ChatCompletionStreamingRunner<null>) {
  await runner.done()
  yield* runner.allChatCompletions().map(heardChat)
}

function runTools(streams: boolean): Runner['run'] {
  return async function* (job) {
    const { completions } = openai(job).chat
    const body = {
      model: MODEL,
      messages: [{ role: 'user' as const, content: QUESTION }],
      tools: runnable(job),
    }
    const options = { maxChatCompletions: job.turns, signal: job.signal }
    if (streams) yield* ran(completions.runTools({ ...body, stream: true }, options))
    else yield* ran(completions.runTools(body, options))
  }
}

const DECLARED = (job: Job): OpenAI.ChatCompletionFunctionTool[] =>
  job.tools.map(({ name, parameters }) => ({ type: 'function', function: { name, parameters } }))

function chatOf(job: Job, streams: boolean): Chat {
  const { completions } = openai(job).chat
  const messages: OpenAI.ChatCompletionMessageParam[] = []
  return {
    async ask() {
      const body = { model: MODEL, messages: [...messages], tools: DECLARED(job) }
      const { signal } = job
      const completion = streams
        ? await completions.stream(body, { signal }).finalChatCompletion()
        : await completions.create(body, { signal })
      const [choice] = completion.choices
      if (choice !== undefined) messages.push(choice.message)
      return heardChat(completion)
    },
    say: (content) => void messages.push({ role: 'user', content }),
    answer(results) {
      for (const { call, gave } of results)
        messages.push({ role: 'tool', tool_call_id: call.id, content: gave.text })
    },
  }
}

/** Creates the runner of the Responses API. Its tools run while the answer is still streamed. */
function responsesRunner(streams: boolean): Runner['run'] {
  return async function* (job) {
    const runner = new ResponsesToolRunner({
      functions: job.tools.map(({ name, parameters, run }) => ({
        tool: { type: 'function', name, parameters, strict: false },
        execute: (input) => run(expectObject(asJson(input), '')).text,
      })),
    })
    const options = {
      stream: streams,
      eager: streams,
      maxSteps: job.turns,
      ...(job.signal && { signal: job.signal }),
    }
    const body = { model: MODEL, input: QUESTION, store: false }
    for await (const { response } of runner.iterate(openai(job), body, options))
      yield openaiResponses.decodeResponse(response).value
  }
}

/** A client's method to keep the turns of the Responses API. */
type Keeping = 'input' | 'previous' | 'conversation'

function responsesOf(job: Job, streams: boolean, keeping: Keeping): Chat {
  const client = openai(job)
  let input: OpenAI.Responses.ResponseInputItem[] = []
  let previous: string | undefined
  let conversation: string | undefined
  return {
    async ask() {
      if (keeping === 'conversation') conversation ??= (await client.conversations.create({})).id
      const tools = job.tools.map(({ name, parameters }) => ({
        ...{ type: 'function' as const, name, parameters, strict: false },
      }))
      const body = {
        ...{ model: MODEL, input, tools },
        ...(keeping === 'input' && { store: false }),
        ...(previous !== undefined && { previous_response_id: previous }),
        ...(conversation !== undefined && { conversation }),
      }
      const { signal } = job
      const response = streams
        ? await client.responses.stream(body, { signal }).finalResponse()
        : await client.responses.create(body, { signal })
      if (keeping === 'input') input = toResponseInputItems([...input, ...response.output])
      else input = []
      if (keeping === 'previous') previous = response.id
      return openaiResponses.decodeResponse(response).value
    },
    say: (content) => void input.push({ type: 'message', role: 'user', content }),
    answer(results) {
      for (const { call, gave } of results)
        input.push({ type: 'function_call_output', call_id: call.id, output: gave.text })
    },
  }
}

const WORDS: Readonly<Record<Keeping, string>> = {
  input: 'its output as input',
  previous: 'previous_response_id',
  conversation: 'conversation',
}

const losesErrors = 'the wire has no mark of errors, and the text says nothing'
const common = { isOwnError, losesErrors }

export const openaiRunners: readonly Runner[] = [
  ...[false, true].flatMap((streams): Runner[] => [
    {
      ...{ ...common, wire: 'openai-chat', streams, goesOn: false },
      title: streams ? 'openai runTools, streamed' : 'openai runTools',
      run: runTools(streams),
    },
    {
      ...{ ...common, wire: 'openai-chat', streams, goesOn: true },
      title: streams ? 'openai chat.completions.stream' : 'openai chat.completions.create',
      run: (job) => converse(chatOf(job, streams), job),
    },
    {
      ...{ ...common, wire: 'openai-responses', streams, goesOn: false },
      title: `openai ResponsesToolRunner${streams ? ', streamed, eager' : ''}`,
      run: responsesRunner(streams),
    },
    ...(['input', 'previous', 'conversation'] as const).map(
      (keeping): Runner => ({
        ...{ ...common, wire: 'openai-responses', streams, goesOn: true },
        leavesTurns: keeping !== 'input',
        title: `openai responses.${streams ? 'stream' : 'create'}, ${WORDS[keeping]}`,
        run: (job) => converse(responsesOf(job, streams, keeping), job),
      }),
    ),
  ]),
]
