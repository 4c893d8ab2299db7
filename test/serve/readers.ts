import {
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai'
import type { LoopEvent } from '../../src/chat/loop/index.js'

/** Yields events one by one, as a turn does. */
export async function* given(events: Iterable<LoopEvent>): AsyncGenerator<LoopEvent, undefined> {
  yield* events
}

/** Returns the chunks of a stream, checked with the schema of the AI SDK. */
export function chunksOf(response: Response): ReadableStream<UIMessageChunk> {
  const { body } = response
  if (body === null) throw new Error('The response has no body.')
  return parseJsonEventStream({ stream: body, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (!chunk.success) throw chunk.error
        controller.enqueue(chunk.value)
      },
    }),
  )
}

/** The AI SDK's result of reading a stream. */
export interface Read {
  readonly message: UIMessage | undefined
  readonly errors: readonly string[]
}

/**
 * Reads a response as the AI SDK's client does.
 * @param before the message that the stream continues.
 */
export async function readUi(response: Response, before?: UIMessage): Promise<Read> {
  const errors: string[] = []
  const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error))
  const options = { stream: chunksOf(response), onError, ...(before && { message: before }) }
  let message = before
  for await (const state of readUIMessageStream(options)) message = state
  return { message, errors }
}

/** Returns the text of a stream. */
export async function textOf(response: Response): Promise<string> {
  return response.text()
}
