import { describe, expect, test } from 'vitest'
import { equalJson } from '../../src/base/json/write-json.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Conversation, Message, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { outputText } from '../../src/codec/shape/results.js'
import { callsOf } from '../../src/codec/wire/everyday.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { adapters, formats, isReadOnly, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { allFixtures, type Exchange, exchangesOf } from '../support/exchanges.js'
import { holdsFor } from '../support/law.js'
import { deepFreeze, stored } from '../support/values.js'

/** The notices that may explain a changed call or result. */
interface Journey {
  readonly conversation: Conversation
  readonly notices: readonly Notice[]
}

/** Encodes a conversation in a format, stores it, and decodes it. */
function through(conversation: Conversation, format: LoadedAdapter, from: string): Journey {
  const there = encodeConversation(conversation, { to: format.adapter, from, pendingCalls: 'keep' })
  const back = format.adapter.decodeRequest(stored(there.value))
  return { conversation: back.value, notices: [...there.notices, ...back.notices] }
}

function callLoss(call: ToolCall, arrived: readonly ToolCall[]): string | undefined {
  const same = arrived.filter(({ id }) => id === call.id)
  if (same.length === 0) return `the call ${call.id} of ${call.name} is missing`
  const isThere = same.some(
    (other) =>
      other.name === call.name &&
      other.providerExecuted === call.providerExecuted &&
      (call.status === 'complete') === (other.status === 'complete') &&
      (call.rawArguments === undefined || call.status !== 'complete'
        ? equalJson(other.arguments, call.arguments)
        : other.rawArguments === call.rawArguments || equalJson(other.arguments, call.arguments)) &&
      (call.status === 'complete' || other.rawArguments === call.rawArguments),
  )
  return isThere
    ? undefined
    : `the call ${call.id} of ${call.name} arrives as ${JSON.stringify(same).slice(0, 300)}`
}

function resultLoss(result: ToolResult, arrived: readonly ToolResult[]): string | undefined {
  const same = arrived.filter(({ callId }) => callId === result.callId)
  if (same.length === 0) return `the result of ${result.callId} is missing`
  const text = outputText(result.output)
  const isThere = same.some((other) => other.isError === result.isError && outputText(other.output) === text)
  return isThere
    ? undefined
    : `the result of ${result.callId} (${result.isError}: ${text.slice(0, 80)}) arrives as ${JSON.stringify(same).slice(0, 300)}`
}

/** Returns true if a notice is about the part: it has the part's path or names the call. */
function isTold(part: ToolCall | ToolResult, path: string, { notices }: Journey): boolean {
  const id = part.type === 'tool-call' ? part.id : part.callId
  return notices.some(
    (notice) =>
      `${notice.path}/`.startsWith(`${path}/`) ||
      notice.message.includes(id) ||
      (part.name !== '' && notice.message.includes(part.name)) ||
      (part.type === 'tool-call' && part.namespace !== undefined && notice.message.includes(part.namespace)),
  )
}

function judge({ messages }: Conversation, journey: Journey): string[] {
  const arrived = journey.conversation.messages.flatMap(({ parts }) => parts)
  const calls = arrived.filter((part) => part.type === 'tool-call')
  const results = arrived.filter((part) => part.type === 'tool-result')
  return messages.flatMap(({ parts }, index) =>
    parts.flatMap((part, partIndex) => {
      if (part.type !== 'tool-call' && part.type !== 'tool-result') return []
      const loss = part.type === 'tool-call' ? callLoss(part, calls) : resultLoss(part, results)
      return loss === undefined || isTold(part, `/messages/${index}/parts/${partIndex}`, journey) ? [] : loss
    }),
  )
}

/** Returns the history followed by the answer. */
function conversationOf(
  { request, response, status }: Exchange,
  { adapter }: LoadedAdapter,
): Conversation | undefined {
  if (status >= 400) return undefined
  const decoded = request && adapter.decodeRequest(request).value
  const answer: readonly Message[] =
    response === undefined ? [] : [adapter.decodeResponse(response).value.message]
  const messages = [...(decoded?.messages ?? []), ...answer]
  return messages.some(({ parts }) => parts.some(({ type }) => type.startsWith('tool-')))
    ? deepFreeze({ ...decoded, messages })
    : undefined
}

const written = formats.filter((format) => !isReadOnly(format) && !format.adapter.lacks.has('request'))

describe('law 17: every call and result of any wire arrives in any format and back', () => {
  for (const from of adapters)
    for (const format of written)
      test(`${from.wire} to ${format.wire} and back`, () => {
        holdsFor(someOf(exchangesOf(from.wire)), (exchange) => {
          const conversation = conversationOf(exchange, from)
          if (conversation === undefined) return undefined
          const journey = through(conversation, format, from.wire)
          return judge(conversation, journey)
        })
      })

  test.skipIf(written.length === 0)(
    'content restored from a format is encoded as it is without the format',
    () => {
      for (const from of adapters)
        for (const format of written)
          holdsFor(
            someOf(
              allFixtures.filter(({ wire }) => wire === from.wire),
              5,
              `${from.wire} ${format.wire}`,
            ),
            (exchange) => {
              const conversation = conversationOf(exchange, from)
              if (conversation === undefined) return undefined
              const { conversation: back, notices } = through(conversation, format, from.wire)
              const native = stored(encodeConversation(back, { to: from.adapter, from: format.wire }).value)
              const again = from.adapter.decodeRequest(native).value
              const names = (one: Conversation) =>
                one.messages
                  .flatMap(callsOf)
                  // Calls superseded by another model are not sent back.
                  .filter(({ providerExecuted, withheld }) => !providerExecuted && withheld !== 'superseded')
                  .map(({ name }) => name)
              expect(names(again).length, exchange.id).toBe(names(conversation).length)
              // A name may be joined with its namespace, or changed if the rules of the format require it.
              for (const [index, name] of names(conversation).entries())
                expect(
                  names(again)[index]?.endsWith(name) ||
                    notices.some(({ message }) => message.includes(name)),
                  `${exchange.id} by ${format.wire}`,
                ).toBe(true)
              return undefined
            },
          )
    },
  )
})
