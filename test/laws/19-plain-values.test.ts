import { describe, expect, test } from 'vitest'
import { createContext } from '../../src/base/model/context.js'
import type { Conversation, Message, ModelResponse, Part } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import type { Lack } from '../../src/codec/wire/contract.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf, allAdapters, isReadOnly } from '../support/adapters.js'
import { DIGITS, LOSSY_ARGUMENTS, LOSSY_REQUESTS, missingDigits } from '../support/digits.js'
import type { Exchange } from '../support/exchanges.js'
import { forEachAdapter, holdsFor, someExchangesOf, type Verdict } from '../support/law.js'
import { difference } from '../support/values.js'

/** Copies member by member, as SDKs do that build a new request from the given one. */
function memberwise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(memberwise)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, memberwise(member)]))
}

/** Returns the reasons why a value is not plain JSON. */
function flawOf(title: string, value: unknown): readonly string[] {
  const text = JSON.stringify(value)
  const copies = { structuredClone: structuredClone(value), memberwise: memberwise(value) }
  return Object.entries(copies).flatMap(([how, copy]) => {
    if (JSON.stringify(copy) === text) return []
    return `${title}, ${how}: ${difference(JSON.parse(text), copy) ?? 'its text is another'}`
  })
}

/** Returns every value that an adapter produces for a conversation. */
function writtenFor(adapter: Adapter, conversation: Conversation): Record<string, unknown> {
  const { messages, tools = [] } = conversation
  const able = (...needs: readonly Lack[]) => needs.every((need) => !adapter.lacks.has(need))
  const results = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
  return {
    ...(able('request') && {
      encodeRequest: adapter.encodeRequest(conversation).value,
      encodeConversation: encodeConversation(conversation, { to: adapter, repair: true }).value,
    }),
    ...(able('messages') && {
      encodeMessages: adapter.encodeMessages(messages),
      toolResults: adapter.toolResults(results),
    }),
    ...(able('tools') && {
      encodeTools: adapter.encodeTools(tools.filter(({ type }) => type === 'function')).value,
    }),
  }
}

function writtenOf(adapter: Adapter, response: ModelResponse): Record<string, unknown> {
  const { lacks, codecs } = adapter
  const encoder = lacks.has('encoder') ? undefined : codecs.stream.encoder?.(createContext(adapter.id))
  return {
    ...(!lacks.has('response') && { encodeResponse: adapter.encodeResponse(response).value }),
    ...(encoder && {
      frames: [...[...disassemble(response)].flatMap((event) => encoder.push(event)), ...encoder.finish()],
    }),
  }
}

/** Returns the message with call arguments that a double cannot represent. */
function withLossyCalls<Said extends Message>(message: Said): Said {
  return { ...message, parts: message.parts.map(lossy) }
}

function lossy(part: Part): Part {
  if (part.type !== 'tool-call' || part.kind === 'custom' || part.status !== 'complete') return part
  return { ...part, arguments: JSON.parse(LOSSY_ARGUMENTS), rawArguments: LOSSY_ARGUMENTS }
}

function judgeAll(written: Record<string, unknown>): Verdict {
  return Object.entries(written).flatMap(([title, value]) => flawOf(title, value))
}

function judge({ request, response, status }: Exchange, adapter: Adapter): Verdict {
  const conversation = request && adapter.decodeRequest(request).value
  const answer = response && status < 400 ? adapter.decodeResponse(response).value : undefined
  return [
    ...(conversation === undefined
      ? []
      : [conversation, { ...conversation, messages: conversation.messages.map(withLossyCalls) }].flatMap(
          (each) => judgeAll(writtenFor(adapter, each)) ?? [],
        )),
    ...(answer === undefined
      ? []
      : [answer, { ...answer, message: withLossyCalls(answer.message) }].flatMap(
          (each) => judgeAll(writtenOf(adapter, each)) ?? [],
        )),
  ]
}

describe('law 19: encoded values are plain JSON, and survive structuredClone and a copy of their members', () => {
  forEachAdapter(
    'of each exchange, also with numbers that a double rounds',
    ['writing'],
    ({ wire, adapter }) => {
      holdsFor(someExchangesOf(wire), (exchange) => judge(exchange, adapter))
    },
  )

  describe.each(Object.entries(LOSSY_REQUESTS))('of a request to %s with such numbers', (wire, text) => {
    const from = adapterOf(wire).adapter
    const targets = allAdapters.filter(
      (loaded) => !isReadOnly(loaded) && !loaded.adapter.lacks.has('request'),
    )

    test.each(targets)('for $wire, and no number is rounded in silence', ({ adapter }) => {
      const options = { from, to: adapter, model: 'm', maxOutputTokens: 100 }
      // Runs twice: the state of the first run must not affect the second.
      for (const { value, notices } of [translateRequest(text, options), translateRequest(text, options)]) {
        expect(flawOf('translateRequest', value)).toEqual([])
        const rounded = notices.filter(({ code }) => code === 'number-rounded')
        // A format may keep the text next to the value.
        if (rounded.length === 0) expect(missingDigits(JSON.stringify(value))).toEqual([])
        else {
          // One notice for the arguments, and one for the result if it is JSON on both wires.
          expect(new Set(rounded.flatMap(({ detail }) => detail))).toEqual(new Set(DIGITS))
          expect(rounded.every(({ severity }) => severity === 'warning')).toBe(true)
        }
      }
    })
  })
})
