import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import {
  decodeArgumentValue,
  encodeArgumentText,
  encodeArgumentValue,
  INVALID_ARGUMENTS,
  INVALID_STATUS,
} from '../../src/base/model/arguments.js'
import { createContext } from '../../src/base/model/context.js'
import { encodeResultText, outputText } from '../../src/codec/shape/results.js'
import { brokenCall, call, customCall, result } from '../fit/build.js'

describe('arguments', () => {
  test('an object that only resembles the marker of bad arguments is an object', () => {
    const lookalikes: JsonObject[] = [
      { [INVALID_ARGUMENTS]: '{', [INVALID_STATUS]: 'complete' },
      { [INVALID_ARGUMENTS]: '{', [INVALID_STATUS]: 'malformed', more: 1 },
      { [INVALID_ARGUMENTS]: 1, [INVALID_STATUS]: 'malformed' },
    ]
    for (const value of lookalikes)
      expect(decodeArgumentValue(value, { ...createContext('any'), path: '' })).toEqual({
        status: 'complete',
        arguments: value,
      })
  })

  test('the marker of unusable arguments survives encoding and decoding', () => {
    for (const [given, status, rawArguments] of [
      [brokenCall('1', 'f', 'truncated', '{"a'), 'truncated', '{"a'],
      [brokenCall('1', 'f', 'malformed'), 'malformed', ''],
    ] as const) {
      const context = createContext('any')
      const value = encodeArgumentValue(given, { ...context, path: '/arguments' })
      expect(decodeArgumentValue(value, { ...context, path: '' })).toEqual({ status, rawArguments })
      expect(context.notices).toMatchObject([{ code: 'arguments-wrapped', severity: 'warning' }])
    }
  })

  test('text wires get the text that there is', () => {
    expect(encodeArgumentText(brokenCall('1', 'f', 'malformed', '{"a'))).toBe('{"a')
    expect(encodeArgumentText(call('1', 'f', { rawArguments: ' {"query": "x"} ' }))).toBe(' {"query": "x"} ')
    expect(encodeArgumentText(call('1', 'f', { rawArguments: 'null' }))).toBe('{"query":"x"}')
    expect(encodeArgumentText(call('1', 'f', { rawArguments: '', arguments: {} }))).toBe('')
    const { rawArguments: _raw, ...edited } = customCall('1', 'f', 'x')
    expect(encodeArgumentText(edited)).toBe('x')
  })

  test('a number that a double changes is never lost without a word', () => {
    const context = createContext('any')
    const raw = '{"query":12345678901234567890,"rest":[1.5]}'
    const given = call('1', 'f', { arguments: JSON.parse(raw), rawArguments: raw })
    const written = encodeArgumentValue(given, { ...context, path: '/arguments' })
    expect(written).toEqual(JSON.parse(raw))
    expect(context.notices).toMatchObject([{ code: 'number-rounded', detail: ['12345678901234567890'] }])
  })
})

describe('result text', () => {
  test('the error flag survives a wire without an error flag, for every output', () => {
    expect(encodeResultText(result('1', 'no', { isError: true }))).toBe('<tool_error>no</tool_error>')
    expect(outputText({ type: 'denied' })).toBe('The tool call was denied.')
  })
})
