import {
  memoryConversations,
  openConversation,
} from 'toolwire/conversation'
import { runLoop } from 'toolwire/loop'
import {
  errorResponse,
  memoryStreams,
  readUiMessages,
  resumeResponse,
  toResponse,
  uiMessages,
} from 'toolwire/serve'
import { gpt } from './gpt.js'
import { weather } from './weather.js'

const store = memoryConversations()
// On several servers: stateStreams(redisState(…))
const streams = memoryStreams()
const tools = [weather]

export async function POST(request: Request) {
  const body = await request.json()
  const { id } = body
  // Here, check that this user may write to the chat.
  try {
    const conversation = await openConversation(id, { store })
    await readUiMessages(body, { conversation, tools })
    const loop = runLoop({ provider: gpt, conversation, tools })
    return toResponse(loop, { as: 'ui', id, store: streams })
  } catch (error) {
    return errorResponse(error)
  }
}

/** Returns the `messages` that `useChat` starts with. */
export async function messagesOf(id: string) {
  // Here, check that this user may read the chat.
  return uiMessages(await openConversation(id, { store }))
}

/** In Next.js: app/api/chat/[id]/stream/route.ts */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
) {
  const { id } = await params
  // Here, check that this user may read the chat.
  return resumeResponse({
    store: streams,
    id,
    as: 'ui',
    lastEventId: request.headers.get('last-event-id'),
  })
}
