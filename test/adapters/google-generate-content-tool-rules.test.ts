import { expect, test } from 'vitest'
import { rules } from '../../adapters/google-generate-content/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'

function requestOf(tool: JsonObject, more: JsonObject = {}): JsonObject {
  return { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], tools: [tool], ...more }
}

function declared(parameters: JsonObject): JsonObject {
  return { functionDeclarations: [{ name: 'go', description: 'Goes.', parameters }] }
}

function brokenBy(request: JsonObject): string[] {
  return lint(rules, request).map(({ rule }) => rule)
}

test.each<[string, JsonObject]>([
  ['a text out of a list', { type: 'OBJECT', properties: { a: { type: 'STRING', enum: ['x', 'y'] } } }],
  ['a list of texts', { type: 'OBJECT', properties: { a: { type: 'ARRAY', items: { type: 'STRING' } } } }],
])('%s is taken', (_what, parameters) => {
  expect(brokenBy(requestOf(declared(parameters)))).toEqual([])
})

test.each<[string, JsonObject]>([
  ['a list with an empty text', { type: 'OBJECT', properties: { a: { type: 'STRING', enum: ['x', ''] } } }],
  ['a list of numbers', { type: 'OBJECT', properties: { a: { type: 'STRING', enum: [1, 2] } } }],
  ['a list of choices for a number', { type: 'OBJECT', properties: { a: { type: 'INTEGER', enum: ['1'] } } }],
  [
    'an object within without members',
    { type: 'OBJECT', properties: { a: { type: 'OBJECT', properties: {} } } },
  ],
])('%s is refused or warned of', (_what, parameters) => {
  expect(brokenBy(requestOf(declared(parameters)))).not.toEqual([])
})

test('fixes of a schema terminate and keep the tool', () => {
  const schemas: readonly JsonObject[] = [
    { type: 'object', properties: { a: { type: ['string', 'null'] } }, additionalProperties: false },
    { type: 'OBJECT', properties: { a: true } },
    { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } },
  ]
  for (const parameters of schemas) {
    const { request } = fixRequest(rules, requestOf(declared(parameters)))
    expect(JSON.stringify(request)).toContain('"name":"go"')
  }
})

test('allowed names apply only in a mode that forces a call', () => {
  const configs: readonly JsonObject[] = [
    { allowedFunctionNames: ['go'] },
    { mode: 'AUTO', allowedFunctionNames: ['go'] },
    { mode: 'ANY', allowedFunctionNames: ['go'] },
  ]
  for (const functionCallingConfig of configs) {
    const request = requestOf(declared({ type: 'OBJECT', properties: { a: { type: 'STRING' } } }), {
      toolConfig: { functionCallingConfig },
    })
    expect(brokenBy(request).length === 0).toBe(functionCallingConfig.mode === 'ANY')
  }
})
