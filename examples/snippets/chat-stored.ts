import type { Message } from 'toolwire'
import { runLoop } from 'toolwire/loop'
import {
  memoryStreams,
  readUiMessages,
  resume,
  toResponse,
} from 'toolwire/serve'
import { gpt } from './gpt.js'
import { weather } from './weather.js'

// Use your database.
const conversations = new Map<string, readonly Message[]>()
// On several servers: stateStreams(redisState(…))
const store = memoryStreams()

export async function POST(request: Request) {
  const body = await request.json()
  // Here, check that this user may write to the chat `body.id`.
  const history = conversations.get(body.id) ?? []
  const { id, messages, approvals } = await readUiMessages(body, {
    history,
    tools: [weather],
  })
  const loop = runLoop({
    provider: gpt,
    messages,
    approvals,
    tools: [weather],
  })
  return toResponse(loop, {
    as: 'ui',
    id,
    store,
    onEnd: () => conversations.set(id, loop.messages),
  })
}

/** In Next.js: app/api/chat/[id]/stream/route.ts */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
) {
  const { id } = await params
  // Here, check that this user may read the chat.
  return resume({
    store,
    id,
    as: 'ui',
    lastEventId: request.headers.get('last-event-id'),
  })
}
