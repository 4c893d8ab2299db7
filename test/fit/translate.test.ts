import { describe, expect, test } from 'vitest'
import type { Conversation, ModelResponse } from '../../src/base/model/types.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import {
  encodeConversation,
  translate,
  translateRequest,
} from '../../src/translate/exchange/translate-conversation.js'
import { deepFreeze } from '../support/arbitraries.js'
import { plainWire } from '../support/plain-wire.js'
import { targets } from '../support/targets.js'
import { assistant, call, result, tool, user } from './build.js'

const from = plainWire('source', targets.liberal)
const to = plainWire('target', targets.strict)
const codes = ({ notices }: { notices: readonly { code: string }[] }) => notices.map(({ code }) => code)

const request: Conversation = deepFreeze({
  model: 'source-model',
  stream: true,
  temperature: 0.5,
  messages: [user('hi'), assistant(call('a.b', 'my.tool')), tool(result('a.b', 'ok', { name: 'my.tool' }))],
  tools: [{ type: 'function', name: 'my.tool' }],
})

describe('translateRequest', () => {
  test('carries the settings but not the model', () => {
    const translated = translateRequest(request, { from, to, maxOutputTokens: 100 })
    expect(translated.value).toMatchObject({ stream: true, temperature: 0.5, maxOutputTokens: 100 })
    expect(translated.value.model).toBeUndefined()
    expect(codes(translated)).toContain('model-needed')
  })

  test('uses the model of the caller, and adds a limit that the target requires', () => {
    const translated = translateRequest(request, { from, to, model: 'target-model' })
    expect(translated.value.model).toBe('target-model')
    expect(codes(translated)).not.toContain('model-needed')
    expect(codes(translated)).toContain('max-output-tokens-needed')
  })

  test('asks for no model where the body names none', () => {
    const limits = { ...targets.strict.limits, modelOutsideBody: true, requiresMaxOutputTokens: false }
    const elsewhere = plainWire('target', { ...targets.strict, limits })
    expect(codes(translateRequest(request, { from, to: elsewhere }))).not.toContain('model-needed')
  })

  test('keeps the model on the same wire', () => {
    expect(translateRequest(request, { from, to: from }).value).toBe(request)
  })

  test('reads JSON text', () => {
    const options = { from, to, model: 'm', maxOutputTokens: 1 }
    expect(translateRequest(JSON.stringify(request), options)).toEqual(translateRequest(request, options))
  })

  test('strict mode throws for each warning of report mode', () => {
    expect(() => translateRequest(request, { from, to, model: 'm', mode: 'strict' })).toThrow(
      'max-output-tokens-needed',
    )
  })
})

describe('translateResponse', () => {
  const { toolNames, customTools, value } = translateRequest(request, {
    from,
    to,
    model: 'm',
    maxOutputTokens: 1,
  })
  const name = value.tools?.[0]?.name ?? ''
  const answer: ModelResponse = { message: assistant(call('new', name)), finish: { reason: 'tool-calls' } }

  test('restores names from the reported changes', () => {
    const options = { from: to, to: from, restore: { toolNames, customTools } }
    expect(translateResponse(answer, options).value.message.parts).toEqual([call('new', 'my.tool')])
    expect(translateResponse(answer, { from: to, to: from }).value).toBe(answer)
  })

  test('reports unsent answers, and only those', () => {
    const several = { ...answer, providerMetadata: { source: { alternatives: [{ n: 1 }, { n: 2 }] } } }
    expect(translateResponse(several, { from, to }).notices).toMatchObject([
      {
        code: 'alternatives-dropped',
        severity: 'warning',
        path: '/providerMetadata/source/alternatives',
        message: expect.stringContaining('2 further answers'),
      },
    ])
    expect(translateResponse(several, { from, to: from }).notices).toEqual([])
  })

  test('omits provider-executed calls on request', () => {
    const search = call('s', 'web_search', { kind: 'web_search', providerExecuted: true })
    const response: ModelResponse = {
      message: { ...assistant(search, 'Found.'), origin: { wire: 'source' } },
      finish: { reason: 'stop' },
    }
    const translated = translateResponse(response, { from, to, providerExecuted: 'drop' })
    expect(translated.value.message.parts).toMatchObject([{ text: 'Found.' }])
    expect(codes(translated)).toEqual(['provider-executed-dropped'])
  })

  test('reports provider-executed calls, and never leaves them to the client', () => {
    const search = call('s', 'web_search', { kind: 'web_search', providerExecuted: true })
    const response: ModelResponse = {
      message: { ...assistant(search), origin: { wire: 'source' } },
      finish: { reason: 'stop' },
    }
    const translated = translateResponse(response, { from, to, providerExecuted: 'as-function' })
    expect(translated.value.message.parts).toMatchObject([{ type: 'text' }])
    expect(codes(translated)).toEqual(['provider-executed-narrated'])
  })
})

describe('translate', () => {
  test('translates messages and returns the way back for names', () => {
    const { value, toolNames } = translate(request.messages, { from, to })
    expect(value).toHaveLength(3)
    expect(Object.values(toolNames)).toEqual(['my.tool'])
  })

  test('reports no notices about tools for bare messages', () => {
    const history = [user('hi'), assistant(call('1')), tool(result('1'))]
    expect(translate(history, { from, to })).toMatchObject({ value: history, notices: [] })
  })
})

describe('encodeConversation', () => {
  test('fits and writes a canonical conversation', () => {
    const { value, notices } = encodeConversation(
      { messages: [user('hi')] },
      { to, model: 'm', maxOutputTokens: 5 },
    )
    expect(value).toEqual({ messages: [user('hi')], model: 'm', maxOutputTokens: 5 })
    expect(notices).toEqual([])
  })
})
