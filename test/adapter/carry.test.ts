import { expect, test } from 'vitest'
import type { FunctionTool, Message, ToolCall, ToolResult } from '../../src/base/model/types.js'
import {
  CARRIED,
  carried,
  carriedResult,
  type ReadOutput,
  withCarried,
  withCarriedResult,
} from '../../src/codec/format/carry.js'
import { outputText } from '../../src/codec/shape/results.js'

const CALL = {
  type: 'tool-call' as const,
  id: 'a',
  minted: true as const,
  name: 'find',
  kind: 'function' as const,
  status: 'complete' as const,
  arguments: {},
  providerExecuted: false,
  callerId: 'bob',
  skills: ['search'],
  providerMetadata: { here: { extra: { x: 1 } }, elsewhere: { signature: 's' } },
}
const here = { wire: 'here' }
const { providerMetadata: _metadata, minted: _minted, callerId: _callerId, skills: _skills, ...BARE } = CALL

test('data without a field is under one key, and is read back', () => {
  const slot = carried(CALL, here)
  expect(slot).toEqual({
    minted: true as const,
    callerId: 'bob',
    skills: ['search'],
    providerMetadata: { elsewhere: { signature: 's' } },
  })
  const read: ToolCall = { ...BARE, providerMetadata: { here: { extra: { x: 1 } } } }
  expect(withCarried(read, slot)).toEqual(CALL)
  expect(CARRIED).toBe('toolwire')
})

test('writes no extra data for a value that the format expresses completely', () => {
  expect(carried({ providerMetadata: { here: {} } }, here)).toBeUndefined()
  const { providerMetadata: _metadata, ...call } = CALL
  expect(carried(call, here, ['minted', 'callerId', 'skills'])).toBeUndefined()
})

test('argument text is carried if the value does not reproduce it, and used while both agree', () => {
  const call = { ...BARE, arguments: { a: 1 } }
  const plain: ToolCall = { ...call, rawArguments: '{"a":1}' }
  expect(carried(plain, here)).toBeUndefined()
  const spaced: ToolCall = { ...call, rawArguments: '{ "a": 1.0 }' }
  const slot = carried(spaced, here)
  expect(slot).toEqual({ rawArguments: '{ "a": 1.0 }' })
  expect(withCarried(call, slot)).toEqual(spaced)
  const edited = { ...call, arguments: { a: 2 } }
  expect(withCarried(edited, slot)).toEqual(edited)
})

test('the original result is kept if its form lacks a part of it, and counts while both read the same', () => {
  const reads = ({ output, isError }: ToolResult): ReadOutput => {
    const value = outputText(output)
    return { output: isError ? { type: 'error-text', value } : { type: 'text', value }, isError }
  }
  const result: ToolResult = {
    type: 'tool-result',
    callId: 'a',
    name: 'find',
    output: { type: 'json', value: { a: 1 } },
    isError: false,
    providerExecuted: false,
  }
  const slot = carriedResult(result, reads(result), here, ['name'])
  expect(slot).toEqual({ output: { type: 'json', value: { a: 1 } } })
  expect(carriedResult(result, result, here, ['name'])).toBeUndefined()
  const read: ToolResult = { ...result, ...reads(result) }
  expect(withCarriedResult(read, slot, '', reads)).toEqual(result)
  const edited: ToolResult = { ...result, output: { type: 'text', value: '{"a":2}' } }
  expect(withCarriedResult(edited, slot, '', reads)).toEqual(edited)
  const strange = { output: { type: 'other' } }
  expect(() => withCarriedResult(read, strange, '/slot', reads)).toThrow('/slot/output/type')
})

test('only complete tools and messages are restored', () => {
  const tool: FunctionTool = { type: 'function', name: 'find', strict: false, namespace: { name: 'files' } }
  expect(carried(tool, here)).toEqual({ strict: false, namespace: { name: 'files' } })
  const bare: FunctionTool = { type: 'function', name: 'find' }
  expect(withCarried(bare, carried(tool, here))).toEqual(tool)
  expect(withCarried(bare, { namespace: {}, cache: { ttl: 5 } })).toEqual(bare)
  const message: Message = { role: 'assistant', parts: [], origin: { wire: 'here' } }
  expect(carried(message, here)).toBeUndefined()
  expect(withCarried(message, { origin: { model: 'm' } })).toEqual(message)
  const other = { ...message, origin: { wire: 'elsewhere' } }
  expect(withCarried(message, carried(other, here))).toEqual(other)
})

test('a foreign slot contains only known members of known types', () => {
  const slot = {
    minted: 'yes',
    kind: 'no-kind',
    callerId: 1,
    id: 'other',
    skills: ['a', 2],
    providerMetadata: { a: 1 },
  }
  expect(withCarried(BARE, slot)).toEqual(BARE)
  expect(withCarried(CALL, 'text')).toBe(CALL)
})

test('a key named __proto__ stays a plain member', () => {
  const slot = JSON.parse('{"providerMetadata":{"__proto__":{"polluted":1}}}')
  const read = withCarried(CALL, slot)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Object.keys(read.providerMetadata ?? {})).toContain('__proto__')
})
