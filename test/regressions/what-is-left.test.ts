import { describe, expect, test } from 'vitest'
import type { Conversation } from '../../src/base/model/types.js'
import { fit } from '../../src/translate/fit/fit.js'
import { assistant, call, result, system, text, tool, user } from '../fit/build.js'
import { adapters, type LoadedAdapter } from '../support/adapters.js'
import { pass, unexplained } from '../support/arrival.js'
import { fixtures } from '../support/exchanges.js'
import { encodeFor, refusals } from '../support/translation.js'
import { difference, stored } from '../support/values.js'

/** Returns the encoded request after parts were dropped. It must still be valid. */
function leftOf(conversation: Conversation, to: LoadedAdapter) {
  const passage = pass({ model: 'example-model', maxOutputTokens: 100, ...conversation }, to, {
    from: 'another-wire',
  })
  expect(unexplained(passage, to)).toEqual([])
  return { ...passage, codes: passage.fitNotices.map(({ code }) => code) }
}

const search = {
  type: 'provider',
  wire: 'another-wire',
  kind: 'web_search',
  name: 'search',
  value: {},
} as const
const declared = { type: 'function', name: 'search', parameters: { type: 'object', properties: {} } } as const
const thinking = { type: 'reasoning', text: 'let me see' } as const

describe.each(adapters)('$wire: dropped content leaves no empty containers', (loaded) => {
  const { wire } = loaded

  test('no list of tools, no choice and no switch when every tool exists elsewhere only', () => {
    const { native, codes } = leftOf(
      { messages: [user('hi')], tools: [search], toolChoice: { type: 'required' }, parallelToolCalls: false },
      loaded,
    )
    expect(JSON.stringify(native)).not.toMatch(/tool/i)
    expect(codes).toEqual(
      expect.arrayContaining([
        'provider-tool-dropped',
        'tool-choice-repaired',
        'parallel-switch-dropped',
        'tools-empty',
      ]),
    )
  })

  test('a choice of a function beside nothing but a vendor tool of the wire itself', () => {
    const tools = [{ ...search, wire }]
    const { conversation: fitted, notices } = fit(
      { messages: [user('hi')], tools, toolChoice: { type: 'tool', name: 'gone' } },
      loaded.adapter.codecs,
    )
    expect(fitted.toolChoice).toBeUndefined()
    expect(notices.map(({ code }) => code)).toContain('tool-choice-repaired')
  })

  test('no answer of which only reasoning or a citation is left', () => {
    for (const part of [thinking, { type: 'source', url: 'https://example.com' } as const]) {
      const { native } = leftOf(
        { messages: [user('hi'), { ...assistant(part), origin: { wire } }, user('and now?')] },
        loaded,
      )
      expect(JSON.stringify(native)).not.toContain('{"role":"assistant"}')
    }
  })

  test('no blanks at the end of a final answer whose reasoning went', () => {
    const answer = { ...assistant('done \n', thinking), origin: { wire } }
    leftOf({ messages: [user('hi'), answer] }, loaded)
  })

  test('a call without a name has the name of its result', () => {
    const { fitted, toolNames } = leftOf(
      {
        messages: [
          user('hi'),
          assistant(call('a', '')),
          tool(result('a', 'ok', { name: '' })),
          user('go on'),
        ],
      },
      loaded,
    )
    const names = fitted.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => ('name' in part ? [part.name] : [])),
    )
    expect(new Set(names).size).toBe(1)
    expect(toolNames).toEqual({ [names[0] ?? '']: '' })
  })

  test.each([true, undefined] as const)(
    'a result sends its id when its call does: call minted %s',
    (minted) => {
      const own = minted ? { minted } : {}
      const others = minted ? {} : { minted: true as const }
      const calls = assistant(call('a', 'search', own), call('b', 'search', own))
      const results = tool(result('a', 'one', others), result('b', 'two', own))
      leftOf({ messages: [user('hi'), calls, results, user('go on')] }, loaded)
    },
  )

  test('a result that is an empty list, or holds nothing that can be sent, is an empty text', () => {
    const { codes } = leftOf(
      {
        messages: [
          user('hi'),
          assistant(call('a')),
          tool(result('a', { type: 'content', value: [] })),
          user('go on'),
        ],
      },
      loaded,
    )
    expect(codes).toContain('empty-list-as-text')
  })

  test('a conversation that is empty afterwards is reported', () => {
    const { codes } = leftOf({ messages: [assistant()] }, loaded)
    expect(codes).toContain('message-dropped')
    expect(codes.includes('conversation-empty')).toBe(loaded.adapter.codecs.limits.firstRole === undefined)
    expect(
      leftOf({ messages: [system('be brief'), { role: 'user', parts: [text('hi')] }] }, loaded).codes,
    ).toEqual([])
  })
})

describe('a call with arguments in the marker object is written as that object again', () => {
  test.each(adapters)('$wire', (loaded) => {
    for (const rawArguments of ['[1]', '"text"', 'null']) {
      const broken = { ...call('a'), arguments: undefined, status: 'not-object' as const, rawArguments }
      const native = encodeFor(
        stored({
          model: 'example-model',
          maxOutputTokens: 100,
          tools: [declared],
          messages: [user('hi'), assistant(broken), user('and?')],
        }),
        loaded,
      )
      const again = encodeFor(loaded.adapter.decodeRequest(stored(native.value)).value, loaded)
      expect(difference(stored(native.value), stored(again.value))).toBeUndefined()
      expect(refusals(stored(again.value), loaded)).toEqual([])
    }
  })
})

describe.each(adapters)('$wire: tools of two worlds side by side', (loaded) => {
  test("a function that bears the name of the wire's own tool, and a choice of it", () => {
    const own = fixtures
      .filter(({ wire, request }) => wire === loaded.wire && request !== undefined)
      .flatMap(({ request }) => loaded.adapter.decodeRequest(request ?? {}).value.tools ?? [])
      .filter((tool) => tool.type === 'provider' && tool.kind === 'web_search')
      .slice(0, 1)
    const name = own[0]?.name ?? 'web_search'
    for (const choice of [{}, { toolChoice: { type: 'tool', name } as const }])
      leftOf({ messages: [user('hi')], tools: [{ ...declared, name }, ...own], ...choice }, loaded)
  })

  test('functions of an older form, with a choice and a switch, alone and beside others', () => {
    const older = fixtures
      .filter(({ wire, request, status }) => wire === loaded.wire && request !== undefined && status < 400)
      .flatMap(({ request }) => loaded.adapter.decodeRequest(request ?? {}).value.tools ?? [])
      // A deferred tool is unusable without the search that loads it.
      .filter((tool) => tool.type === 'function' && !JSON.stringify(tool).includes('defer_loading'))
    for (const tool of older)
      for (const others of [[], [{ ...declared, name: 'another' }]])
        leftOf(
          {
            messages: [user('hi')],
            tools: [tool, ...others],
            toolChoice: { type: 'tool', name: tool.name },
            parallelToolCalls: false,
          },
          loaded,
        )
  })
})
