import { describe, expect } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type {
  Conversation,
  FunctionTool,
  MediaKind,
  ToolChoice,
  ToolOutput,
} from '../../src/base/model/types.js'
import { chooseLimits, type Limits } from '../../src/codec/wire/limits.js'
import { fit } from '../../src/translate/fit/fit.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { assistant, call, result, tool, user } from '../fit/build.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, holdsFor } from '../support/law.js'
import { stored } from '../support/values.js'

const KINDS: readonly MediaKind[] = ['image', 'audio', 'video', 'file']
const MOST_TOKENS = 9
const ANYTHING = { pattern: '[^]*', characters: '\\s\\S', maxLength: Number.MAX_SAFE_INTEGER }

/** For each limit, a value that accepts all input. */
const OFF: Partial<Limits> = {
  callId: ANYTHING,
  toolName: ANYTHING,
  firstRole: undefined,
  refusesBlankText: false,
  alternatingRoles: false,
  resultsAlone: false,
  toolsRequiredWithHistory: false,
  toolChoices: undefined,
  vendorToolsShareNames: false,
  resultMedia: KINDS,
  errorResultMedia: true,
  mediaLimits: undefined,
  strictMode: undefined,
  cacheMarks: undefined,
  outputSchema: undefined,
  refusedSettings: [],
  refusedItemFields: undefined,
  refusesEmptyDescriptions: false,
  knownFields: undefined,
  schemas: undefined,
}

const search: FunctionTool = { type: 'function', name: 'search' }
const image = {
  type: 'media',
  kind: 'image',
  mediaType: 'image/png',
  source: { type: 'data', data: 'iVBORw0KGgo=' },
} as const
const shown: ToolOutput = { type: 'content', value: [image] }
const CHOICES: readonly ToolChoice[] = [
  { type: 'none' },
  { type: 'required' },
  { type: 'tool', name: 'search' },
]

function loop(output: ToolOutput | string, more: Parameters<typeof result>[2] = {}): Conversation {
  const messages = [user('hi'), assistant(call('call_1')), tool(result('call_1', output, more))]
  return { messages, tools: [search] }
}

function named(id: string, name: string): Conversation {
  const messages = [user('hi'), assistant(call(id, name)), tool(result(id, 'found', { name }))]
  return { messages, tools: [{ type: 'function', name }] }
}

function strict(parameters: JsonObject, count = 1): Conversation {
  const tools = Array.from({ length: count }, (_, index) => ({
    ...search,
    name: `search_${index}`,
    strict: true,
    parameters: { type: 'object', properties: {}, ...parameters },
  }))
  return { messages: [user('hi')], tools }
}

function output(schema: JsonObject, isStrict = false): Conversation {
  const outputFormat = {
    type: 'json-schema' as const,
    name: 'answer',
    schema,
    ...(isStrict && { strict: true }),
  }
  return { messages: [user('hi')], outputFormat }
}

/** An open object with a bound, a recursive schema, and a schema that is not an object. */
const OUTPUTS: readonly JsonObject[] = [
  { type: 'object', properties: { a: { type: 'integer', minimum: 1 } }, required: ['a'] },
  {
    type: 'object',
    properties: { next: { $ref: '#' } },
    required: ['next'],
    additionalProperties: false,
  },
  { type: 'array', items: { type: 'string' } },
  { type: 'object', properties: { a: { type: 'array', items: { type: 'string' }, minItems: 1 } } },
]

const closed = { additionalProperties: false }
/** Parts of schemas that are valid JSON Schema: Gemini rejects the first, Moonshot the others. */
const SCHEMAS: readonly JsonObject[] = [
  closed,
  { properties: { a: { type: 'string', anyOf: [{ minLength: 1 }, { maxLength: 9 }] } } },
  { properties: { a: { $ref: '#/definitions/a' } }, definitions: { a: { type: 'string' } } },
  { properties: { a: true } },
  { properties: { a: { enum: ['b', 'c'] } } },
  { $schema: 'https://json-schema.org/draft/2020-12/schema' },
]
const manyProperties = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`p${index}`, { type: 'string' }]),
)

const marked = Array.from({ length: 9 }, (_, index) => ({
  type: 'text' as const,
  text: `${index}`,
  cache: {},
}))

/** For each limit, values that every wire with this limit rejects. */
const BREAKING: Partial<Record<keyof Limits, (loaded: LoadedAdapter) => readonly Conversation[]>> = {
  callId: () => ['call 1', 'ü'.repeat(50), 'a'.repeat(2000), ''].map((id) => named(id, 'search')),
  toolName: () =>
    ['get weather', 'a.b', '21st_search', 'a'.repeat(65), 'a'.repeat(2000)].map((name) => named('a', name)),
  firstRole: () => [{ messages: [assistant('hello'), user('hi')] }],
  cacheMarks: () => [{ messages: [{ role: 'user', parts: marked }] }],
  refusesBlankText: () => ['', ' '].map((text) => ({ messages: [user('hi', text)] })),
  alternatingRoles: () => [{ messages: [user('a'), user('b'), assistant('c'), assistant('d')] }],
  resultsAlone: () => [{ ...loop('found'), messages: [...loop('found').messages, user('and now?')] }],
  toolsRequiredWithHistory: () => [{ messages: loop('found').messages }],
  toolChoices: () => CHOICES.map((toolChoice) => ({ messages: [user('hi')], tools: [search], toolChoice })),
  vendorToolsShareNames: besideVendorTool,
  resultMedia: () => [loop(shown)],
  errorResultMedia: () => [loop(shown, { isError: true })],
  mediaLimits: () => [{ messages: [user('hi', { ...image, kind: 'file', mediaType: 'audio/wav' })] }],
  knownFields: withUnknownFields,
  refusedItemFields: withItemFields,
  refusesEmptyDescriptions: () => [{ messages: [user('hi')], tools: [{ ...search, description: '' }] }],
  schemas: () =>
    SCHEMAS.map((schema) => ({
      messages: [user('hi')],
      tools: [{ ...search, parameters: { type: 'object', ...schema } }],
    })),
  refusedSettings: () => [{ messages: [user('hi')], temperature: 0.5 }],
  outputSchema: () => OUTPUTS.flatMap((schema) => [output(schema), output(schema, true)]),
  strictMode: () => [
    strict({ properties: { a: { type: 'object' } }, required: ['a'], ...closed }),
    strict({ properties: manyProperties, ...closed }),
    strict(closed, 40),
  ],
}

function withUnknownFields({ adapter }: LoadedAdapter): Conversation[] {
  const messages = [{ role: 'user', content: 'hi' }]
  const bodies = [{ messages, unheard_of: 1 }, { messages: [{ ...messages[0], unheard_of: 1 }] }]
  return bodies.map((body) => adapter.decodeRequest({ model: 'm', ...body }).value)
}

/** Items with one field that a profile refuses. */
function withItemFields({ adapter }: LoadedAdapter): Conversation[] {
  const profiles = Object.values(adapter.codecs.limits.profiles ?? {})
  const fields = new Set(profiles.flatMap(({ refusedItemFields = [] }) => refusedItemFields))
  const items: readonly JsonObject[] = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hello' }] },
    { type: 'function_call', call_id: 'call_1', name: 'search', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'found' },
    { type: 'compaction', encrypted_content: 'x' },
  ]
  const bodies = [...fields].flatMap((name) =>
    items.map((_, index) => items.map((item, at) => (at === index ? { ...item, [name]: { a: '1' } } : item))),
  )
  return bodies.map((input) => adapter.decodeRequest({ model: 'm', input }).value)
}

/** Names of the vendor's tools are taken from recorded requests. */
function besideVendorTool({ wire, adapter }: LoadedAdapter): Conversation[] {
  return exchangesOf(wire).flatMap(({ request }) => {
    const { tools = [] } = request === undefined ? {} : adapter.decodeRequest(request).value
    const own = tools.filter((each) => each.type === 'provider')
    const functions = own.map(({ name }): FunctionTool => ({ type: 'function', name }))
    return own.length === 0 ? [] : [{ messages: [user('hi')], tools: [...own, ...functions] }]
  })
}

interface Case {
  readonly id: string
  readonly loaded: LoadedAdapter
  readonly rule: string
  readonly limit: keyof Limits
  /** The limits of one profile, or the usual ones. */
  readonly limits: Partial<Limits>
}

/** Returns every rule behind a limit, under the usual limits and under those of every profile. */
function casesOf(loaded: LoadedAdapter): Case[] {
  const { codecs } = loaded.adapter
  const profiles = Object.entries({ usual: {}, ...codecs.limits.profiles })
  return loaded.rules.flatMap(({ id: rule, limit }) =>
    profiles.flatMap(([name, profile]) => {
      if (limit === undefined) return []
      const id = `${rule}, ${limit}, ${name}`
      return { id, loaded, rule, limit, limits: { ...profile, ...said(limit, profile, loaded) } }
    }),
  )
}

/** Groups the cases by rule. */
function grouped(cases: readonly Case[]): ReadonlyMap<string, readonly Case[]> {
  const groups = new Map<string, Case[]>()
  for (const each of cases) {
    groups.set(each.rule, [...(groups.get(each.rule) ?? []), each])
  }
  return groups
}

/**
 * Returns a limit in the form of the caller's option. No notices are then reported about other deployments.
 */
function said(limit: keyof Limits, profile: Partial<Limits>, { adapter }: LoadedAdapter): Partial<Limits> {
  const { [limit]: value, toolName } = chooseLimits(adapter.codecs, profile)
  return limit === 'toolName' ? { toolName: { ...toolName, portable: undefined } } : { [limit]: value }
}

function violations({ rule, loaded }: Case, conversation: Conversation, limits: Partial<Limits>) {
  const whole = { ...conversation, model: 'm', maxOutputTokens: MOST_TOKENS }
  const request = stored(expectObject(asJson(loaded.adapter.encodeRequest(whole).value), ''))
  return lint(loaded.rules, request, limits).filter((violation) => violation.rule === rule)
}

/** Returns the conversations that the rule refuses under these limits without fitting. */
function broken(test: Case): Conversation[] {
  const candidates = BREAKING[test.limit]?.(test.loaded) ?? []
  return candidates.filter((each) => violations(test, each, test.limits).length > 0)
}

describe('law 12: the changes of fit and the findings of lint come from one row', () => {
  forEachAdapter('every rule behind a limit refuses something under some profile', ['http'], (loaded) => {
    const rules = grouped(casesOf(loaded))
    expect(rules.size).toBeGreaterThan(0)
    holdsFor(
      [...rules].map(([id, cases]) => ({ id, cases })),
      ({ cases }) => (cases.some((test) => broken(test).length > 0) ? undefined : 'nothing breaks it'),
    )
  })

  forEachAdapter('a rule is silent once its limit is off', ['http'], (loaded) => {
    holdsFor(casesOf(loaded), (test) => {
      const limits = { ...test.limits, [test.limit]: OFF[test.limit] }
      if (!Object.hasOwn(OFF, test.limit)) return 'no value lets everything pass'
      return broken(test).flatMap((each) => violations(test, each, limits).map(({ message }) => message))
    })
  })

  forEachAdapter('what was fitted to the limits breaks none of their rules', ['http'], (loaded) => {
    holdsFor(casesOf(loaded), (test) =>
      broken(test).flatMap((each) => {
        const fitted = fit({ ...each, maxOutputTokens: MOST_TOKENS }, loaded.adapter.codecs, {
          limits: test.limits,
        })
        return violations(test, fitted.conversation, test.limits).map(({ message }) => message)
      }),
    )
  })
})
