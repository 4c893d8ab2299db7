import { describe } from 'vitest'
import type { Notice } from '../../src/base/model/context.js'
import type { Conversation, Message, Part } from '../../src/base/model/types.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { forEachPair, holdsFor, someExchangesOf } from '../support/law.js'
import { stored } from '../support/values.js'

/** Changes that one notice reports for the complete conversation. */
const ONCE: Readonly<Record<string, string>> = {
  'fields-not-carried': 'its detail counts the fields',
  'cache-marks-dropped': 'its detail is the number of marks',
  'opening-added': 'only the first message is preceded by another one',
  'answer-as-prefix': 'only the last message is a prefix of the next answer',
  'ends-with-answer': 'only the last message ends the conversation',
  'final-text-trimmed': 'only the last text ends the conversation',
  'messages-joined': 'the last message and the first copy can be one message, too',
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Returns another id of the same length, which is legal on the same wires. */
function otherId(id: string): string {
  const place = LETTERS.indexOf(id.slice(-1).toLowerCase())
  return place === -1 ? `${id}b` : id.slice(0, -1) + LETTERS[(place + LETTERS.length / 2) % LETTERS.length]
}

/** Returns the message with the id of each call and result changed. */
function renamed(message: Message): Message {
  const parts = stored(message).parts.map((part): Part => {
    if (part.type === 'tool-call') return { ...part, id: otherId(part.id) }
    return part.type === 'tool-result' ? { ...part, callId: otherId(part.callId) } : part
  })
  return { ...message, parts }
}

function noticesOf(conversation: Conversation, to: Parameters<typeof encodeConversation>[1]['to']) {
  return encodeConversation({ maxOutputTokens: 100, ...conversation, model: 'example-model' }, { to }).notices
}

/** Counts the notices about messages by their code. */
function countsOf(notices: readonly Notice[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code, path } of notices)
    if (path.startsWith('/messages/') && ONCE[code] === undefined)
      counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

describe('law 20: a change of two messages is reported for both', () => {
  forEachPair('', ['request', 'writing'], (from, to) => {
    holdsFor(someExchangesOf(from.wire), ({ request }) => {
      if (request === undefined) return undefined
      const conversation = from.adapter.decodeRequest(stored(request)).value
      const messages = [...conversation.messages, ...conversation.messages.map(renamed)]
      const notices = noticesOf({ ...conversation, messages }, to.adapter)
      const twice = countsOf(notices)
      const outside = notices.filter(({ path }) => /^\/\d/.test(path))
      const once = countsOf(noticesOf(conversation, to.adapter))
      return [
        ...outside.map(({ code, path }) => `${code} at ${path} is not in the conversation`),
        ...[...once].flatMap(([code, count]) =>
          (twice.get(code) ?? 0) < 2 * count ? [`${code}: ${count}, then ${twice.get(code)}`] : [],
        ),
      ]
    })
  })
})
