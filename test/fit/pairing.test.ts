import { describe, expect, test } from 'vitest'
import type { MediaPart, Message, ResultPart } from '../../src/base/model/types.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { type FitOptions, fit } from '../../src/translate/fit/fit.js'
import { MISSING_RESULT } from '../../src/translate/fit/pairing.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { deepFreeze } from '../support/arbitraries.js'
import { targets } from '../support/targets.js'
import { assistant, call, result, text, tool, user } from './build.js'

function pair(messages: Message[], options?: FitOptions) {
  const { conversation, notices } = fit(deepFreeze({ messages }), targets.liberal, options)
  return { messages: conversation.messages, notices, codes: notices.map((notice) => notice.code) }
}

describe('pairing (P1, P7)', () => {
  test('a call without result gets an error result with an explanation', () => {
    const { messages, notices } = pair([
      user('hi'),
      assistant(call('1'), call('2')),
      tool(result('2')),
      user('go on'),
    ])
    expect(messages[2]).toEqual(tool(result('1', { type: 'error-text', value: MISSING_RESULT }), result('2')))
    expect(notices).toMatchObject([
      { code: 'result-missing', severity: 'warning', path: '/messages/1/parts/0' },
    ])
  })

  test('calls at the very end are answered too, or kept open on request', () => {
    const open = [user('hi'), assistant(call('1'), call('2')), tool(result('1'))]
    expect(pair(open).messages[2]?.parts).toHaveLength(2)
    expect(pair(open, { pendingCalls: 'keep' }).messages).toEqual(open)
    expect(pair([...open, user('and?')], { pendingCalls: 'keep' }).codes).toEqual(['result-missing'])
  })

  test.each(['narrate', 'as-function', 'drop'] as const)(
    'an interim result stays when a provider ran a call of the same id later (%s)',
    (providerExecuted) => {
      const own = { providerExecuted: true, providerMetadata: { target: { signature: 'c2ln' } } }
      const interim = result('1', 'half', { preliminary: true })
      const sent = [user('hi'), assistant(call('1')), tool(interim)]
      const ran = assistant(call('1', 'search', own), result('1', 'all', { providerExecuted: true }))
      const before = pair(sent, { providerExecuted }).messages
      const { messages } = pair([...sent, ran], { providerExecuted })
      expect(messages.slice(0, before.length)).toEqual(before)
      expect(messages[2]?.parts).toMatchObject([{ callId: '1', output: { value: 'half' } }])
    },
  )

  test('a result without call becomes a text of the user', () => {
    const { messages, notices } = pair([user('hi'), tool(result('lost', 'sunny')), assistant('ok')])
    expect(messages).toEqual([
      user('hi'),
      user('(An earlier call of the tool search returned: sunny)'),
      assistant('ok'),
    ])
    expect(notices).toMatchObject([
      { code: 'result-orphaned', severity: 'warning', path: '/messages/1/parts/0' },
    ])
  })

  test('with the message of a failed result', () => {
    const lost = result('lost', { type: 'error-text', value: 'no rain' })
    expect(pair([user('hi'), tool(lost), assistant('ok')]).messages[1]).toEqual(
      user('(An earlier call of the tool search failed: no rain)'),
    )
  })

  test('media of results without call follow the text of each', () => {
    const image = (data: string): MediaPart => ({
      type: 'media',
      kind: 'image',
      mediaType: 'image/png',
      source: { type: 'data', data },
    })
    const seen = (id: string, ...value: [ResultPart, ...ResultPart[]]) =>
      result(id, { type: 'content', value })
    const [a, b, c] = [image('QQ=='), image('Qg=='), image('Qw==')]
    const first = seen('lost', { type: 'text', text: 'two' }, a, b)
    const { messages } = pair([user('hi'), tool(first, seen('lost', c)), assistant('ok')])
    expect(messages[1]?.role).toBe('user')
    expect(messages[1]?.parts.map((part) => (part.type === 'media' ? part : part.type))).toEqual([
      'text',
      a,
      b,
      'text',
      c,
    ])
  })

  test('unless the provider itself keeps the earlier turns', () => {
    const target = {
      ...targets.liberal,
      limits: { ...targets.liberal.limits, storedTurns: [{ field: 'previous' }] },
    }
    const messages = [tool(result('stored')), user('go on')]
    const stored = { messages, providerMetadata: { target: { extra: { previous: 'id' } } } }
    expect(fit(stored, target).conversation).toBe(stored)
    expect(fit({ messages }, target).notices).toMatchObject([{ code: 'result-orphaned' }])
  })

  test('a result before its call is one without call', () => {
    expect(pair([tool(result('1')), assistant(call('1')), tool(result('1'))]).codes).toEqual([
      'result-orphaned',
    ])
  })

  test('a second result for a call is left out', () => {
    const { messages, codes } = pair([
      user('hi'),
      assistant(call('1')),
      tool(result('1', 'a'), result('1', 'b')),
    ])
    expect(messages[2]).toEqual(tool(result('1', 'a')))
    expect(codes).toEqual(['result-duplicate'])
  })

  // Gemini CLI 0.61 sends the results of a resumed session twice.
  test.each(adapters)('a repeated result is not a loss on the way to $wire', ({ adapter: to }) => {
    const { adapter: google } = adapterOf('google-generate-content')
    const functionCall = { id: 'LctTAp0fPN', name: 'replace', args: { old_string: 'a - b' } }
    const answer = (output: string) => ({
      functionResponse: { id: 'LctTAp0fPN', name: 'replace', response: { output } },
    })
    const noticesFor = (outputs: readonly string[]) => {
      const { value } = google.decodeRequest({
        contents: [
          { role: 'user', parts: [{ text: 'Repair it.' }] },
          { role: 'model', parts: [{ text: 'Repairing.' }, { functionCall }] },
          { role: 'user', parts: outputs.map(answer) },
        ],
      })
      const options = { to, from: google.id, model: 'm', maxOutputTokens: 9, repair: true }
      const { notices } = encodeConversation(value, options)
      return notices.filter(({ code }) => code === 'result-duplicate').map(({ severity }) => severity)
    }
    expect(noticesFor(['done', 'done'])).toEqual(['info'])
    expect(noticesFor(['done', 'not done'])).toEqual(['warning'])
    expect(noticesFor(['done', 'not done', 'not done'])).toEqual(['warning', 'warning'])
  })

  test('an interim result gives way to the final one', () => {
    const interim = result('1', 'so far', { preliminary: true })
    const { messages, codes } = pair([user('hi'), assistant(call('1')), tool(interim, result('1', 'all'))])
    expect(codes).toEqual(['result-replaced'])
    expect(messages[2]).toEqual(tool(result('1', 'all')))
  })

  test('an interim result without a final one is sent as the result, with a notice', () => {
    const interim = result('1', 'so far', { preliminary: true })
    const { messages, codes } = pair([user('hi'), assistant(call('1')), tool(interim)])
    expect(codes).toEqual(['result-unfinished'])
    expect(messages[2]).toEqual(tool(interim))
  })

  test('results in an assistant message', () => {
    const { conversation, notices } = fit(
      {
        messages: [
          user('hi'),
          assistant(call('1'), result('1'), result('gone'), 'So.'),
          assistant(result('1')),
        ],
      },
      targets.liberal,
    )
    expect(conversation.messages).toEqual([
      user('hi'),
      assistant(call('1'), 'So.'),
      tool(result('1')),
      user('(An earlier call of the tool search returned: found)'),
    ])
    expect(notices.map(({ code }) => code)).toEqual(['result-orphaned', 'result-duplicate', 'result-moved'])
  })

  test('other content of a tool message becomes a user message', () => {
    const mixed: Message = { role: 'tool', parts: [text('Look:'), result('1')] }
    const alone: Message = { role: 'tool', parts: [text('Done.')] }
    const stored = { target: { previous: 'resp_1' } }
    const limits = { ...targets.liberal.limits, storedTurns: [{ field: 'previous' }] }
    expect(
      fit({ messages: [user('hi'), assistant(call('1')), mixed, alone] }, targets.liberal).conversation
        .messages,
    ).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', parts: [{ callId: '1' }] },
      { role: 'user', parts: [{ text: 'Look:' }] },
      { role: 'user', parts: [{ text: 'Done.' }] },
    ])
    const continued = { messages: [mixed], providerMetadata: stored }
    expect(fit(continued, { ...targets.liberal, limits }).conversation.messages).toMatchObject([
      { role: 'tool', parts: [{ callId: '1' }] },
      { role: 'user', parts: [{ text: 'Look:' }] },
    ])
  })

  test('a result far from its call moves to it, the content between follows', () => {
    const { messages, notices } = pair([
      user('hi'),
      assistant(call('1')),
      user('hurry'),
      assistant('still waiting'),
      tool(result('1')),
    ])
    expect(messages).toEqual([
      user('hi'),
      assistant(call('1')),
      tool(result('1')),
      user('hurry'),
      assistant('still waiting'),
    ])
    expect(notices).toMatchObject([{ code: 'result-moved', severity: 'info', path: '/messages/4/parts/0' }])
  })

  test('results of one turn are in one message, in the order of the calls', () => {
    const { messages, codes } = pair([
      user('hi'),
      assistant(call('1'), call('2')),
      tool(result('2')),
      tool(result('1')),
    ])
    expect(messages).toEqual([user('hi'), assistant(call('1'), call('2')), tool(result('1'), result('2'))])
    expect(new Set(codes)).toEqual(new Set(['result-moved']))
  })

  test('two assistant messages in a row: each is answered at once', () => {
    const { messages } = pair([
      user('hi'),
      assistant(call('1')),
      assistant(call('2')),
      tool(result('1'), result('2')),
    ])
    expect(messages).toEqual([
      user('hi'),
      assistant(call('1')),
      tool(result('1')),
      assistant(call('2')),
      tool(result('2')),
    ])
  })

  test('an open call does not get the result of a later call with the same id', () => {
    const { messages } = pair([
      user('hi'),
      assistant(call('1')),
      user('no'),
      assistant(call('1')),
      tool(result('1', 'second')),
    ])
    expect(messages[2]?.parts).toMatchObject([{ output: { value: MISSING_RESULT } }])
    expect(messages[5]?.parts).toMatchObject([{ output: { value: 'second' } }])
  })

  test('a result gets the name of its call', () => {
    const { messages, codes } = pair([
      user('hi'),
      assistant(call('1'), call('2')),
      tool(result('1', 'a', { name: '' }), result('2', 'b', { name: 'other' })),
    ])
    expect(messages[2]?.parts).toMatchObject([{ name: 'search' }, { name: 'search' }])
    expect(codes).toEqual(['result-renamed'])
  })

  test('minted ids (P10): the placeholder for a result is minted as its call is', () => {
    const { messages } = pair([
      user('hi'),
      assistant(call('minted_1', 'search', { minted: true })),
      user('go on'),
    ])
    expect(messages[2]?.parts).toMatchObject([{ callId: 'minted_1', minted: true }])
  })

  test('errors and refusals are unchanged (P11)', () => {
    const history = [
      user('hi'),
      assistant(call('1'), call('2')),
      tool(
        result('1', { type: 'error-json', value: { code: 5 } }),
        result('2', { type: 'denied', reason: 'no' }),
      ),
    ]
    expect(pair(history).messages).toEqual(history)
  })

  test('strict mode throws on the first repair', () => {
    expect(() => pair([user('hi'), assistant(call('1')), user('x')], { mode: 'strict' })).toThrow(
      'result-missing',
    )
  })

  test('an unchanged conversation is returned as the same object', () => {
    const messages = deepFreeze([user('hi'), assistant(call('1')), tool(result('1')), assistant('done')])
    const conversation = { messages }
    expect(fit(conversation, targets.liberal)).toEqual({
      conversation,
      notices: [],
      toolNames: {},
      customTools: [],
    })
    expect(fit(conversation, targets.liberal).conversation).toBe(conversation)
  })

  test('a mark that joined a message to a neighbor goes when the neighbor does', () => {
    const joined = { target: { continued: true } }
    const { messages } = pair([
      user('hi'),
      assistant(call('1')),
      user('wait'),
      { ...tool(result('1')), providerMetadata: joined },
    ])
    expect(messages[2]).toEqual({ ...tool(result('1')), providerMetadata: { target: {} } })
  })
})
