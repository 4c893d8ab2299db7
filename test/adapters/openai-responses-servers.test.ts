import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { input, SERVER_CASES } from '../lint/broken/openai-responses-servers.js'
import { adapterOf } from '../support/adapters.js'

const { rules } = adapterOf('openai-responses')

describe.each(SERVER_CASES)('%s of %s', (rule, profile, refused, path, taken) => {
  const pathsOf = (request: JsonObject, limits?: string) =>
    lint(rules, request, limits).flatMap((each) => (each.rule === rule ? [each.path] : []))

  test('finds the refused fields only with this profile, and accepts the other fields', () => {
    expect(pathsOf(refused, profile)).toEqual([path])
    expect(pathsOf(refused)).toEqual([])
    expect(pathsOf(taken, profile)).toEqual([])
  })
})

test('VLLM-RESP-01 is fixed', () => {
  const only = rules.filter(({ id }) => id === 'VLLM-RESP-01')
  expect(fixRequest(only, input(), 'vllm').request).toEqual({ ...input(), store: false })
})
