import type { StoredConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { errorResponse, readUiMessages, toResponse, uiMessages } from '../../src/chat/serve/index.js'
import type { Executor } from '../../src/tools/index.js'
import { type Note, QUESTION, threeWires, threeWireTools } from './three-wires.js'

/** The world of a host, which outlives its process. */
export interface HostWorld {
  /** Opens the conversation as this process. */
  open(): Promise<StoredConversation>
  readonly note: Note
  /** Runs the calls. Default: they run in the process. */
  readonly executor?: Executor
}

/** Answers the user's question with the model of three providers, until it is done or its process dies. */
export type Host = (world: HostWorld) => Promise<void>

const loopOf = ({ note, executor }: HostWorld, conversation: StoredConversation) => {
  const runner = executor === undefined ? { tools: threeWireTools(note) } : { executor }
  return runLoop({ provider: threeWires(note), conversation, ...runner })
}

const runsLoop: Host = async (world) => {
  const conversation = await world.open()
  await conversation.say(QUESTION, 'm1')
  await loopOf(world, conversation).result
}

async function post(world: HostWorld, messages: unknown): Promise<void> {
  const response = await answered(world, { id: 'c', messages })
  // A page that posts to a busy chat shows the error, and its user tries again.
  await response.text()
}

/** Answers a post to the chat, as its route. */
async function answered(world: HostWorld, body: unknown): Promise<Response> {
  try {
    const conversation = await world.open()
    await readUiMessages(body, { conversation, tools: threeWireTools(world.note) })
    return toResponse(loopOf(world, conversation), { as: 'ui', id: 'c' })
  } catch (error) {
    return errorResponse(error)
  }
}

const asked = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }]

/** A page that loads the messages, and posts the question if they lack it, else the messages again. */
const loadsPage: Host = async (world) => {
  const loaded = await uiMessages(await world.open())
  await post(world, loaded.length > 0 ? loaded : asked)
}

/** A page that posts the question again, as after a network error. */
const postsAgain: Host = (world) => post(world, asked)

/** All hosts by their names. */
export const HOSTS = {
  'a loop': runsLoop,
  'a route whose page is loaded again': loadsPage,
  'a route whose page posts again': postsAgain,
} as const
