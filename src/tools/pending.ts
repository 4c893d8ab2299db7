import { asJson, wrongType } from '../base/json/read-json.js'
import { isCallToAnswer } from '../base/model/calls-to-answer.js'
import { expectMessages, expectOptions, type KnownOptions } from '../base/model/expect.js'
import { type AfterOptions, admitted } from '../base/model/outcome.js'
import type { Conversation, Message, ToolCall } from '../base/model/types.js'

/**
 * Returns the calls that the client still has to answer: the calls of the model's last turn without a result,
 * in order. The list includes broken calls and calls of unknown tools, because a provider rejects a
 * conversation with an open call. It excludes provider-executed calls and `withheld` calls. A call with a
 * preliminary result, such as a call that waits for approval, is still included.
 * @param of a message of the assistant, the messages of a conversation, or the conversation.
 * @throws AdapterError for messages that are not canonical, such as native messages.
 * @example for (const call of pendingCalls(messages)) if (!(await isAllowed(call))) results.push(deniedResult(call))
 */
export function pendingCalls(
  of: Message | readonly Message[] | Pick<Conversation, 'messages'>,
  options?: AfterOptions,
): ToolCall[] {
  const pending: ToolCall[] = []
  let isModels = false
  const messages = messagesOf(of)
  expectMessages(messages)
  for (const { role, parts } of messages) {
    if (role === 'assistant' && !isModels) pending.length = 0
    isModels = role === 'assistant'
    for (const part of parts) {
      if (isCallToAnswer(part)) pending.push(part)
      if (part.type === 'tool-result' && part.preliminary !== true) answer(pending, part.callId)
    }
  }
  if (options !== undefined)
    expectOptions(options, AFTER, ['pendingCalls', 'pendingCalls(messages, { alsoAfter })'])
  return admitted(pending, options)
}

const AFTER: KnownOptions<AfterOptions> = { alsoAfter: true }

function messagesOf(of: Message | readonly Message[] | Pick<Conversation, 'messages'>): readonly Message[] {
  if (typeof of !== 'object' || of === null)
    throw wrongType('a message, a list of messages or a conversation', asJson(of), '')
  if ('messages' in of) return of.messages
  return 'role' in of ? [of] : of
}

function answer(pending: ToolCall[], callId: string): void {
  const position = pending.findIndex(({ id }) => id === callId)
  if (position !== -1) pending.splice(position, 1)
}
