import { at, stringOr } from '../../base/json/read-json.js'
import type { ToolResult } from '../../base/model/types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { ReadConversation } from './accept-answers.js'
import { checkedMessage, decoded } from './from-body.js'
import {
  beforeUser,
  countOfUser,
  hasSameText,
  isEdit,
  type Posted,
  postedCalls,
  resultIn,
  upToUser,
} from './from-history.js'
import { PartCheck } from './part-check.js'
import { addPosting, driven, type Posting, type RecordedAnswer, type SaidMessage } from './posting.js'
import { isClientTool, type TrustOptions } from './trust.js'
import { isMadeId } from './ui-ids.js'
import { answerIn, type UiBody } from './ui-parts.js'

/** Options with a conversation. */
interface ConversationTrust extends TrustOptions {
  readonly conversation: StoredConversation
}

/**
 * Becomes the driver of the conversation, then records the new content of the body.
 * @throws errors like `driven`.
 */
export function fromConversation(body: UiBody, options: ConversationTrust): Promise<ReadConversation> {
  return driven(
    options.conversation,
    () => postingOf(body, options),
    (posting) => record(body, posting, options.conversation),
  )
}

/** Returns the new content of the body. All checks are made before the first record. */
async function postingOf(body: UiBody, options: ConversationTrust): Promise<Posting> {
  const posted = postedCalls(body)
  return {
    said: await saidIn(body),
    results: clientResults(posted, options),
    answers: await answersIn(body, posted, options),
  }
}

/**
 * Returns the user's messages at the end of the body: earlier posts may have been refused because the
 * conversation was busy.
 */
async function saidIn({ id, messages }: UiBody): Promise<SaidMessage[]> {
  const said: SaidMessage[] = []
  const start = messages.findLastIndex(({ role }) => role !== 'user') + 1
  for (const [offset, native] of messages.slice(start).entries()) {
    const index = start + offset
    const key = stringOr(native.id, '') || undefined
    if (index < messages.length - 1 && (key === undefined || isMadeId(key))) continue
    const path = at('/messages', index)
    const clean = await checkedMessage(native, path, new PartCheck(id, {}), [])
    for (const message of decoded(clean, path)) said.push({ message, key })
  }
  return said
}

function clientResults(posted: ReadonlyMap<string, Posted>, options: ConversationTrust): ToolResult[] {
  return options.conversation.calls.flatMap(({ call, state }) => {
    const part = posted.get(call.id)?.part
    const isTaken = state === 'open' && isClientTool(call.name, options)
    return part !== undefined && isTaken ? resultIn(part, call) : []
  })
}

async function answersIn(
  { id }: UiBody,
  posted: ReadonlyMap<string, Posted>,
  { secret }: ConversationTrust,
): Promise<RecordedAnswer[]> {
  const check = new PartCheck(id, secret === undefined ? {} : { secret })
  const answers: RecordedAnswer[] = []
  for (const { part, path } of posted.values()) {
    const answer = answerIn(part, path)
    if (answer === undefined) continue
    const checked = secret === undefined ? undefined : await check.call(part, path)
    answers.push({ answer, expires: checked?.expires })
  }
  return answers
}

async function record(
  body: UiBody,
  posting: Posting,
  conversation: StoredConversation,
): Promise<ApprovalRequest[]> {
  const { said } = posting
  const last = said.at(-1)
  const isAgain = body.trigger === 'regenerate-message'
  const isChange = isAgain || (last !== undefined && isEdit(body))
  if (!isChange || (await addRefused(body, said, conversation)))
    return addPosting({ ...posting, said: said.filter(isOfClient) }, conversation)
  const { messages } = conversation
  if (isAgain) await conversation.rewind(upToUser(messages, body, last && [last.message]).length)
  else await conversation.rewind(beforeUser(messages, countOfUser(body)).length)
  if (!isAgain && last !== undefined) await conversation.say(last.message)
  return []
}

/** Returns false for a message with an id of `uiMessages`: a page that was loaded again posts the stored question. */
function isOfClient({ key }: SaidMessage): boolean {
  return key === undefined || !isMadeId(key)
}

/**
 * Adds the messages of refused posts: a client that tries again posts such a message like an edit, or like a
 * message to answer again. Returns true if the last message was refused before.
 */
async function addRefused(
  body: UiBody,
  said: readonly SaidMessage[],
  conversation: StoredConversation,
): Promise<boolean> {
  // Messages that no client posted have other ids in clients. A message to answer again is matched by its
  // text.
  const isAgain = body.trigger === 'regenerate-message'
  if (isAgain && hasSameText(conversation.messages, body, said.at(-1)?.message)) return false
  let isNew = false
  for (const { message, key } of said)
    isNew = key !== undefined && !isMadeId(key) && (await conversation.say(message, key))
  return isNew
}
