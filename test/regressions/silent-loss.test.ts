import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf } from '../support/adapters.js'
import { describeWires, translated } from '../support/pair.js'
import { ALL, CHAT, GENERATE, MESSAGES, RESPONSES } from './bodies.js'

const QUESTION: Readonly<Record<string, JsonObject>> = {
  [CHAT]: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
  [RESPONSES]: { model: 'm', input: [{ role: 'user', content: 'Hi' }] },
  [MESSAGES]: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] },
  [GENERATE]: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
}

/** Returns the fields in the notices with a code, and their severity. */
function named(notices: ReturnType<typeof translated>['notices'], code: string) {
  return notices
    .filter((notice) => notice.code === code)
    .map(({ severity, path, detail }) => ({ severity, path, detail }))
}

describeWires('what a translation does not carry is named', ALL, () => {
  const others = (wire: string) => ALL.filter((other) => other !== wire)

  test('members of generationConfig on every target', () => {
    const generationConfig = {
      mediaResolution: 'MEDIA_RESOLUTION_LOW',
      speechConfig: { languageCode: 'de-DE' },
      responseModalities: ['TEXT'],
      candidateCount: 1,
      maxOutputTokens: 100,
    }
    for (const to of others(GENERATE)) {
      const { notices } = translated({ ...QUESTION[GENERATE], generationConfig }, GENERATE, to)
      expect(named(notices, 'settings-not-carried'), to).toEqual([
        {
          severity: 'warning',
          path: `/providerMetadata/${GENERATE}/groups/generationConfig/extra/mediaResolution`,
          detail: { mediaResolution: 1, speechConfig: 1 },
        },
        {
          severity: 'info',
          path: `/providerMetadata/${GENERATE}/groups/generationConfig/extra/responseModalities`,
          detail: { responseModalities: 1, candidateCount: 1 },
        },
      ])
    }
  })

  test('the phase of messages of the Responses API, once and with a count', () => {
    const said = (text: string, phase: string) => ({
      type: 'message',
      role: 'assistant',
      phase,
      content: [{ type: 'output_text', text }],
    })
    const input = [{ role: 'user', content: 'Hi' }, said('a', 'commentary'), said('b', 'final_answer')]
    for (const to of others(RESPONSES)) {
      const { notices } = translated(
        { model: 'm', input: [...input, { role: 'user', content: '?' }] },
        RESPONSES,
        to,
      )
      expect(named(notices, 'fields-not-carried'), to).toEqual([
        {
          severity: 'info',
          path: `/messages/1/parts/0/providerMetadata/${RESPONSES}/item/extra/phase`,
          detail: { phase: 2 },
        },
      ])
    }
  })

  test('fields of a part that another step rewrote, here a call of another vendor as text', () => {
    const messages: readonly JsonObject[] = [
      { role: 'user', content: 'Search.' },
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {}, vendor_note: 1 },
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [], vendor_note: 2 },
        ],
      },
      { role: 'user', content: 'And?' },
    ]
    for (const to of others(MESSAGES)) {
      const { notices, codes } = translated({ model: 'm', max_tokens: 100, messages }, MESSAGES, to)
      expect(codes, to).toContain('provider-executed-narrated')
      expect(named(notices, 'fields-not-carried'), to).toMatchObject([{ detail: { vendor_note: 2 } }])
    }
  })

  test('a tool choice whose details have no place is carried, the details are named', () => {
    const tools = [{ functionDeclarations: [{ name: 'f' }] }]
    const toolConfig = { functionCallingConfig: { mode: 'VALIDATED' } }
    for (const to of others(GENERATE)) {
      const { notices, canonical } = translated({ ...QUESTION[GENERATE], tools, toolConfig }, GENERATE, to)
      expect(canonical.toolChoice, to).toEqual({ type: 'auto' })
      expect(named(notices, 'settings-not-carried'), to).toMatchObject([
        { detail: { functionCallingConfig: 1 } },
      ])
    }
  })
})

describeWires('strict mode goes through what real clients send and nobody misses', ALL, () => {
  const usual: Readonly<Record<string, JsonObject>> = {
    [CHAT]: {
      stream: true,
      stream_options: { include_usage: true },
      n: 1,
      store: false,
      user: 'u',
      prompt_cache_key: 'k',
      frequency_penalty: 0,
      response_format: { type: 'text' },
    },
    [RESPONSES]: {
      store: false,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'k',
      client_metadata: { session: 's' },
      text: { verbosity: 'medium' },
    },
    [MESSAGES]: { metadata: { user_id: 'u' }, cache_control: { type: 'ephemeral' }, service_tier: 'auto' },
    [GENERATE]: {
      safetySettings: [],
      labels: { team: 'a' },
      generationConfig: { candidateCount: 1, responseModalities: ['TEXT'] },
    },
  }
  /** Settings whose loss is always noticeable. */
  const missed: Readonly<Record<string, JsonObject>> = {
    [CHAT]: { n: 2 },
    [RESPONSES]: { truncation: 'auto' },
    [MESSAGES]: { container: 'c' },
    [GENERATE]: { generationConfig: { candidateCount: 2 } },
  }

  for (const from of ALL)
    for (const to of ALL.filter((other) => other !== from))
      test(`${from} to ${to}`, () => {
        const strict = (more: JsonObject | undefined) =>
          translateRequest(
            { ...QUESTION[from], ...more },
            {
              from: adapterOf(from).adapter,
              to: adapterOf(to).adapter,
              mode: 'strict',
              model: 'm',
              maxOutputTokens: 100,
            },
          )
        expect(named(strict(usual[from]).notices, 'settings-not-carried')).toMatchObject([
          { severity: 'info' },
        ])
        expect(() => strict(missed[from])).toThrow(/settings-not-carried/)
      })
})
