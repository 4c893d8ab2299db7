import { expect, test } from 'vitest'
import { CARRIED, carried, withCarried } from '../../src/format/carry.js'
import type { ToolCall } from '../../src/model/types.js'

const CALL: ToolCall = {
  type: 'tool-call',
  id: 'a',
  minted: true,
  name: 'find',
  kind: 'function',
  status: 'complete',
  arguments: {},
  providerExecuted: false,
  callerId: 'bob',
  skills: ['search'],
  providerMetadata: { here: { extra: { x: 1 } }, elsewhere: { signature: 's' } },
}
const here = { wire: 'here' }

test('what a format has no field for stands under one key, and is read back', () => {
  const slot = carried(CALL, ['minted', 'kind', 'callerId', 'skills', 'dynamic', 'providerExecuted'], here)
  expect(slot).toEqual({
    minted: true,
    callerId: 'bob',
    skills: ['search'],
    providerMetadata: { elsewhere: { signature: 's' } },
  })
  const { minted: _minted, callerId: _callerId, skills: _skills, ...bare } = CALL
  const read: ToolCall = { ...bare, providerMetadata: { here: { extra: { x: 1 } } } }
  expect(withCarried(read, slot, ['minted', 'callerId', 'skills'])).toEqual(CALL)
  expect(CARRIED).toBe('toolwire')
})

test('nothing is written for a value that the format says whole', () => {
  expect(carried({ providerMetadata: { here: {} } }, ['kind', 'providerExecuted'], here)).toBeUndefined()
})

test('a slot from outside says only what it may, in the types that it may', () => {
  const slot = {
    minted: 'yes',
    kind: 'no-kind',
    callerId: 1,
    id: 'other',
    skills: ['a', 2],
    providerMetadata: { a: 1 },
  }
  expect(withCarried(CALL, slot, ['minted', 'kind', 'callerId', 'skills'])).toEqual(CALL)
  expect(withCarried(CALL, 'text', ['minted'])).toBe(CALL)
})

test('a key named __proto__ stays a plain member', () => {
  const slot = JSON.parse('{"providerMetadata":{"__proto__":{"polluted":1}}}')
  const read = withCarried(CALL, slot, [])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Object.keys(read.providerMetadata ?? {})).toContain('__proto__')
})
