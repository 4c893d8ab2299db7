import { AdapterError } from '../../base/json/adapter-error.js'
import { toolMessage } from '../../base/model/create.js'
import type { Message, ToolResult } from '../../base/model/types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import { ConversationError } from '../conversation/conversation-error.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { PostedAnswer, ReadConversation } from './accept-answers.js'

/** A posted message of the user, with its id in the client. */
export interface SaidMessage {
  readonly message: Message
  readonly key: string | undefined
}

/** A person's verified answer to a request for approval. */
export type RecordedAnswer = Pick<PostedAnswer, 'answer' | 'expires'>

/** The verified new content of a body. */
export interface Posting {
  readonly said: readonly SaidMessage[]
  readonly results: readonly ToolResult[]
  readonly answers: readonly RecordedAnswer[]
}

/**
 * Becomes the driver of the conversation, then records a posting.
 * @param read returns the new content of the body. All checks are made before the first record.
 * @param record returns the requests whose answers have no effect.
 * @throws ConversationError `busy`, before anything is recorded; `superseded` if nothing is new;
 * AdapterError; errors of the store. In these cases the conversation is released.
 */
export async function driven(
  conversation: StoredConversation,
  read: () => Promise<Posting>,
  record: (posting: Posting) => Promise<ApprovalRequest[]>,
): Promise<ReadConversation> {
  const drive = await conversation.drive()
  try {
    const posting = await read()
    const superseded = await record(posting)
    if (isAnswersOnly(posting) && !drive.isUnanswered) throw settled(conversation.id)
    expectQuestion(conversation.messages)
    return { messages: [...conversation.messages], approvals: [], superseded }
  } catch (error) {
    await drive.release()
    throw error
  }
}

/**
 * Checks that a chat has a message to answer: a body without one, or only with an answer that the server did not
 * send, would become a request that the provider rejects.
 * @throws AdapterError `missing-field`.
 */
export function expectQuestion(messages: readonly Message[]): void {
  if (messages.some(({ role }) => role !== 'system')) return
  const message = 'the chat has no message to answer: post a message of the user with a text or a file'
  throw new AdapterError('missing-field', '/messages', message)
}

function isAnswersOnly({ said, results, answers }: Posting): boolean {
  return answers.length > 0 && said.length === 0 && results.length === 0
}

/**
 * Creates the error for a post without new content. A run would have no output, and `useChat` would post
 * again without end.
 */
function settled(id: string): ConversationError {
  const message = `The calls in the conversation "${id}" have ended: load its messages again.`
  return new ConversationError('superseded', id, message)
}

/** Adds a posting at the end of the conversation. Returns the requests whose answers have no effect. */
export async function addPosting(
  { said, results, answers }: Posting,
  conversation: StoredConversation,
): Promise<ApprovalRequest[]> {
  if (results.length > 0) await conversation.say(toolMessage(results))
  const denied = answers.filter(({ answer }) => !answer.isApproved)
  const approved = answers.filter(({ answer }) => answer.isApproved)
  const late = await answerAll(denied, conversation)
  // A message ends all open requests, so an approval in the same post comes too late.
  for (const { message, key } of said) await conversation.say(message, key)
  return [...late, ...(await answerAll(approved, conversation))]
}

/** Returns the requests whose answers have no effect. */
async function answerAll(
  answers: readonly RecordedAnswer[],
  conversation: StoredConversation,
): Promise<ApprovalRequest[]> {
  const superseded: ApprovalRequest[] = []
  for (const { answer, expires } of answers) {
    const { id, isApproved, reason } = answer
    const isExpired = expires !== undefined && expires < Date.now()
    try {
      if (!isApproved) await conversation.deny(id, reason)
      else if (!isExpired) await conversation.approve(id)
      else superseded.push(...conversation.approvals.filter((request) => request.id === id))
    } catch (error) {
      if (!(error instanceof ConversationError) || error.request === undefined) throw error
      superseded.push(error.request)
    }
  }
  return superseded
}
