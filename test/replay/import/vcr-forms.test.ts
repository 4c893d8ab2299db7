import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { importVcr } from '../../../src/traffic/replay/import/vcr.js'

function cassette(response: JsonObject, request: JsonObject = {}): JsonValue {
  const interaction = {
    request: {
      method: 'POST',
      uri: 'https://api.openai.com/v1/chat/completions',
      body: '{}',
      headers: {},
      ...request,
    },
    response: {
      status: { code: 200, message: 'OK' },
      headers: {},
      body: { string: '{"id":"a"}' },
      ...response,
    },
  }
  return { version: 1, interactions: [interaction] }
}

function responseOf(response: JsonObject) {
  const { exchanges, failures } = importVcr(cassette(response))
  return { response: exchanges[0]?.response, failures }
}

describe('the status of an answer', () => {
  test.each<[string, JsonObject, number]>([
    ['with its words', { status: { code: 429, message: 'Too many' } }, 429],
    ['alone', { status: 503 }, 503],
    ['beside its words', { status: 'OK', code: 201 }, 201],
    ['as `status_code`', { status: null, status_code: 404 }, 404],
  ])('%s', (_form, response, status) => {
    expect(responseOf(response).response).toMatchObject({ status })
  })
})

describe('headers', () => {
  test('are a text, a number, a list, or none', () => {
    const headers = { one: 'a', two: ['b', 'c'], length: 12, closed: true }
    const { response } = responseOf({ headers })
    expect(response?.headers).toMatchObject({ one: 'a', length: '12', closed: 'true' })
    expect(responseOf({ headers: null }).response).toMatchObject({ status: 200 })
  })

  test('that are an object are reported with their position', () => {
    const { failures } = responseOf({ headers: { one: { a: 1 } } })
    expect(JSON.stringify(failures)).toContain('headers/one')
  })
})

describe('the body of an answer', () => {
  test.each<[string, JsonObject]>([
    ['a text', { body: '{"id":"a"}' }],
    ['a text in an object', { body: { string: '{"id":"a"}' } }],
    ['base64', { body: { base64_string: btoa('{"id":"a"}') } }],
    ['`content`', { body: null, content: '{"id":"a"}' }],
    ['what was parsed', { body: null, parsed_body: { id: 'a' } }],
  ])('%s', (_form, response) => {
    expect(JSON.stringify(responseOf(response).response?.body)).toContain('id')
  })

  test('may be none', () => {
    for (const body of [null, { string: null }]) expect(responseOf({ body }).failures).toEqual([])
  })

  test('that is a number in an object is reported with its position', () => {
    expect(JSON.stringify(responseOf({ body: { string: 5 } }).failures)).toContain('body/string')
  })
})
