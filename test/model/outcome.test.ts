import { describe, expect, test } from 'vitest'
import { clientCalls } from '../../src/base/model/create.js'
import { admitted, failureOf, finishOf, outcomeOf, withWithheldCalls } from '../../src/base/model/outcome.js'
import type { Finish, FinishReason, Message, ToolCall } from '../../src/base/model/types.js'

const call: ToolCall = {
  type: 'tool-call',
  id: 'call_1',
  name: 'look',
  kind: 'function',
  providerExecuted: false,
  status: 'complete',
  arguments: {},
}
const message: Message = { role: 'assistant', parts: [call] }
const finish: Finish = { reason: 'tool-calls' }

describe('the outcome of a turn', () => {
  test.each<[FinishReason, string]>([
    ['stop', 'complete'],
    ['tool-calls', 'tool-calls'],
    ['length', 'length'],
    ['content-filter', 'filtered'],
    ['error', 'failed'],
    ['other', 'unknown'],
  ])('of a finish with the reason %s alone is %s', (reason, outcome) => {
    expect(outcomeOf({ reason })).toBe(outcome)
  })

  test('is failed if there is an error, regardless of the finish', () => {
    const answer = { message, finish, error: { message: 'overloaded' } }
    expect(clientCalls(withWithheldCalls({ message, finish }).message)).toHaveLength(1)
    expect(withWithheldCalls(answer).message.parts).toMatchObject([{ withheld: 'failed' }])
    expect(clientCalls(withWithheldCalls(answer).message)).toEqual([])
  })

  test('leaves calls alone that the provider ran', () => {
    const executed = { ...message, parts: [{ ...call, providerExecuted: true }] }
    expect(withWithheldCalls({ message: executed, finish: finishOf('failed') }).message).toBe(executed)
  })
})

test('a withheld call runs only if alsoAfter names the reason', () => {
  const cut: ToolCall = { ...call, withheld: 'length' }
  expect(admitted([cut])).toEqual([])
  expect(admitted([cut], { alsoAfter: ['refused'] })).toEqual([])
  expect(admitted([cut], { alsoAfter: ['length'] })).toEqual([call])
})

test('a failed turn without an error has one in the words of its finish', () => {
  const failed = finishOf('failed', 'MALFORMED_FUNCTION_CALL')
  expect(failureOf({ finish: { ...failed, message: 'no such tool' } })).toEqual({
    message: 'no such tool',
    code: 'MALFORMED_FUNCTION_CALL',
  })
  expect(failureOf({ finish: failed })?.message).toContain('MALFORMED_FUNCTION_CALL')
  expect(failureOf({ finish: finishOf('refused') })).toBeUndefined()
})
