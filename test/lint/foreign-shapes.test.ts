import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/json/json-types.js'
import { fixRequest } from '../../src/lint/fix-request.js'
import { lint } from '../../src/lint/lint-request.js'
import { toolCall, toolMessage, toolResult, userMessage } from '../../src/model/create.js'
import type { Conversation, Message } from '../../src/model/types.js'
import { losesNothing } from '../../src/repair/nothing-lost.js'
import { adapterOf } from '../support/adapters.js'

const HISTORY_FIELDS: Readonly<Record<string, string>> = {
  'anthropic-messages': 'messages',
  'bedrock-converse': 'messages',
  'google-generate-content': 'contents',
  'mistral-chat': 'messages',
  'openai-chat': 'messages',
  'openai-responses': 'input',
}
const WIRES = Object.keys(HISTORY_FIELDS)
/** Whole requests whose fields are words of both wires, which then say something else: nothing shows what is meant. */
const AMBIGUOUS: readonly string[] = [
  // `toolConfig`
  'bedrock-converse google-generate-content',
  // `input`, the request whose tokens are counted
  'openai-responses bedrock-converse',
]
const PAIRS = WIRES.flatMap((from) => WIRES.filter((to) => to !== from).map((to) => ({ from, to })))

const said = fc.stringMatching(/^[A-Za-z][a-z ,]{0,20}[a-z.]$/)
const given = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(fc.integer(), fc.string(), fc.boolean()),
)
const turn = fc
  .record({ before: said, calls: fc.array(given, { minLength: 1, maxLength: 3 }), result: said, after: said })
  .map(({ before, calls, result, after }) => ({ before, calls, result, after }))

/** A conversation with calls, as it would be in any wire. */
const conversations = fc
  .record({ asked: said, turns: fc.array(turn, { minLength: 1, maxLength: 2 }) })
  .map(({ asked, turns }): Conversation => {
    const messages = turns.flatMap(({ before, calls, result, after }, round): Message[] => {
      const made = calls.map((args, index) => toolCall(`call0000${round}${index}`.slice(-9), 'look', args))
      return [
        { role: 'assistant', parts: [{ type: 'text', text: before }, ...made] },
        toolMessage(made.map((call, index) => toolResult(call, `${result} ${index}`))),
        { role: 'assistant', parts: [{ type: 'text', text: after }] },
        userMessage(`And ${after}`),
      ]
    })
    return {
      ...{ model: 'm', maxOutputTokens: 100, messages: [userMessage(asked), ...messages] },
      tools: [
        {
          type: 'function',
          name: 'look',
          description: 'Looks.',
          parameters: { type: 'object', properties: {} },
        },
      ],
    }
  })

function encoded(wire: string, conversation: Conversation): JsonObject {
  return adapterOf(wire).adapter.encodeRequest(conversation).value as JsonObject
}

function decoded(wire: string, request: JsonObject): Conversation {
  return adapterOf(wire).adapter.decodeRequest(request).value
}

function shapesLeft(wire: string, request: JsonObject): string[] {
  const found = lint(adapterOf(wire).rules, request).filter(({ rule }) => rule.includes('-SHAPE-'))
  return found.map(({ rule, path, message }) => `${rule} ${path}: ${message}`)
}

describe.each(PAIRS)('what $from wrote, sent to $to', ({ from, to }) => {
  const { rules } = adapterOf(to)
  const [theirs = '', own = ''] = [HISTORY_FIELDS[from], HISTORY_FIELDS[to]]

  test('a history in the place of its own is mended, and nothing of it is lost', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const request = { ...encoded(to, conversation), [own]: encoded(from, conversation)[theirs] ?? [] }
        const { request: mended } = fixRequest(rules, request)
        expect(shapesLeft(to, mended)).toEqual([])
        expect(losesNothing(conversation, decoded(to, mended))).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  test.skipIf(AMBIGUOUS.includes(`${from} ${to}`))(
    'a whole request is mended, and nothing of it is lost',
    () => {
      fc.assert(
        fc.property(conversations, (conversation) => {
          const { request: mended } = fixRequest(rules, encoded(from, conversation))
          expect(shapesLeft(to, mended)).toEqual([])
          const after = decoded(to, mended)
          expect(losesNothing(conversation, after)).toBe(true)
          expect(after.tools?.map(({ name }) => name)).toEqual(['look'])
        }),
        { numRuns: 10 },
      )
    },
  )
})
