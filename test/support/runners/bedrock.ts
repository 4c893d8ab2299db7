import {
  BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  type ContentBlock,
  ConverseCommand,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  type Message,
  type ToolResultBlock,
} from '@aws-sdk/client-bedrock-runtime'
import { bedrock } from '../../../adapters/bedrock-converse/index.js'
import { asJson, asNative } from '../../../src/base/json/read-json.js'
import { type Chat, converse } from './converse.js'
import { HOST, type Job, MODEL, type Runner } from './types.js'

interface HttpRequest {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

/**
 * Returns the AWS client over a fetch. Its own transport keeps connections, and cannot be replaced in other
 * ways.
 */
export function bedrockOf({ fetch, retries = 0 }: Pick<Job, 'fetch' | 'retries'>): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    ...{ region: 'us-east-1', endpoint: HOST, maxAttempts: retries + 1 },
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    requestHandler: {
      async handle(request: HttpRequest, { abortSignal }: { abortSignal?: AbortSignal } = {}) {
        const { method, path, headers, body } = request
        const init = { method, headers, body, ...(abortSignal && { signal: abortSignal }) }
        const answer = await fetch(HOST + path, init)
        const { status: statusCode, body: received } = answer
        return { response: { statusCode, headers: Object.fromEntries(answer.headers), body: received } }
      },
    },
  })
}

function chatOf(job: Job, streams: boolean): Chat {
  const client = bedrockOf(job)
  const messages: Message[] = []
  const options = job.signal === undefined ? {} : { abortSignal: job.signal }
  return {
    async ask() {
      const input = {
        modelId: MODEL,
        messages: [...messages],
        toolConfig: {
          tools: job.tools.map(({ name, parameters }) => ({
            toolSpec: { name, inputSchema: { json: asNative<Record<string, never>>(parameters) } },
          })),
        },
      }
      if (!streams) {
        const answer = await client.send(new ConverseCommand(input), options)
        if (answer.output?.message !== undefined) messages.push(answer.output.message)
        return bedrock.decodeResponse(answer).value
      }
      const events: ConverseStreamOutput[] = []
      const { stream } = await client.send(new ConverseStreamCommand(input), options)
      for await (const event of stream ?? []) events.push(event)
      messages.push({ role: 'assistant', content: joined(events) })
      return bedrock.collect(events)
    },
    say: (text) => void messages.push({ role: 'user', content: [{ text }] }),
    answer(results) {
      const content = results.map(({ call, gave }): { toolResult: ToolResultBlock } => ({
        toolResult: {
          toolUseId: call.id,
          content: [{ text: gave.text }],
          ...(gave.isError && { status: 'error' }),
        },
      }))
      messages.push({ role: 'user', content })
    },
  }
}

interface Block {
  text: string
  input: string
  reasoning: string
  signature: string | undefined
  start: { toolUseId: string | undefined; name: string | undefined } | undefined
}

/** Joins the deltas, as the SDK's users have to do. */
function joined(events: readonly ConverseStreamOutput[]): ContentBlock[] {
  const blocks = new Map<number, Block>()
  const at = (index = 0) => {
    const block = blocks.get(index) ?? {
      ...{ text: '', input: '', reasoning: '', signature: undefined, start: undefined },
    }
    blocks.set(index, block)
    return block
  }
  for (const { contentBlockStart: start, contentBlockDelta: delta } of events) {
    const use = start?.start?.toolUse
    if (use !== undefined) at(start?.contentBlockIndex).start = { toolUseId: use.toolUseId, name: use.name }
    if (delta === undefined) continue
    const block = at(delta.contentBlockIndex)
    block.text += delta.delta?.text ?? ''
    block.input += delta.delta?.toolUse?.input ?? ''
    block.reasoning += delta.delta?.reasoningContent?.text ?? ''
    block.signature ??= delta.delta?.reasoningContent?.signature
  }
  return [...blocks.values()].map(blockOf)
}

function blockOf({ text, input, reasoning, signature, start }: Block): ContentBlock {
  if (start !== undefined)
    return {
      toolUse: { ...start, input: asNative<Record<string, never>>(asJson(JSON.parse(input || '{}'))) },
    }
  if (reasoning !== '') return { reasoningContent: { reasoningText: { text: reasoning, signature } } }
  return { text }
}

export const bedrockRunners: readonly Runner[] = [false, true].map((streams) => ({
  ...{ wire: 'bedrock-converse', streams, goesOn: true },
  title: `@aws-sdk/client-bedrock-runtime Converse${streams ? 'Stream' : ''}`,
  run: (job) => converse(chatOf(job, streams), job),
  isOwnError: (error) => error instanceof BedrockRuntimeServiceException,
}))
