import {
  ApiError,
  type CallableTool,
  type Content,
  type FunctionDeclaration,
  type GenerateContentResponse,
  GoogleGenAI,
  type HttpRetryOptions,
  type Part,
} from '@google/genai'
import {
  type FunctionDeclarationsTool,
  type Part as GenerativePart,
  GoogleGenerativeAI,
  GoogleGenerativeAIError,
} from '@google/generative-ai'
import { google } from '../../../adapters/google-generate-content/index.js'
import { asJson, asNative, expectObject } from '../../../src/base/json/read-json.js'
import { type Answered, type Chat, converse } from './converse.js'
import { type Heard, HOST, type Job, type JobTool, MODEL, QUESTION, type Runner, toolOf } from './types.js'

/** Creates a client with this fetch. The SDK uses the global fetch by default. */
export function genai({ fetch, retries = 0 }: Pick<Job, 'fetch' | 'retries'>): GoogleGenAI {
  const retryOptions: HttpRetryOptions = { attempts: retries + 1, initialDelay: 0.001, jitter: 0 }
  const httpOptions = { baseUrl: HOST, fetch, ...(retries > 0 && { retryOptions }) }
  return new GoogleGenAI({ apiKey: 'k', httpOptions })
}

function heardFrom(response: GenerateContentResponse): Heard {
  return google.decodeResponse(response).value
}

/** Returns a tool's output in the member that marks success or failure. */
function responseOf(name: string, { text, isError }: ReturnType<JobTool['run']>, id?: string): Part {
  const response = isError ? { error: text } : { output: text }
  return { functionResponse: { name, response, ...(id !== undefined && { id }) } }
}

function declarations({ tools }: Job): FunctionDeclaration[] {
  return tools.map(({ name, parameters }) => ({ name, parametersJsonSchema: parameters }))
}

/** Returns one SDK tool for the complete job, as for MCP servers. */
function callable(job: Job): CallableTool {
  return {
    tool: async () => ({ functionDeclarations: declarations(job) }),
    callTool: async (calls) =>
      calls.map(({ id, name = '', args = {} }) =>
        responseOf(name, toolOf(job, name).run(expectObject(asJson(args), '')), id),
      ),
  }
}

function automatic(streams: boolean): Runner['run'] {
  return async function* (job) {
    const { models } = genai(job)
    const parameters = {
      model: MODEL,
      contents: QUESTION,
      config: { tools: [callable(job)], ...(job.signal && { abortSignal: job.signal }) },
    }
    if (streams) return yield* turnsOf(await models.generateContentStream(parameters))
    const response = await models.generateContent(parameters)
    const history = response.automaticFunctionCallingHistory ?? []
    for (const content of history.filter(({ role }) => role === 'model'))
      yield { message: messageOf(content) }
    yield heardFrom(response)
  }
}

function messageOf(content: Content) {
  return google.decodeResponse({ candidates: [{ content }] }).value.message
}

/** Splits a stream into turns. The SDK emits the tool results between them. */
async function* turnsOf(stream: AsyncIterable<GenerateContentResponse>): AsyncGenerator<Heard> {
  let chunks: GenerateContentResponse[] = []
  for await (const chunk of stream) {
    if (chunk.candidates?.[0]?.content?.role === 'user') {
      yield await google.collect(chunks)
      chunks = []
    } else chunks.push(chunk)
  }
  yield await google.collect(chunks)
}

function responses(results: readonly Answered[]): Part[] {
  // Results without ids are paired by their order.
  const isInOrder = results.some(({ call }) => call.minted)
  const list = isInOrder ? results.toReversed() : results
  return list.map(({ call, gave }) => responseOf(call.name, gave, call.minted ? undefined : call.id))
}

function chatOf(job: Job, streams: boolean): Chat {
  const config = {
    tools: [{ functionDeclarations: declarations(job) }],
    ...(job.signal && { abortSignal: job.signal }),
  }
  const chat = genai(job).chats.create({ model: MODEL, config })
  let message: Part[] = []
  return {
    async ask() {
      if (!streams) return heardFrom(await chat.sendMessage({ message }))
      const chunks: GenerateContentResponse[] = []
      for await (const chunk of await chat.sendMessageStream({ message })) chunks.push(chunk)
      return google.collect(chunks)
    },
    say(text) {
      message = [{ text }]
    },
    answer(results) {
      message = responses(results)
    },
  }
}

/** Creates a chat of the older SDK, which supports only the global fetch. */
function generativeOf(job: Job, streams: boolean): Chat {
  const tools = [
    {
      functionDeclarations: job.tools.map(({ name, parameters }) => ({
        name,
        ...(Object.keys(parameters.properties ?? {}).length > 0 && { parameters }),
      })),
    },
  ]
  const chat = new GoogleGenerativeAI('k')
    .getGenerativeModel({ model: MODEL }, { baseUrl: HOST })
    .startChat({ tools: asNative<FunctionDeclarationsTool[]>(asJson(tools)) })
  let message: GenerativePart[] = []
  const { signal } = job
  const options = signal === undefined ? {} : { signal }
  return {
    ask: () =>
      withGlobalFetch(job, async () => {
        if (!streams) return google.decodeResponse((await chat.sendMessage(message, options)).response).value
        const { stream, response } = await chat.sendMessageStream(message, options)
        const heard = google.collect(stream)
        await Promise.all([heard, response])
        return heard
      }),
    say(text) {
      message = [{ text }]
    },
    answer(results) {
      message = asNative(asJson(responses(results)))
    },
  }
}

async function withGlobalFetch<Result>({ fetch }: Job, run: () => Promise<Result>): Promise<Result> {
  const original = globalThis.fetch
  globalThis.fetch = fetch
  try {
    return await run()
  } finally {
    globalThis.fetch = original
  }
}

const common = { wire: 'google-generate-content' }

export const googleRunners: readonly Runner[] = [false, true].flatMap((streams): Runner[] => [
  {
    ...{ ...common, streams, goesOn: false },
    title: `@google/genai automatic function calling${streams ? ', streamed' : ''}`,
    run: automatic(streams),
    isOwnError: (error) => error instanceof ApiError,
  },
  {
    ...{ ...common, streams, goesOn: true },
    title: `@google/genai chats.sendMessage${streams ? 'Stream' : ''}`,
    run: (job) => converse(chatOf(job, streams), job),
    isOwnError: (error) => error instanceof ApiError,
  },
  {
    ...{ ...common, streams, goesOn: true },
    retries: false,
    ...(streams && { mixesThinking: 'the SDK is older than thinking, and joins thoughts as text' }),
    title: `@google/generative-ai startChat, sendMessage${streams ? 'Stream' : ''}`,
    run: (job) => converse(generativeOf(job, streams), job),
    isOwnError: (error) => error instanceof GoogleGenerativeAIError,
  },
])
