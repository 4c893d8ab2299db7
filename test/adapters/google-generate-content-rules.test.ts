import { describe, expect, test } from 'vitest'
import { rules } from '../../adapters/google-generate-content/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import {
  ask,
  broken,
  call,
  calling,
  declares,
  model,
  result,
  says,
  user,
} from '../lint/broken/google-generate-content.js'

describe('acceptance rules', () => {
  test.each(broken)('%s at %s', (rule, path, request) => {
    const violations = lint(rules, request)
    expect(violations).toContainEqual(expect.objectContaining({ rule, path }))
    const errors = violations.filter((violation) => violation.severity === 'error' && violation.rule !== rule)
    expect(errors).toEqual([])
  })

  test('every rule is broken once', () => {
    // Rules of settings are tested in test/lint/settings.test.ts.
    const own = rules.map(({ id }) => id).filter((id) => !id.includes('-SETTING-'))
    expect(own.filter((id) => !broken.some(([rule]) => rule === id))).toEqual([])
  })

  test.each<[string, JsonObject]>([
    [
      'parallel calls in neighboring contents of the model',
      says(ask, model(call('f')), model(call('g')), user(result('f'), result('g'))),
    ],
    ['a call that is still to be answered', says(ask, model(call('f')))],
    [
      'role function and a content without role',
      says({ parts: [{ text: 'x' }] }, model(call('f')), { role: 'function', parts: [result('f')] }),
    ],
    [
      'any JSON Schema in parametersJsonSchema',
      declares({ name: 'f', parametersJsonSchema: { type: ['object'], $defs: {}, oneOf: [] } }),
    ],
    [
      'mode AUTO without functions',
      { contents: [ask], tools: [{ googleSearch: {} }], ...calling({ mode: 'AUTO' }) },
    ],
    ['no contents', {}],
    [
      'nonsense',
      {
        contents: [null, 1, { role: 7, parts: 'x' }],
        tools: [null, { functionDeclarations: [3] }],
        toolConfig: [],
      },
    ],
  ])('%s: no error', (_, request) => {
    expect(
      lint(rules, request).filter(
        ({ severity, rule }) =>
          severity === 'error' && rule !== 'GOOGLE-CONTENT-01' && rule !== 'GOOGLE-VALUE-01',
      ),
    ).toEqual([])
  })
})
