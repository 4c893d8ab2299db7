import {
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai'
import type { LoopEvent } from '../../src/chat/loop/index.js'

/** Events one by one, as a turn gives them. */
export async function* given(events: Iterable<LoopEvent>): AsyncGenerator<LoopEvent, undefined> {
  yield* events
}

/** The chunks of a stream, checked by the schema of the AI SDK. */
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

/** What the AI SDK makes of a stream. */
export interface Read {
  readonly message: UIMessage | undefined
  readonly errors: readonly string[]
}

/** @param before the message that the stream goes on with. */
export async function readUi(response: Response, before?: UIMessage): Promise<Read> {
  const errors: string[] = []
  const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error))
  const options = { stream: chunksOf(response), onError, ...(before && { message: before }) }
  let message = before
  for await (const state of readUIMessageStream(options)) message = state
  return { message, errors }
}

/** What of a stream arrives as text. */
export async function textOf(response: Response): Promise<string> {
  return response.text()
}
