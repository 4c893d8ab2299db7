import { describe } from 'vitest'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { equalJson } from '../../src/base/json/write-json.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { isForeignRunId } from '../../src/codec/shape/run-forms.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { writeAnswer } from '../../src/translate/exchange/translate-answer.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { type Exchange, exchangesOf } from '../support/exchanges.js'
import { forEachPair, holdsFor } from '../support/law.js'
import { eventsOf } from '../support/streams.js'
import { refusals } from '../support/translation.js'

const CARRIED = ['web_search', 'code_execution', 'mcp'] as const

/** Returns recordings of a wire whose request declares a vendor-defined tool. */
function asking({ wire, adapter }: LoadedAdapter): readonly Exchange[] {
  return exchangesOf(wire).filter(({ request }) => {
    const { tools = [] } = request === undefined ? {} : adapter.decodeRequest(request).value
    return tools.some(({ type }) => type === 'provider')
  })
}

describe('a recorded request whose hosted tools are carried', () => {
  forEachPair('breaks no more rules of the target than without them', ['http'], (from, to) => {
    holdsFor(someOf(asking(from)), ({ id, request = {} }) => {
      const options = { from: from.adapter, to: to.adapter, model: 'm', maxOutputTokens: 100 }
      const [plain, carried] = (['drop', 'carry'] as const).map((hosted) => {
        const { value } = translateRequest(request, { ...options, hosted })
        return refusals(expectObject(asJson(value), ''), to)
      })
      const more = carried?.filter(
        (refusal) => !plain?.some((one) => equalJson(asJson(one), asJson(refusal))),
      )
      return more?.length === 0 ? [] : `${id}: ${JSON.stringify(more)}`
    })
  })
})

function answersOf({ response, stream }: Exchange, { adapter }: LoadedAdapter): readonly ModelResponse[] {
  const whole = response === undefined ? [] : [adapter.decodeResponse(response).value]
  const streamed = stream === undefined ? [] : [assemble(eventsOf(adapter, [stream]), adapter.id)]
  return [...whole, ...streamed].filter(({ error }) => error === undefined)
}

function told(answer: ModelResponse, from: Adapter, to: Adapter): readonly ModelResponse[] {
  return [false, true].map((streams) => {
    const out = writeAnswer(answer, { from, to, streams, carried: CARRIED })
    if ('frames' in out) return assemble(eventsOf(to, out.frames), to.id)
    return to.decodeResponse(JSON.parse(out.text)).value
  })
}

/** Returns the faults in calls that another provider ran, in the form that the client receives. */
function faultsIn({ message: { parts } }: ModelResponse): readonly string[] {
  const calls = new Set<string>()
  return parts.flatMap((part) => {
    if (part.type === 'tool-call' && isForeignRunId(part.id)) {
      if (calls.has(part.id)) return `two calls ${part.id}`
      calls.add(part.id)
    }
    if (part.type !== 'tool-result' || !isForeignRunId(part.callId)) return []
    return calls.has(part.callId) ? [] : `a result for no call: ${part.callId}`
  })
}

/**
 * Returns the text, the provider-run calls and the finish reason, regardless of the wire's text boundaries.
 */
function summary({ message: { parts }, finish }: ModelResponse): string {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  // If a limit truncated the answer, only a stream shows that the last call is complete.
  const isCut = finish.reason === 'length'
  const ran = parts.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted ? [[part.name, isCut ? null : part.arguments]] : [],
  )
  return JSON.stringify([text.replaceAll('\n', ''), ran, finish.reason])
}

describe('provider-executed calls of a recorded answer', () => {
  forEachPair(
    'is told as calls of the reader with their results, the same whole and streamed',
    ['encoder'],
    (from, to) => {
      holdsFor(someOf(exchangesOf(from.wire)), (exchange) =>
        answersOf(exchange, from).flatMap((answer) => {
          const [whole, streamed] = told(answer, from.adapter, to.adapter)
          if (whole === undefined || streamed === undefined) return []
          const faults = [whole, streamed].flatMap(faultsIn)
          if (faults.length > 0) return `${exchange.id}: ${faults.join('; ')}`
          // The complete answer of a failed turn contains only the error.
          const isFailed = whole.error !== undefined && streamed.error !== undefined
          return isFailed || summary(whole) === summary(streamed)
            ? []
            : `${exchange.id}: ${summary(whole)} ${summary(streamed)}`
        }),
      )
    },
  )
})
