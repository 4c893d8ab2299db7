import { describe } from 'vitest'
import type { Conversation, Message, ModelResponse, ToolResult } from '../../src/base/model/types.js'
import { callsOf } from '../../src/codec/wire/define-adapter.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { type Exchange, exchangesOf, fixtures } from '../support/exchanges.js'
import { forEachAdapter, forEachPair, holdsFor, someExchangesOf } from '../support/law.js'
import { samplingProfile } from '../support/sampling.js'
import { encodeFor, prefixBreak } from '../support/translation.js'
import { difference, stored } from '../support/values.js'

/**
 * Some servers accept the same id on two calls, or results of two turns in one message. `fit` fixes both and
 * reports a notice. A provider-run call that was not finished must be at the end.
 */
const REPAIRS = ['call-id-changed', 'result-moved', 'provider-call-unanswered']

function isAccepted({ status }: Exchange): boolean {
  return status < 400
}

/**
 * Returns answers of the other wire: one with a call, one with parallel calls, one with reasoning, if
 * available.
 */
function answersOf({ wire, adapter }: LoadedAdapter): ModelResponse[] {
  return fixtures
    .filter(
      (fixture) => fixture.wire === wire && /(single|parallel|reasoning|provider-executed)/.test(fixture.id),
    )
    .flatMap(({ response }) => (response === undefined ? [] : adapter.decodeResponse(response).value))
}

function continued(conversation: Conversation, answer: ModelResponse): Conversation {
  const question: Message = { role: 'user', parts: [{ type: 'text', text: 'And now?' }] }
  const turn = conversation.messages.at(-1)?.role === 'assistant' ? [question] : []
  const results = callsOf(answer.message)
    .filter(({ providerExecuted }) => !providerExecuted)
    .map(
      ({ id, name }): ToolResult => ({
        type: 'tool-result',
        callId: id,
        name,
        output: { type: 'text', value: 'done' },
        isError: false,
        providerExecuted: false,
      }),
    )
  const reply: Message[] = results.length > 0 ? [{ role: 'tool', parts: results }] : []
  return {
    ...conversation,
    messages: [...conversation.messages, ...turn, answer.message, ...reply, question],
  }
}

describe('law 9: a conversation returns to its first wire unchanged', () => {
  forEachAdapter(
    'fitting an accepted request to its own wire changes nothing',
    ['request', 'writing'],
    (loaded) => {
      holdsFor(someExchangesOf(loaded.wire).filter(isAccepted), ({ request }) => {
        if (request === undefined) return undefined
        const conversation = stored(loaded.adapter.decodeRequest(request).value)
        // Recordings have sampling settings: they are from Claude's API version 2023-06-01.
        const { value, notices } = encodeFor(conversation, loaded, samplingProfile(loaded.wire))
        if (notices.some(({ code }) => REPAIRS.includes(code))) return undefined
        return difference(request, stored(value))
      })
    },
  )

  forEachPair('after it went on elsewhere', ['http'], (first, other) => {
    const answers = answersOf(other)
    holdsFor(someOf(exchangesOf(first.wire).filter(isAccepted), 5), ({ request }) => {
      if (request === undefined || answers.length === 0) return undefined
      const conversation = stored(first.adapter.decodeRequest(request).value)
      const before = stored(encodeFor(conversation, first).value)
      // The conversation is also encoded for the other wire, which must have no effect.
      encodeFor(conversation, other)
      return answers.flatMap((answer) => {
        const grown = stored(continued(conversation, stored(answer)))
        const { value, notices } = encodeFor(grown, first)
        if (notices.some(({ code }) => REPAIRS.includes(code))) return []
        return prefixBreak(before, stored(value)) ?? []
      })
    })
  })
})
