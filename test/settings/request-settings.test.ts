import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Conversation } from '../../src/base/model/types.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf, adapters as allWires, type LoadedAdapter } from '../support/adapters.js'
import { samplingProfile } from '../support/sampling.js'
import { deepFreeze, difference, stored } from '../support/values.js'
import {
  CASES,
  CHOSEN_FORMS,
  LEFT_ALONE,
  LISTED,
  type Lost,
  NULLS,
  OTHER_FORMS,
  type Said,
} from './native-forms.js'

const adapters = allWires.filter(({ wire }) => LISTED.has(wire))
for (const { wire } of allWires) if (!LISTED.has(wire)) test.todo(`${wire} has values in native-forms.ts`)

const QUESTION = { role: 'user', parts: [{ type: 'text', text: 'Answer in JSON.' }] } as const

/** Returns a request without any settings. */
function plain({ adapter }: LoadedAdapter): JsonObject {
  return stored(adapter.encodeRequest({ messages: [QUESTION] }).value) as JsonObject
}

function isLost(said: Said | undefined): said is Lost {
  return said !== undefined && 'lost' in said
}

function about(notices: readonly Notice[]): readonly Notice[] {
  return notices.filter(({ code }) => code.startsWith('setting'))
}

/** Expects a request and its notices to match the wire's form of a setting. */
function expectSaid(request: unknown, notices: readonly Notice[], said: Said, to: LoadedAdapter): void {
  const fields = isLost(said) ? (said.rest ?? {}) : said
  expect(difference(asJson(stored(request)), { ...plain(to), ...fields })).toBeUndefined()
  const expected = isLost(said)
    ? [
        {
          code: said.completed ? 'setting-completed' : 'setting-dropped',
          path: said.lost[0],
          severity: said.lost[1],
        },
      ]
    : []
  expect(about(notices)).toMatchObject(expected)
  expect(about(notices)).toHaveLength(expected.length)
}

describe.each(CASES)('$title', ({ value, said }) => {
  test('the table covers every wire', () => {
    expect(Object.keys(said).sort()).toEqual(adapters.map(({ wire }) => wire).sort())
  })

  test.each(adapters)('is written in the form of $wire', (to) => {
    const { value: request, notices } = to.adapter.encodeRequest(
      deepFreeze({ messages: [QUESTION], ...value }),
    )
    expectSaid(request, notices, said[to.wire] ?? {}, to)
  })

  const sources = adapters.filter(({ wire }) => !isLost(said[wire]))
  test.each(sources)(
    'is read from $wire, written again, and carried to every other wire that has it',
    (from) => {
      const native = deepFreeze({ ...plain(from), ...said[from.wire] })
      const decoded = from.adapter.decodeRequest(native)
      const { messages: _messages, providerMetadata: _kept, ...settings } = decoded.value
      // Two settings may have the same form on one wire and differ on another.
      const isWhole = difference(asJson(settings), asJson(value)) === undefined
      const again = from.adapter.encodeRequest(stored(decoded.value))
      expect(difference(asJson(stored(again.value)), native)).toBeUndefined()
      expect(again.notices).toEqual([])
      if (!isWhole) return
      for (const to of adapters.filter(({ wire }) => wire !== from.wire)) {
        const moved = translateRequest(native, {
          from: from.adapter,
          to: to.adapter,
          limits: samplingProfile(to.wire),
        })
        expectSaid(moved.value, moved.notices, said[to.wire] ?? {}, to)
      }
    },
  )
})

test('each case is read from some wire unchanged', () => {
  for (const { title, value, said } of CASES) {
    const found = adapters.filter((from) => {
      const { [from.wire]: native } = said
      if (native === undefined || isLost(native)) return false
      const {
        messages: _m,
        providerMetadata: _k,
        ...settings
      } = from.adapter.decodeRequest({
        ...plain(from),
        ...native,
      }).value
      return difference(asJson(settings), asJson(value)) === undefined
    })
    expect(found.length, title).toBeGreaterThan(0)
  }
})

describe('another form of a setting', () => {
  test.each(OTHER_FORMS)('$wire $native', ({ wire, native, value, edit, edited }) => {
    const { adapter } = adapterOf(wire)
    const request = { ...plain(adapterOf(wire)), ...native }
    const decoded = adapter.decodeRequest(deepFreeze(request)).value
    expect(decoded).toMatchObject(value)
    expect(stored(adapter.encodeRequest(stored(decoded)).value)).toEqual(request)
    const changed = adapter.encodeRequest({ ...decoded, ...edit })
    expect(stored(changed.value)).toEqual({ ...plain(adapterOf(wire)), ...edited })
    expect(changed.notices).toEqual([])
  })
})

describe('limits choose the form', () => {
  test.each(CHOSEN_FORMS)('$wire of $profile: $native', ({ wire, profile, value, native }) => {
    const to = adapterOf(wire)
    const conversation: Conversation = deepFreeze({ messages: [QUESTION], ...value })
    const written = encodeConversation(conversation, { to: to.adapter, limits: profile })
    expect(stored(written.value)).toEqual({ ...plain(to), ...native })
    expect(about(written.notices)).toEqual([])
    expect(to.adapter.decodeRequest(written.value).value).toMatchObject(value)
  })

  test('of every profile that has one, and a form of the wire itself stays', () => {
    const said = adapters.flatMap(({ wire, adapter }) =>
      Object.entries(adapter.codecs.limits.profiles ?? {}).flatMap(([profile, { settingForms = {} }]) =>
        Object.keys(settingForms).map((setting) => ({ wire, profile, setting })),
      ),
    )
    const proven = CHOSEN_FORMS.flatMap(({ wire, profile, value }) =>
      Object.keys(value).map((setting) => ({ wire, profile, setting })),
    )
    expect(said).toEqual(expect.arrayContaining(proven))
    expect(proven).toEqual(expect.arrayContaining(said))
    const { adapter } = adapterOf('openai-chat')
    const { value } = adapter.decodeRequest({ messages: [], reasoning: { effort: 'low' } })
    const repaired = encodeConversation(value, {
      to: adapter,
      from: 'openai-chat',
      limits: 'zai',
      repair: true,
    })
    expect(repaired.value).toMatchObject({ reasoning: { effort: 'low' } })
  })
})

describe('settings without canonical meaning', () => {
  test.each(LEFT_ALONE)('%s %j stays, and is lost elsewhere', (wire, native, lost) => {
    const from = adapterOf(wire)
    const request = { ...plain(from), ...native }
    const decoded = from.adapter.decodeRequest(deepFreeze(request)).value
    expect(stored(from.adapter.encodeRequest(stored(decoded)).value)).toEqual(request)
    for (const to of adapters.filter((other) => other.wire !== wire)) {
      const { notices } = translateRequest(request, { from: from.adapter, to: to.adapter })
      const named = notices.filter(({ code }) => code === 'settings-not-carried')
      expect(named, to.wire).toMatchObject([{ detail: { [lost]: 1 } }])
    }
  })

  test.each(NULLS)('%s %j stays, and is nothing elsewhere', (wire, native) => {
    const from = adapterOf(wire)
    const request = { ...plain(from), ...native }
    const decoded = from.adapter.decodeRequest(deepFreeze(request)).value
    expect(stored(from.adapter.encodeRequest(stored(decoded)).value)).toEqual(request)
    for (const to of adapters.filter((other) => other.wire !== wire)) {
      const { notices } = translateRequest(request, { from: from.adapter, to: to.adapter })
      expect(about(notices), to.wire).toEqual([])
    }
  })
})

describe('an edit', () => {
  test.each(CASES)('of $title is written, regardless of the previous value', ({ value, said }) => {
    for (const to of adapters) {
      const fields = said[to.wire] ?? {}
      if (isLost(fields)) continue
      for (const other of CASES) {
        const before = other.said[to.wire]
        if (before === undefined || isLost(before)) continue
        const decoded = to.adapter.decodeRequest({ ...plain(to), ...before }).value
        const { messages, providerMetadata } = decoded
        const edited = to.adapter.encodeRequest({
          messages,
          ...value,
          ...(providerMetadata && { providerMetadata }),
        })
        expect(difference(asJson(stored(edited.value)), { ...plain(to), ...fields })).toBeUndefined()
      }
    }
  })
})
