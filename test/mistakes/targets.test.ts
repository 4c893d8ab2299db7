import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import type { Notice } from '../../src/base/model/context.js'
import { encodeConversation, provider, userMessage } from '../../src/index.js'
import { models } from '../../src/translate/catalogue/index.js'

const messages = [userMessage('Hi')]

/** Returns the request of a turn, which no server answers, with its notices. */
async function sent(
  of: (fetch: typeof globalThis.fetch, onNotice: (notice: Notice) => void) => PromiseLike<unknown>,
) {
  const requests: { readonly url: string; readonly body: object }[] = []
  const notices: Notice[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requests.push({ url: String(url), body: JSON.parse(String(init?.body)) })
    throw new TypeError('offline')
  }
  await Promise.resolve(of(fetch, (notice) => notices.push(notice))).catch(() => undefined)
  return { ...requests[0], notices: notices.map(({ code, message }) => `${code}: ${message}`) }
}

describe('temperature for Claude', () => {
  const asked = (model: string, more: object = {}) =>
    sent((fetch, onNotice) => {
      const options = { model, maxOutputTokens: 9, key: 'k', fetch, retries: 0, onNotice }
      return provider(anthropic, { ...options, ...more }).turn({ messages, temperature: 0.2 }).response
    })

  test.each([
    'claude-sonnet-4-5',
    'claude-opus-4-6',
    'claude-sonnet-4-20250514',
    'claude-sonnet-4-5-20250929',
    'claude-3-7-sonnet-latest',
    'claude-3-haiku-20240307',
  ])('is sent to %s, which accepts it in the version that fetchSend sends', async (model) => {
    const { body, notices } = await asked(model)
    expect(body).toHaveProperty('temperature', 0.2)
    expect(notices).toEqual([])
  })

  test.each([
    ['claude-opus-4-7', {}],
    ['claude-opus-4-10', {}],
    ['claude-sonnet-5-5', {}],
    ['claude-sonnet-4-5', { headers: { 'Anthropic-Version': '2026-10-21' } }],
  ])('is not sent to %s %j, and the notice states the reason and the way out', async (model, more) => {
    const { body, notices } = await asked(model, more)
    expect(body).not.toHaveProperty('temperature')
    expect(notices).toEqual([
      expect.stringMatching(
        /^setting-refused: API version 2026-10-21 and Claude 4\.7 and later refuse it\. .* set limits: '2023-06-01': temperature is left out$/,
      ),
    ])
  })

  test('without a known sender, the notice states the same', () => {
    const { notices } = encodeConversation(
      { messages, temperature: 0.2 },
      { to: anthropic, maxOutputTokens: 9 },
    )
    expect(notices[0]?.message).toContain("set limits: '2023-06-01'")
  })
})

describe('a tool choice that the model refuses', () => {
  const tools = [{ type: 'function' as const, name: 'a', parameters: { type: 'object' } }]
  test('is reported as the model’s', () => {
    const { notices } = encodeConversation(
      { messages, tools, toolChoice: { type: 'required' } },
      { to: anthropic, model: 'claude-sonnet-5-5', models, maxOutputTokens: 9 },
    )
    expect(notices.map(({ message }) => message)).toEqual([
      'the tool choice "required" is not supported by the model claude-sonnet-5-5, according to `models` or `limits`, and is left out',
    ])
  })
})

describe('the name of a Google model', () => {
  test.each([
    ['gemini-3-pro', 'models/gemini-3-pro'],
    ['models/gemini-3-pro', 'models/gemini-3-pro'],
    ['tunedModels/mine', 'tunedModels/mine'],
    ['other/gemini', 'models/other%2Fgemini'],
    ['models/a/b', 'models/models%2Fa%2Fb'],
  ])('%s is requested as %s', async (model, path) => {
    const { url } = await sent(
      (fetch) => provider(google, { model, key: 'k', fetch, retries: 0 }).turn({ messages }).response,
    )
    expect(url).toContain(`/v1beta/${path}:streamGenerateContent`)
  })
})
