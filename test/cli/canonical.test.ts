import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import {
  FINISH_REASONS,
  MEDIA_KINDS,
  REASONING_EFFORTS,
  REASONING_SUMMARIES,
  ROLES,
  SERVICE_TIERS,
  TOOL_CALL_STATUSES,
  TOOL_KINDS,
  VERBOSITIES,
} from '../../src/base/model/constants.js'
import { conversationSchema, modelResponseSchema } from '../../src/base/model/schemas.js'
import { canonicalConversation, canonicalResponse } from '../../src/cli/canonical-input.js'
import { CASES } from '../settings/native-forms.js'
import { conversation } from '../support/arbitraries.js'
import { fixtures } from '../support/exchanges.js'
import { HOSTED } from '../support/hosted.js'
import { mutate, type Random } from '../support/mutate.js'
import { seededRandom, show, stored } from '../support/values.js'

type Reader = (value: JsonValue, path: string) => unknown

/** Returns the path at which the reader rejects a value, or undefined if it is accepted. */
function refusal(read: Reader, value: JsonValue): string | undefined {
  try {
    read(value, '')
    return undefined
  } catch (error) {
    if (error instanceof AdapterError) return error.path
    throw error
  }
}

const SIDES = [
  { side: 'request', read: canonicalConversation, schema: conversationSchema },
  { side: 'response', read: canonicalResponse, schema: modelResponseSchema },
] as const

describe.each(SIDES)('the reader of the command line and the schema: $side', ({ side, read, schema }) => {
  const disagreement = (value: JsonValue): string | undefined => {
    const refused = refusal(read, value)
    const parsed = schema.safeParse(value)
    if ((refused === undefined) === parsed.success) return undefined
    const said = parsed.success ? 'takes it' : parsed.error.message
    return `the reader ${refused === undefined ? 'takes it' : `refuses ${refused}`}, the schema ${said}: ${show(value)}`
  }
  const values = fixtures.flatMap(({ canonical }) => canonical[side] ?? []).map((value) => asJson(value))

  test('take what decoders made', () => {
    expect(values.length).toBeGreaterThan(50)
    expect(values.flatMap((value) => refusal(read, value) ?? [])).toEqual([])
    expect(values.filter((value) => !schema.safeParse(value).success)).toEqual([])
  })

  test('agree on what was made of it by one change, or by several', () => {
    const random = seededRandom(side.length)
    const changed = values.flatMap((value) => Array.from({ length: 40 }, () => mutations(value, random)))
    expect(changed.flatMap((value) => disagreement(value) ?? []).slice(0, 5)).toEqual([])
    const refused = changed.filter((value) => refusal(read, value) !== undefined)
    expect(refused.length).toBeGreaterThan(changed.length / 10)
    expect(refused.length).toBeLessThan(changed.length)
  })
})

function mutations(value: JsonValue, random: Random): JsonValue {
  let changed = mutate(value, random)
  while (random() < 0.3) changed = mutate(changed, random)
  return changed
}

test('they agree on what was made of hosted tools by changes', () => {
  const tools = asJson(JSON.parse(JSON.stringify(Object.values(HOSTED))))
  const random = seededRandom(9)
  const changed = Array.from({ length: 2_000 }, () => ({ messages: [], tools: mutations(tools, random) }))
  const verdicts = changed.map((value) => [
    refusal(canonicalConversation, value) === undefined,
    conversationSchema.safeParse(value).success,
  ])
  expect(refusal(canonicalConversation, { messages: [], tools })).toBeUndefined()
  expect(changed.filter((_, index) => verdicts[index]?.[0] !== verdicts[index]?.[1]).map(show)).toEqual([])
  expect(verdicts.filter(([taken]) => taken === false).length).toBeGreaterThan(500)
})

test('they agree on settings, and on what was made of them', () => {
  const random = seededRandom(7)
  const whole = CASES.map(({ value }) => asJson({ messages: [], ...value }))
  for (const value of whole) expect(refusal(canonicalConversation, value)).toBeUndefined()
  const changed = whole.flatMap((value) => Array.from({ length: 60 }, () => mutate(value, random)))
  const verdicts = changed.map((value) => [
    refusal(canonicalConversation, value) === undefined,
    conversationSchema.safeParse(value).success,
  ])
  expect(changed.filter((_, index) => verdicts[index]?.[0] !== verdicts[index]?.[1]).map(show)).toEqual([])
  expect(verdicts.filter(([taken]) => taken === false).length).toBeGreaterThan(500)
})

test('they agree on generated conversations, too', () => {
  fc.assert(
    fc.property(conversation(), (value) => {
      const json = asJson(stored(value))
      const isTaken = conversationSchema.safeParse(json).success
      expect(refusal(canonicalConversation, json) === undefined).toBe(isTaken)
    }),
  )
})

const call = { type: 'tool-call', id: 'c', name: 'f', providerExecuted: false, arguments: {} }
const answer = (reason: string) => ({ message: { role: 'assistant', parts: [] }, finish: { reason } })
const saying = (role: string, ...parts: readonly object[]) => asJson({ messages: [{ role, parts }] })
const setting = (name: string) => (word: JsonValue) => asJson({ messages: [], [name]: word })
const reasoning = (name: string) => (word: string) => setting('reasoning')({ [name]: word })
const pictured = (kind: string) => ({ type: 'media', kind, source: { type: 'url', url: 'https://e.org' } })

test.each<[string, readonly string[], Reader, (word: string) => JsonValue, string]>([
  ['roles', ROLES, canonicalConversation, (word) => saying(word), '/messages/0/role'],
  ['finish reasons', FINISH_REASONS, canonicalResponse, (word) => asJson(answer(word)), '/finish/reason'],
  [
    'kinds of tools',
    TOOL_KINDS.filter((kind) => kind !== 'custom'),
    canonicalConversation,
    (kind) => saying('assistant', { ...call, kind, status: 'complete' }),
    '/messages/0/parts/0/kind',
  ],
  [
    'statuses',
    TOOL_CALL_STATUSES,
    canonicalConversation,
    (status) => {
      const { arguments: given, ...unusable } = call
      return saying('assistant', { ...(status === 'complete' ? call : unusable), kind: 'function', status })
    },
    '/messages/0/parts/0/status',
  ],
  ['efforts', REASONING_EFFORTS, canonicalConversation, reasoning('effort'), '/reasoning/effort'],
  ['summaries', REASONING_SUMMARIES, canonicalConversation, reasoning('summary'), '/reasoning/summary'],
  ['verbosities', VERBOSITIES, canonicalConversation, setting('verbosity'), '/verbosity'],
  ['service tiers', SERVICE_TIERS, canonicalConversation, setting('serviceTier'), '/serviceTier'],
  [
    'kinds of media',
    MEDIA_KINDS,
    canonicalConversation,
    (kind) => saying('user', pictured(kind)),
    '/messages/0/parts/0/kind',
  ],
])('%s: those of the model and no other', (_title, words, read, written, path) => {
  for (const word of words) expect(refusal(read, written(word))).toBeUndefined()
  expect(refusal(read, written('magic'))).toBe(path)
})

test('a member that the model does not have is named by its path', () => {
  const value = asJson({ messages: [{ role: 'user', parts: [{ type: 'text', text: '', 'a/b': 1 }] }] })
  expect(() => canonicalConversation(value, '/request')).toThrow(
    'the canonical model has no such member here (at /request/messages/0/parts/0/a~1b)',
  )
})
