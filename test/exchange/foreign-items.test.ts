import { describe, expect, test } from 'vitest'
import type { Notice } from '../../src/base/model/context.js'
import { createContext } from '../../src/base/model/context.js'
import type { Conversation, Message, ModelResponse, OpaquePart } from '../../src/base/model/types.js'
import { adaptAnswer } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { type Exchange, exchangesOf } from '../support/exchanges.js'
import { forEachPair, holdsFor } from '../support/law.js'
import { resolvePointer } from '../support/pointer.js'

/** Returns every opaque item of a message with its path, including those in results. */
function opaqueIn({ parts }: Message, path: string): [string, OpaquePart][] {
  return parts.flatMap((part, index): [string, OpaquePart][] => {
    const place = `${path}/parts/${index}`
    if (part.type === 'opaque') return [[place, part]]
    if (part.type !== 'tool-result' || part.output.type !== 'content') return []
    return part.output.value.flatMap((item, inner): [string, OpaquePart][] =>
      item.type === 'opaque' ? [[`${place}/output/value/${inner}`, item]] : [],
    )
  })
}

interface Reading {
  readonly items: readonly [string, OpaquePart][]
  readonly value: Conversation | ModelResponse
  tell(to: LoadedAdapter): { readonly body: unknown; readonly notices: readonly Notice[] }
}

function readings({ request, response }: Exchange, { adapter }: LoadedAdapter): Reading[] {
  const found: Reading[] = []
  if (request !== undefined) {
    const { value } = adapter.decodeRequest(request)
    const items = value.messages.flatMap((message, index) => opaqueIn(message, `/messages/${index}`))
    const tell = (to: LoadedAdapter) => {
      const { value: body, notices } = encodeConversation(value, {
        to: to.adapter,
        from: adapter.id,
        model: 'm',
      })
      return { body, notices }
    }
    found.push({ items, value, tell })
  }
  if (response !== undefined) {
    const { value } = adapter.decodeResponse(response)
    const tell = (to: LoadedAdapter) => {
      const context = createContext(to.wire)
      const told = adaptAnswer(value, adapter.codecs, to.adapter.codecs, {}, context)
      const { value: body, notices } = to.adapter.encodeResponse(told.response)
      return { body, notices: [...context.notices, ...notices] }
    }
    found.push({ items: opaqueIn(value.message, '/message'), value, tell })
  }
  return found
}

describe('an item that only its own wire understands is in the body or named by a notice, at its place', () => {
  /** Cached by wire: the answers with items of other wires, which are the same for every target. */
  const found = new Map<string, (Reading & { readonly id: string })[]>()

  function withItems(from: LoadedAdapter) {
    const known = found.get(from.wire)
    if (known !== undefined) return known
    const all = exchangesOf(from.wire).flatMap((exchange) =>
      readings(exchange, from).map((reading) => ({ ...reading, id: exchange.id })),
    )
    const some = all.filter(({ items }) => items.length > 0)
    found.set(from.wire, some)
    return some
  }

  forEachPair('of every recording', ['http', 'request', 'response'], (from, to) => {
    holdsFor(withItems(from), ({ items, value, tell }) => {
      const { body, notices } = tell(to)
      const text = JSON.stringify(body)
      return items.flatMap(([path, item]) => {
        if (text.includes(JSON.stringify(item.value))) return []
        if (item.text !== undefined && text.includes(JSON.stringify(item.text).slice(1, -1))) return []
        const isNamed = notices.some((notice) => path === notice.path || path.startsWith(`${notice.path}/`))
        const isThere = resolvePointer(value, path) !== undefined
        return isNamed && isThere ? [] : `${path}: ${JSON.stringify(item.value).slice(0, 80)}`
      })
    })
  })

  test('there are such items', () => {
    expect(adapters.flatMap(withItems)).not.toEqual([])
  })
})

describe('a signature on a Chat message and not on a call', () => {
  const SIGNATURE = 'CpcBAVSoXO4exampleSignatureA=='
  const extra = { extra_content: { google: { thought_signature: SIGNATURE } } }
  const chat = adapterOf('openai-chat')
  const said = { role: 'assistant', content: 'Hello.', ...extra }
  const native: Exchange = {
    id: 'signed',
    wire: chat.wire,
    status: 200,
    request: {
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }, said, { role: 'user', content: 'And now?' }],
    },
    response: {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', logprobs: null, message: { ...said, refusal: null } }],
    },
  }
  for (const to of adapters)
    if (to.wire !== chat.wire)
      test(`${to.wire} receives it or reports it by its path`, () => {
        for (const { value, tell } of readings(native, chat)) {
          const { body, notices } = tell(to)
          const places = notices.map(({ path }) => resolvePointer(value, path))
          expect(JSON.stringify(body).includes(SIGNATURE) || places.includes(SIGNATURE)).toBe(true)
        }
      })

  test('of another model, it is reported to Chat, too', () => {
    const { value, notices } = translateRequest(native.request ?? {}, {
      from: chat.adapter,
      to: chat.adapter,
      model: 'another',
      repair: true,
    })
    expect(JSON.stringify(value)).not.toContain(SIGNATURE)
    expect(notices).toMatchObject([{ code: 'signature-held-back', path: '/messages/1' }])
  })
})
