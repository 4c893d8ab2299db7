import { provider } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import {
  memoryConversations,
  openConversation,
} from 'toolwire/conversation'
import { runLoop } from 'toolwire/loop'
import {
  errorResponse,
  readUiMessages,
  toResponse,
} from 'toolwire/serve'
import { weather } from './snippets/weather.js'

// Stored in a file: sqliteConversations('chats.sqlite')
const store = memoryConversations()
const key = process.env.OPENAI_API_KEY
const gpt = provider(openaiChat, { model: 'gpt-5.4', key })
const tools = [weather]
export async function POST(request: Request) {
  const body = await request.json()
  try {
    // Here, check that this user may write to the chat.
    const conversation = await openConversation(body.id, { store })
    await readUiMessages(body, { conversation, tools })
    const loop = runLoop({ provider: gpt, conversation, tools })
    return toResponse(loop, { as: 'ui', id: body.id })
  } catch (error) {
    return errorResponse(error)
  }
}
