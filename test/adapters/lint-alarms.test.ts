import { expect, test } from 'vitest'
import { rules as bedrockRules } from '../../adapters/bedrock-converse/rules.js'
import { rules as googleRules } from '../../adapters/google-generate-content/rules.js'
import { rules as chatRules } from '../../adapters/openai-chat/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { lint, type Rule } from '../../src/index.js'

const ask = { role: 'user', parts: [{ text: 'Hi' }] }
const call = (name: string) => ({ functionCall: { name, args: {} } })
const answer = (name: string) => ({ role: 'user', parts: [{ functionResponse: { name, response: {} } }] })
const parameters = { type: 'object', properties: {} }

/** Requests that some servers or models are known to accept get a hint instead of an error. */
test.each<[string, readonly Rule[], JsonObject]>([
  [
    'GOOGLE-PAIR-04',
    googleRules,
    { contents: [ask, { role: 'model', parts: [call('f'), call('g')] }, answer('f'), answer('g')] },
  ],
  [
    'GOOGLE-TOOLS-01',
    googleRules,
    { contents: [ask], toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
  ],
  [
    'BEDROCK-ROLE-01',
    bedrockRules,
    {
      messages: [
        { role: 'user', content: [{ text: 'Hi' }] },
        { role: 'user', content: [{ text: 'Well?' }] },
      ],
    },
  ],
  [
    'OPENAI-CHAT-SCHEMA-04',
    chatRules,
    {
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'function', function: { name: 'f', strict: true, parameters } }],
    },
  ],
])('%s is not an error', (rule, rules, request) => {
  expect(lint(rules, request).filter(({ severity }) => severity === 'error')).toEqual([])
  expect(lint(rules, request).map((violation) => violation.rule)).toContain(rule)
})

test.each(['AUTO', 'VALIDATED', 'NONE'])('mode %s forces no call, so that it needs no functions', (mode) => {
  const tools = [{ googleSearch: {} }]
  const cases: readonly JsonObject[] = [{}, { tools }]
  for (const more of cases)
    expect(
      lint(googleRules, { contents: [ask], toolConfig: { functionCallingConfig: { mode } }, ...more }),
    ).toEqual([])
})
