import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { adapterOf } from '../support/adapters.js'
import { pathsOf } from '../support/paths-of.js'

const { rules } = adapterOf('anthropic-messages')
const PLATFORMS = ['bedrock', 'foundry', 'vertex']
const body: JsonObject = {
  model: 'claude-opus-4-6',
  max_tokens: 99,
  messages: [{ role: 'user', content: 'hi' }],
}
const refused: JsonObject = {
  container: 'c',
  context_management: { edits: [] },
  mcp_servers: [],
  output_config: { effort: 'low' },
  service_tier: 'auto',
}

describe.each(PLATFORMS)('Claude at %s', (limits) => {
  test('a request of the same wire is sent without the refused fields, with notices', () => {
    const { value, notices } = translateRequest(
      { ...body, ...refused },
      { from: anthropic, to: anthropic, limits, repair: true },
    )
    expect(pathsOf(rules, 'PLATFORM-FIELD-01', expectObject(asJson(value), ''), limits)).toEqual([])
    expect(notices.filter(({ severity }) => severity === 'warning').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/container', '/context_management', '/mcp_servers', '/reasoning/effort']),
    )
    expect(value).toMatchObject({ max_tokens: 99, messages: [{ role: 'user' }] })
  })

  test.each(Object.keys(refused))(
    'PLATFORM-FIELD-01 finds %s, under these profiles alone, and fixes it',
    (name) => {
      const request = { ...body, [name]: refused[name] ?? null }
      expect(pathsOf(rules, 'PLATFORM-FIELD-01', request, limits)).toEqual([`/${name}`])
      expect(pathsOf(rules, 'PLATFORM-FIELD-01', request)).toEqual([])
      const only = rules.filter(({ id }) => id === 'PLATFORM-FIELD-01')
      expect(fixRequest(only, request, limits).request).toEqual(body)
    },
  )
})

test('VERTEX-ANTHROPIC-01: the body has a version and no model', () => {
  expect(pathsOf(rules, 'VERTEX-ANTHROPIC-01', body, 'vertex')).toEqual(['/model', '/anthropic_version'])
  expect(pathsOf(rules, 'VERTEX-ANTHROPIC-01', body)).toEqual([])
  const { model: _model, ...rest } = body
  const fixed = { ...rest, anthropic_version: 'vertex-2023-10-16' }
  const only = rules.filter(({ id }) => id === 'VERTEX-ANTHROPIC-01')
  expect(fixRequest(only, body, 'vertex').request).toEqual(fixed)
  expect(pathsOf(rules, 'VERTEX-ANTHROPIC-01', fixed, 'vertex')).toEqual([])
})

test('VERTEX-ANTHROPIC-02: nothing is fetched, neither in messages nor in results', () => {
  const image = (source: JsonObject) => ({ type: 'image', source })
  const url = image({ type: 'url', url: 'https://example.com/a.png' })
  const data = image({ type: 'base64', media_type: 'image/png', data: '' })
  const request = (block: JsonObject) => ({
    messages: [
      { role: 'user', content: [block, { type: 'tool_result', tool_use_id: 'a', content: [block] }] },
    ],
  })
  expect(pathsOf(rules, 'VERTEX-ANTHROPIC-02', request(url), 'vertex')).toEqual([
    '/messages/0/content/0/source',
    '/messages/0/content/1/content/0/source',
  ])
  expect(pathsOf(rules, 'VERTEX-ANTHROPIC-02', request(data), 'vertex')).toEqual([])
  expect(pathsOf(rules, 'VERTEX-ANTHROPIC-02', request(url))).toEqual([])
})
