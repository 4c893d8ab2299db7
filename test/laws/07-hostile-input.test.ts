import { describe, expect } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import type { Converted } from '../../src/base/model/context.js'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { Conversation, ModelResponse } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import { recognise } from '../../src/translate/exchange/registry.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapters, type LoadedAdapter } from '../support/adapters.js'
import { seed, someOf, tries } from '../support/cases.js'
import { allFixtures, type Exchange, exchangesOf } from '../support/exchanges.js'
import { expectLinear } from '../support/growth.js'
import { forEachAdapter, holdsFor } from '../support/law.js'
import {
  mutate,
  nested,
  POLLUTING,
  replaceStrings,
  strangersEverywhere,
  stringPaths,
  withMembers,
} from '../support/mutate.js'
import { asFrames, eventsOf, framesOf, parsedEvents, textOf } from '../support/streams.js'
import { below, deepFreeze, difference, seededRandom, stored } from '../support/values.js'

const MUTATIONS = tries(2500).numRuns
/** Bodies with more characters than this add no information and cost time. */
const LARGE = 20_000
const HUGE = 100_000_000
const HUGE_PLACES = 6

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(value: JsonValue): value is JsonArray {
  return Array.isArray(value)
}

/** If a final text contradicts its fragments, no decoder can satisfy both. */
const CONTRADICTS = /deltas .* are not its text/

/** Returns the fault of an attempt: any thrown value except an AdapterError with a JSON Pointer. */
function fault(attempt: () => void): string | undefined {
  try {
    attempt()
  } catch (error) {
    if (error instanceof AdapterError && (error.path === '' || error.path.startsWith('/'))) return undefined
    if (error instanceof AdapterError) return `the path "${error.path}" is not a JSON Pointer`
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const frame = stack.split('\n').find((line) => /(src|adapters)\//.test(line)) ?? ''
    return `${String(error).slice(0, 200)} ${frame.trim().replace(/\(?\/.*\/(?=(src|adapters)\/)/, '')}`
  }
  return undefined
}

/** Decodes and encodes a body as one attempt. */
function requestAttempt({ adapter, rules }: LoadedAdapter, body: JsonObject): string | undefined {
  return (
    fault(() => adapter.encodeRequest(adapter.decodeRequest(body).value)) ??
    fault(() => lint(rules, body)) ??
    fault(() => recognise(adapter.codecs.evidence, { request: body }))
  )
}

function responseAttempt({ adapter }: LoadedAdapter, body: JsonObject): string | undefined {
  return (
    fault(() => adapter.encodeResponse(adapter.decodeResponse(body).value)) ??
    fault(() => recognise(adapter.codecs.evidence, { response: body }))
  )
}

/** Returns the distinct faults of many attempts, with their counts. */
function tally(faults: readonly (string | undefined)[]): string[] {
  const counts = new Map<string, number>()
  for (const found of faults) if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1)
  return [...counts].map(([found, count]) => `${count} x ${found}`)
}

function smallBodies(wire: string, side: 'request' | 'response'): JsonObject[] {
  return exchangesOf(wire).flatMap((exchange) => {
    const body = exchange[side]
    return body !== undefined && JSON.stringify(body).length < LARGE ? [deepFreeze(body)] : []
  })
}

function mutations(bodies: readonly JsonObject[], salt: number, count = MUTATIONS): JsonObject[] {
  const random = seededRandom(seed + salt)
  return Array.from({ length: bodies.length === 0 ? 0 : count }, () => {
    let mutated: JsonValue = bodies[below(random, bodies.length)] ?? {}
    for (let times = 1 + below(random, 3); times > 0; times -= 1) mutated = mutate(mutated, random)
    return isObject(mutated) ? mutated : { wrapped: mutated }
  })
}

/**
 * Returns the path at which a body changed in decoding and encoding without a notice. Rejected bodies lose no
 * data.
 */
function silentLoss<Canonical>(
  body: JsonObject,
  decode: (native: JsonObject) => Converted<Canonical>,
  encode: (value: Canonical) => Converted<object>,
): string | undefined {
  try {
    const decoded = decode(body)
    const encoded = encode(decoded.value)
    if (decoded.notices.length + encoded.notices.length > 0) return undefined
    // Indices and values are removed, so that the same cause has the same text.
    return difference(body, stored(encoded.value))?.replace(/:.*$/s, '').replace(/\/\d+/g, '/…')
  } catch {
    return undefined
  }
}

function expectNoPollution(): void {
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Reflect.get([], 'polluted')).toBeUndefined()
}

function fixturesOf(wire: string): Exchange[] {
  return allFixtures.filter((fixture) => fixture.wire === wire)
}

function basicFixtures(wire: string): Exchange[] {
  return fixturesOf(wire).slice(0, 6)
}

/**
 * Returns bodies with an unexpected value at one path, for all paths that earlier bodies lack. A normal run
 * uses fewer of them than a deep run.
 */
function strangers(bodies: readonly (JsonObject | undefined)[]): JsonObject[] {
  const seen = new Set<string>()
  const makers = bodies.flatMap((body) => (body === undefined ? [] : strangersEverywhere(body, seen)))
  return someOf(makers)
    .map((make) => make())
    .filter(isObject)
}

describe('law 7: any input decodes or throws an AdapterError with a path', () => {
  forEachAdapter('mutated requests', ['request'], (loaded) => {
    const bodies = mutations(smallBodies(loaded.wire, 'request'), 7)
    expect(tally(bodies.map((body) => requestAttempt(loaded, body)))).toEqual([])
    expectNoPollution()
  })

  forEachAdapter('mutated responses', ['response'], (loaded) => {
    const bodies = mutations(smallBodies(loaded.wire, 'response'), 77)
    expect(tally(bodies.map((body) => responseAttempt(loaded, body)))).toEqual([])
    expectNoPollution()
  })

  forEachAdapter(
    'a mutated body that decodes goes round, or a notice says what changed',
    ['http'],
    ({ wire, adapter }) => {
      const requests = mutations(smallBodies(wire, 'request'), 70).map((body) =>
        silentLoss(body, adapter.decodeRequest, adapter.encodeRequest),
      )
      const responses = mutations(smallBodies(wire, 'response'), 71).map((body) =>
        silentLoss(body, adapter.decodeResponse, adapter.encodeResponse),
      )
      expect(tally([...requests, ...responses])).toEqual([])
    },
  )

  forEachAdapter(
    'an unexpected value at any place goes round, or a notice says what changed',
    ['http'],
    ({ wire, adapter }) => {
      const own = fixturesOf(wire)
      const losses = [
        ...strangers(own.map(({ request }) => request)).map((body) =>
          silentLoss(body, adapter.decodeRequest, adapter.encodeRequest),
        ),
        ...strangers(own.map(({ response }) => response)).map((body) =>
          silentLoss(body, adapter.decodeResponse, adapter.encodeResponse),
        ),
      ]
      expect(tally(losses)).toEqual([])
    },
  )

  forEachAdapter('mutated streams', ['stream'], ({ wire, adapter }) => {
    const random = seededRandom(seed + 777)
    const streams = exchangesOf(wire).flatMap(({ stream = '' }) =>
      stream.length < LARGE ? stream || [] : [],
    )
    const faults = Array.from({ length: streams.length === 0 ? 0 : tries(600).numRuns }, () => {
      const events = parsedEvents(adapter, streams[below(random, streams.length)] ?? '')
      const index = below(random, events.length)
      const mutated = mutate(events[index] ?? null, random)
      const text = [...events.slice(0, index), mutated, ...events.slice(index + 1)]
      let decoded: StreamEvent[] = []
      const found = fault(() => {
        decoded = eventsOf(adapter, [textOf(adapter, asFrames(text))])
        assemble(decoded, wire)
      })
      if (found !== undefined) return found
      const [problem] =
        decoded.length > 0 ? checkGrammar(decoded).filter((text) => !CONTRADICTS.test(text)) : []
      return problem?.replace(/^event \d+: /, 'grammar: ')
    })
    expect(tally(faults)).toEqual([])
    expectNoPollution()
  })

  for (const side of ['request', 'response'] as const)
    forEachAdapter(`an unexpected value at any place of a ${side}`, [side], (loaded) => {
      const attempt = side === 'request' ? requestAttempt : responseAttempt
      const bodies = strangers(fixturesOf(loaded.wire).map((fixture) => fixture[side]))
      expect(tally(bodies.map((body) => attempt(loaded, body)))).toEqual([])
    })

  forEachAdapter('an unexpected value at any place of a stream', ['stream'], ({ wire, adapter }) => {
    const seen = new Set<string>()
    const makers = streamed(wire).flatMap(({ stream = '' }) =>
      strangersEverywhere(parsedEvents(adapter, stream), seen),
    )
    const faults = someOf(makers).map((make) => {
      const events = make()
      let decoded: StreamEvent[] = []
      const found = fault(() => {
        decoded = eventsOf(adapter, [textOf(adapter, asFrames(isList(events) ? events : []))])
        assemble(decoded, wire)
      })
      if (found !== undefined || decoded.length === 0) return found
      const [problem] = checkGrammar(decoded).filter((text) => !CONTRADICTS.test(text))
      return problem?.replace(/^event \d+: /, 'grammar: ')
    })
    expect(tally(faults)).toEqual([])
  })

  forEachAdapter('text that is not JSON, and JSON that is not an object', ['http'], ({ adapter }) => {
    for (const text of [
      '',
      '{',
      '{"a":',
      'null',
      '[]',
      '"text"',
      '12',
      'undefined',
      '<html>502</html>',
      '\ufeff',
    ]) {
      expect(() => adapter.decodeRequest(text), text).toThrow(AdapterError)
      expect(() => adapter.decodeResponse(text), text).toThrow(AdapterError)
    }
  })

  forEachAdapter('bodies of other wires', ['http'], (loaded) => {
    for (const other of adapters) {
      holdsFor(someOf(exchangesOf(other.wire)), ({ request, response, stream }) => [
        ...[request && requestAttempt(loaded, request)].flatMap((found) => found ?? []),
        ...[response && responseAttempt(loaded, response)].flatMap((found) => found ?? []),
        ...[stream && fault(() => eventsOf(loaded.adapter, [stream]))].flatMap((found) => found || []),
      ])
    }
  })

  forEachAdapter('keys named like members of Object.prototype', ['http'], ({ wire, adapter }) => {
    holdsFor(basicFixtures(wire), ({ request, response }) => {
      const spread = (body: JsonObject) => withMembers(body, POLLUTING)
      const problems = [
        request &&
          difference(
            spread(request),
            stored(adapter.encodeRequest(adapter.decodeRequest(spread(request)).value).value),
          ),
        response &&
          difference(
            spread(response),
            stored(adapter.encodeResponse(adapter.decodeResponse(spread(response)).value).value),
          ),
      ]
      expectNoPollution()
      return problems.flatMap((problem) => problem ?? [])
    })
  })

  forEachAdapter(
    'names that every object inherits are words like any other, in every string',
    ['http'],
    (loaded) => {
      holdsFor(basicFixtures(loaded.wire), ({ request, response }) =>
        [
          ...strangeWords(request, (body) => outcomes(body, loaded.adapter.decodeRequest, encodeRequestFor)),
          ...strangeWords(response, (body) =>
            outcomes(body, loaded.adapter.decodeResponse, encodeResponseFor),
          ),
        ].slice(0, 3),
      )
    },
  )

  forEachAdapter('10,000 levels of nesting in every place', ['http'], (loaded) => {
    const deep = nested(10_000)
    const deepText = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    holdsFor(basicFixtures(loaded.wire).slice(0, 3), ({ request, response }) => {
      const faults: (string | undefined)[] = []
      for (const replacement of [deep, deepText]) {
        for (const body of someOf(variants(request, replacement))) faults.push(requestAttempt(loaded, body))
        for (const body of someOf(variants(response, replacement))) faults.push(responseAttempt(loaded, body))
      }
      return tally(faults)
    })
  })

  forEachAdapter('strings of 100 MB, in time that grows with their length', ['http'], async (loaded) => {
    const huge = '{"content": "'.padEnd(HUGE, 'lorem ipsum ')
    const [fixture] = fixturesOf(loaded.wire).filter(({ id }) => id.endsWith('single-call'))
    const body = fixture?.response
    if (body === undefined) return
    const paths = stringPaths(body)
    const step = Math.max(1, Math.floor(paths.length / HUGE_PLACES))
    for (const chosen of paths.filter((_, index) => index % step === 0)) {
      await expectLinear((size) => {
        const text = huge.slice(0, size)
        const inflated = asObject(replaceStrings(body, (old, path) => (path === chosen ? text : old)))
        expect(responseAttempt(loaded, inflated), chosen).toBeUndefined()
      }, HUGE)
    }
  })

  forEachAdapter('lone surrogates in every string', ['http'], (loaded) => {
    const { adapter, wire } = loaded
    holdsFor(basicFixtures(wire), ({ request, response }) => {
      const broken = (body: JsonObject) =>
        asObject(replaceStrings(body, (text) => (text.includes(' ') ? `${text}\ud83d` : text)))
      return [
        request &&
          difference(
            broken(request),
            stored(adapter.encodeRequest(adapter.decodeRequest(broken(request)).value).value),
          ),
        response &&
          difference(
            broken(response),
            stored(adapter.encodeResponse(adapter.decodeResponse(broken(response)).value).value),
          ),
      ].flatMap((problem) => problem ?? [])
    })
  })

  forEachAdapter('cyclic objects', ['http'], (loaded) => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    holdsFor(basicFixtures(loaded.wire).slice(0, 3), ({ request, response }) =>
      tally([
        ...someOf(variants(request, asJson(cyclic))).map((body) => requestAttempt(loaded, body)),
        ...someOf(variants(response, asJson(cyclic))).map((body) => responseAttempt(loaded, body)),
      ]),
    )
  })
})

describe('law 7: streams with strange events', () => {
  const STRANGE: readonly JsonValue[] = [null, 3, 'text', [], {}, { type: 'brand_new', value: 1 }, POLLUTING]

  forEachAdapter(
    'events of unknown type between the others change nothing',
    ['http'],
    ({ wire, adapter }) => {
      holdsFor(streamed(wire), ({ stream = '' }) => {
        const events = parsedEvents(adapter, stream)
        const before = assemble(eventsOf(adapter, [textOf(adapter, asFrames(events))]), wire)
        for (const strange of STRANGE) {
          const mixed = events.flatMap((event) => [event, strange])
          const decoded = eventsOf(adapter, [textOf(adapter, asFrames(mixed))])
          const after = assemble(decoded, wire)
          const known = ({ message }: ModelResponse) => message.parts.filter(({ type }) => type !== 'opaque')
          const problem = checkGrammar(decoded)[0] ?? difference(known(before), known(after))
          if (problem !== undefined) return `with ${JSON.stringify(strange)}: ${problem}`
        }
        return undefined
      })
    },
  )

  forEachAdapter('an event that is not JSON', ['http'], ({ wire, adapter }) => {
    holdsFor(streamed(wire), ({ stream = '' }) => {
      const frames = framesOf(adapter, stream)
      const decoded = eventsOf(adapter, [textOf(adapter, [{ data: '{"cut": ' }, ...frames])])
      return decoded.some((event) => event.type === 'error' && event.error.code === 'invalid-json')
        ? checkGrammar(decoded)
        : 'no error event says so'
    })
  })

  forEachAdapter(
    'an error object inside a 200 stream: what came before stays',
    ['http'],
    ({ wire, adapter }) => {
      const forms: readonly JsonValue[] = [
        { error: { message: 'overloaded', type: 'server_error', code: 'overloaded' } },
        { type: 'error', error: { type: 'overloaded_error', message: 'overloaded' } },
        { type: 'error', message: 'overloaded', code: 'server_error', param: null },
      ]
      holdsFor(streamed(wire), ({ stream = '' }) => {
        const events = parsedEvents(adapter, stream)
        const half = events.slice(0, Math.ceil(events.length / 2))
        // Events after the end are ignored.
        if (half.length === events.length) return undefined
        const problems: string[] = []
        let recognized = 0
        for (const form of forms) {
          const decoded = eventsOf(adapter, [textOf(adapter, asFrames([...half, form]))])
          problems.push(...checkGrammar(decoded))
          const index = decoded.findIndex(
            (event) => event.type === 'error' && event.error.message === 'overloaded',
          )
          if (index === -1) continue
          recognized += 1
          const last = decoded.at(-1)
          if (last?.type === 'finish' && !['error', 'other'].includes(last.finish.reason))
            problems.push(`finish is ${last.finish.reason}`)
          const without = eventsOf(adapter, [textOf(adapter, asFrames(half))])
          const texts = (list: readonly StreamEvent[]) =>
            list.flatMap((event) => (event.type.endsWith('-delta') ? event : []))
          const lost = difference(texts(without), texts(decoded))
          if (lost !== undefined) problems.push(`lost what came before: ${lost}`)
        }
        return recognized === 0 ? ['no form of error is recognized', ...problems] : problems
      })
    },
  )

  forEachAdapter('the decoder alone, pushed non-objects', ['http'], ({ adapter }) => {
    const decoder = adapter.codecs.stream.decoder(createContext(adapter.id))
    for (const strange of STRANGE) expect(fault(() => void decoder.push(strange))).toBeUndefined()
    expect(checkGrammar(decoder.finish())).toEqual([])
  })
})

function streamed(wire: string): Exchange[] {
  return allFixtures.filter((fixture) => fixture.wire === wire && fixture.stream !== undefined)
}

function asObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : {}
}

/** An inherited name and an unknown word of the same form. Tables must contain neither. */
const WORDS: readonly (readonly [inherited: string, unknown: string])[] = [
  ['toString', 'toStrong'],
  ['constructor', 'constructir'],
  ['__proto__', '__prito__'],
]

/** Returns the paths at which the result for a body depends on the choice between the two words. */
function strangeWords(body: JsonObject | undefined, become: (body: JsonObject) => string): string[] {
  if (body === undefined) return []
  const place = (word: string, chosen: string) =>
    become(asObject(replaceStrings(body, (text, path) => (path === chosen ? word : text))))
  return someOf(stringPaths(body), 1).flatMap((path) =>
    someOf(WORDS, 1, path).flatMap(([inherited, unknown]) => {
      const expected = place(unknown, path)
      const actual = place(inherited, path)
        .replaceAll(inherited, unknown)
        .replaceAll(inherited.toLowerCase(), unknown.toLowerCase())
        .replaceAll(btoa(inherited), btoa(unknown))
        .replaceAll(inStandardBase64(inherited), inStandardBase64(unknown))
        .replaceAll(asDocumentName(inherited), asDocumentName(unknown))
      const from = [...expected].findIndex((character, index) => character !== actual[index])
      return expected === actual
        ? []
        : [`${inherited} at ${path}: …${actual.slice(Math.max(0, from - 60), from + 60)}…`]
    }),
  )
}

/** In the data of a media part, the words are base64, whose URL-safe alphabet most wires reject. */
function inStandardBase64(word: string): string {
  return word.replaceAll('_', '/')
}

/** Some wires do not allow underscores in names of documents. */
function asDocumentName(word: string): string {
  return word.replace(/_+/g, '-')
}

/** Hashes after a name, and complete ids if a wire requires a fixed length. */
const HASHES = /[a-z]+\d*_[0-9a-z]{6,}\b|(?<="(?:\w+_)?id":"|becomes \\*")[a-zA-Z0-9]{9}(?=\\*")/g

/** Returns the decoded value and its encoding in every wire. Hashes of the input always differ. */
function outcomes<Value>(
  body: JsonObject,
  decode: (body: JsonObject) => Converted<Value>,
  encodeFor: (value: Value, to: LoadedAdapter['adapter']) => object,
): string {
  const attempt = (make: () => unknown) => {
    try {
      return JSON.stringify(make())
    } catch (error) {
      return error instanceof AdapterError
        ? `${error.code} at ${error.path}: ${error.message}`
        : String(error)
    }
  }
  let decoded: Converted<Value> | undefined
  const read = attempt(() => {
    decoded = decode(body)
    return decoded
  })
  const said = [
    read,
    ...adapters.map(({ adapter }) => attempt(() => decoded && encodeFor(decoded.value, adapter))),
  ]
  return said.join('\n').replace(HASHES, '<hash>')
}

function encodeRequestFor(conversation: Conversation, to: LoadedAdapter['adapter']): object {
  return encodeConversation(conversation, { to })
}

function encodeResponseFor(answer: ModelResponse, to: LoadedAdapter['adapter']): object {
  return to.encodeResponse(fitResponse(answer, to.codecs).response)
}

/** Returns the body with one member at a time replaced, at the top and up to four levels below. */
function variants(body: JsonObject | undefined, replacement: JsonValue, depth = 0): JsonObject[] {
  if (body === undefined || depth > 4) return []
  return Object.entries(body).flatMap(([key, member]) => [
    { ...body, [key]: replacement },
    ...(isObject(member)
      ? variants(member, replacement, depth + 1).map((inner) => ({ ...body, [key]: inner }))
      : []),
    ...(Array.isArray(member) && isObject(member[0])
      ? variants(member[0], replacement, depth + 1).map((inner) => ({
          ...body,
          [key]: [inner, ...member.slice(1)],
        }))
      : []),
  ])
}
