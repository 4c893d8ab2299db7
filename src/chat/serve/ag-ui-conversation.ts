import { at, stringOr } from '../../base/json/read-json.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { ReadConversation } from './accept-answers.js'
import { type AgUiBody, agUiAnswer, agUiResults, agUiWords } from './ag-ui-body.js'
import { addPosting, driven, type SaidMessage } from './posting.js'
import type { AgUiTrustOptions } from './trust.js'
import { isMadeId } from './ui-ids.js'

/**
 * Becomes the driver of the conversation, then records the new content of the body.
 * @throws errors like `driven`.
 */
export function agUiConversation(
  body: AgUiBody,
  conversation: StoredConversation,
  { tools }: AgUiTrustOptions,
): Promise<ReadConversation> {
  return driven(
    conversation,
    async () => {
      const open = conversation.calls.flatMap(({ call, state }) => (state === 'open' ? call : []))
      return {
        said: saidIn(body),
        results: agUiResults(body, open, tools),
        answers: body.resume.map((entry, index) => ({ answer: agUiAnswer(entry, at('/resume', index)) })),
      }
    },
    (posting) => addPosting(posting, conversation),
  )
}

/**
 * Returns the user's messages at the end of the body: earlier posts may have been refused because the
 * conversation was busy.
 */
function saidIn({ messages }: AgUiBody): SaidMessage[] {
  const start = messages.findLastIndex(({ role }) => role !== 'user') + 1
  return messages.slice(start).flatMap((native, offset) => {
    const index = start + offset
    const key = stringOr(native.id, '') || undefined
    // A client that opened the chat again posts the stored question with the id of the snapshot.
    if (key === undefined ? index < messages.length - 1 : isMadeId(key)) return []
    return agUiWords(native, at('/messages', index)).map((message) => ({ message, key }))
  })
}
