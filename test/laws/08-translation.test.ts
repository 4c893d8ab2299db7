import { describe } from 'vitest'
import { failureOf, isTruncatedOutcome, outcomeOf } from '../../src/base/model/outcome.js'
import type { ModelResponse, ToolCall } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { callsOf } from '../../src/codec/wire/define-adapter.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { restoreResponse } from '../../src/translate/fit/restore.js'
import { isLeftOut } from '../../src/translate/fit/withheld.js'
import { exchangesBetween, forEachPair, holdsFor } from '../support/law.js'
import { eventsOf } from '../support/streams.js'
import { refusals, translateBody } from '../support/translation.js'
import { deepFreeze, difference, stored } from '../support/values.js'

/**
 * Returns the calls that a client acts on.
 * @param isCut true if a limit truncated the turn, which some targets report as an unknown finish reason.
 */
function actionable({ message }: ModelResponse, isCut: boolean): object[] {
  return callsOf(message)
    .filter((call) => !call.providerExecuted && (isCut || !isLeftOut(call)))
    .map((call: ToolCall) => ({
      name: call.name,
      usable: call.status === 'complete',
      arguments: call.arguments,
    }))
}

describe('law 8: every pair of wires translates every conversation', () => {
  forEachPair('requests, and the target accepts them', ['request'], (from, to) => {
    holdsFor(
      exchangesBetween(from, to).filter(({ status }) => status < 400),
      ({ request }) => {
        if (request === undefined) return undefined
        const { value } = translateBody(deepFreeze(request), from, to)
        return refusals(JSON.parse(JSON.stringify(value)), to)
      },
    )
  })

  forEachPair('responses, and the calls are the same', ['response'], (from, to) => {
    holdsFor(exchangesBetween(from, to), ({ response, stream }) => {
      if (response === undefined && stream === undefined) return undefined
      const source =
        response === undefined
          ? assemble(eventsOf(from.adapter, [stream ?? '']), from.wire)
          : from.adapter.decodeResponse(response).value
      const fitted = fitResponse(source, to.adapter.codecs, { from: from.wire })
      const { value, notices } = to.adapter.encodeResponse(fitted.response)
      const target = restoreResponse(to.adapter.decodeResponse(stored(value)).value, fitted)
      const cut = isTruncatedOutcome(outcomeOf(source.finish))
      // Formats have a finish reason for each outcome, so that a failure is unchanged.
      const failure = to.adapter.codecs.limits.outcomes === undefined ? source.error : failureOf(source)
      const errorKept = difference(failure?.message, target.error?.message, '/error')
      // A finish reason without an equivalent becomes an error, with a notice at the finish.
      const reported = [...fitted.notices, ...notices].some(({ path }) => /^\/(error|finish)/.test(path))
      // Free-text tools become functions with one input if the target has no free-text tools.
      const comparable = !callsOf(source.message).some(({ kind }) => kind === 'custom')
      return [
        ...(comparable
          ? [difference(actionable(source, cut), actionable(target, cut), '/calls') ?? []].flat()
          : []),
        ...(errorKept === undefined || reported ? [] : [`${errorKept}, without a notice`]),
      ]
    })
  })
})
