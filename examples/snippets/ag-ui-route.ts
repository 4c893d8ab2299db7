import {
  memoryConversations,
  openConversation,
} from 'toolwire/conversation'
import { runLoop } from 'toolwire/loop'
import {
  agUiSnapshot,
  errorResponse,
  readAgUiInput,
  toResponse,
} from 'toolwire/serve'
import { gpt } from './gpt.js'
import { weather } from './weather.js'

// Stored in a file: sqliteConversations('chats.sqlite')
const store = memoryConversations()

export async function POST(request: Request) {
  const body = await request.json()
  const own = [weather]
  try {
    // Here, check that this user may write to the chat.
    const conversation = await openConversation(body.threadId, {
      store,
    })
    const { threadId, runId, tools } = await readAgUiInput(body, {
      conversation,
      tools: own,
    })
    const loop = runLoop({
      provider: gpt,
      conversation,
      tools: [...own, ...tools],
    })
    return toResponse(loop, { as: 'ag-ui', id: threadId, runId })
  } catch (error) {
    return errorResponse(error)
  }
}

// The messages and open interrupts of a page that is opened again
export async function loadChat(id: string) {
  return agUiSnapshot(await openConversation(id, { store }))
}
