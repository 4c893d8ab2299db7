import type { UIMessage } from 'ai'
import {
  openConversation,
  sqliteConversations,
} from 'toolwire/conversation'
import { runLoop } from 'toolwire/loop'
import {
  errorResponse,
  type Failure,
  memoryStreams,
  readUiMessages,
  resumeResponse,
  toResponse,
  uiMessages,
} from 'toolwire/serve'
import { model } from './model.ts'
import { tools } from './tools.ts'

const store = sqliteConversations(process.env.CHATS ?? 'chats.sqlite')
// On several servers: stateStreams(redisState(…))
const streams = memoryStreams()

/** POST /api/chat */
export async function answer(request: Request): Promise<Response> {
  try {
    const body = await request.json()
    // Here, check that this user may write to the chat.
    const conversation = await openConversation(body.id, { store })
    await readUiMessages(body, { conversation, tools })
    const loop = runLoop({ provider: model, conversation, tools })
    return toResponse(loop, {
      as: 'ui',
      id: body.id,
      store: streams,
      onError: failed,
    })
  } catch (error) {
    return errorResponse(error)
  }
}

/** Returns the sentence for the user. Log the failure here. */
function failed({ type }: Failure): string {
  return type === 'tool'
    ? 'The tool failed.'
    : 'The model did not answer.'
}

/** GET /api/chat/ID/stream: a running answer, for a reloaded page. */
export function resumed(id: string): Promise<Response> {
  return resumeResponse({ store: streams, id, as: 'ui' })
}

/** POST /api/chat/ID/stop */
export async function stop(id: string): Promise<Response> {
  await (await openConversation(id, { store })).stop()
  return new Response(null, { status: 204 })
}

/** The messages that the page starts with. */
export async function storedMessages(id: string): Promise<UIMessage[]> {
  return uiMessages<UIMessage>(await openConversation(id, { store }))
}
