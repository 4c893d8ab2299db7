import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelResponse } from '../../src/base/model/types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { jsonObject } from '../support/arbitraries.js'
import { tries } from '../support/cases.js'
import { proxied, scripted } from '../support/proxy.js'
import { runners } from '../support/runners/index.js'
import type { JobTool, Runner } from '../support/runners/types.js'
import {
  answerOf,
  essential,
  expectHistory,
  namesIn,
  type Said,
  SPOKEN,
  served,
} from '../support/runners/upstream.js'

const TOOLS: readonly JobTool[] = ['look', '9lives', 'fetch_all'].map((name) => ({
  name,
  parameters: { type: 'object', properties: {} },
  run: (input) => ({ text: `${name}: ${JSON.stringify(input)}` }),
}))

/** A tool by its index, since both sides may use different names. */
interface Drawn {
  readonly thinking: Said['thinking'] | undefined
  readonly text: Said['text'] | undefined
  readonly calls: readonly { readonly tool: number; readonly rawArguments: string }[]
}

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((text) => `${text.trim()}.`)

const rawArguments = fc.oneof(
  { weight: 4, arbitrary: jsonObject.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.bigInt({ min: 10n ** 16n, max: 10n ** 22n }).map((number) => `{"number":${number}}`),
  },
)

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    thinking: fc.option(words, { nil: undefined }),
    text: fc.option(words, { nil: undefined }),
    calls: fc.array(fc.record({ tool: fc.nat(TOOLS.length - 1), rawArguments }), { maxLength: 4 }),
  })
  // An empty turn is not an answer.
  .map((one) => (one.text === undefined && one.calls.length === 0 ? { ...one, text: 'Nothing more.' } : one))

const talk = fc.record({
  runner: fc.constantFrom(...runners.filter(({ goesOn }) => goesOn)),
  to: fc.constantFrom(...adapters.map(({ wire }) => wire)),
  turns: fc.array(drawn, { minLength: 5, maxLength: 5 }),
  pieceLength: fc.integer({ min: 1, max: 60 }),
})

/** The same text repeatedly, once with reasoning. */
const SAME_WORDS = runners
  .filter(({ title }) => title === 'openai chat.completions.create')
  .map((runner): [{ runner: Runner; to: string; turns: Drawn[]; pieceLength: number }] => [
    {
      ...{ runner, to: 'anthropic-messages', pieceLength: 20 },
      turns: [1, 2, 3, 4, 5].map((turn) => ({
        ...{ text: 'Nothing more.', thinking: turn === 3 ? 'Is there more?' : undefined, calls: [] },
      })),
    },
  ])

/** Calls that the client keeps in separate messages, of an answer without data to store. */
const IN_PIECES = runners
  .filter(({ title }) => title === '@google/genai chats.sendMessageStream')
  .map((runner): [{ runner: Runner; to: string; turns: Drawn[]; pieceLength: number }] => [
    {
      ...{ runner, to: 'anthropic-messages', pieceLength: 1 },
      turns: [1, 2, 3, 4, 5].map((turn) => ({
        ...{ text: turn === 1 ? undefined : 'Nothing more.', thinking: undefined },
        calls: turn === 1 ? [0, 0].map((tool) => ({ tool, rawArguments: '{}' })) : [],
      })),
    },
  ])

function answersOf(
  { turns }: { turns: readonly Drawn[] },
  to: string,
  names: readonly string[],
  runner: Runner,
) {
  return turns.map(({ thinking, text, calls }, index) =>
    answerOf(to, index + 1, {
      ...(thinking !== undefined && runner.mixesThinking === undefined && { thinking }),
      ...(text !== undefined && { text }),
      calls: calls.map((call) => ({ name: names[call.tool] ?? '', rawArguments: call.rawArguments })),
    }),
  )
}

test('any answer of a server, at any split, is passed on unchanged, and sent back to it unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(talk, async ({ runner, to, pieceLength, ...rest }) => {
      if (runner.wire === to && runner.leavesTurns) return
      const target = adapterOf(to)
      const upstream = scripted((sent, index) => {
        const answer = answersOf(rest, to, namesIn(target, sent), runner)[index]
        if (answer === undefined) throw new Error('asked too often')
        return served(target.adapter, answer, sent, pieceLength)
      })
      const { fetch } = proxied(runner.wire, to, upstream.fetch)
      const said = answersOf(
        rest,
        to,
        TOOLS.map(({ name }) => name),
        runner,
      )
      let turn = 0
      for await (const { message, finish, usage } of runner.run({ fetch, tools: TOOLS, turns: 5 })) {
        const answer = said[turn]
        expect(essential(message.parts, SPOKEN)).toEqual(essential(answer?.message.parts ?? [], SPOKEN))
        expect(finish?.reason).toBe(answer?.finish.reason)
        expect(usage).toMatchObject(answer?.usage ?? {})
        turn += 1
      }
      expect(turn).toBe(5)
      for (const [index, sent] of upstream.sent.entries()) {
        const named = answersOf(rest, to, namesIn(target, sent), runner)
        expectHistory(target, sent, named.slice(0, index), runner.wire !== to)
        if (runner.wire === to) continue
        for (const digits of digitsIn(named.slice(0, index))) expect(sent.text).toContain(digits)
      }
    }),
    { ...tries(120), examples: [...SAME_WORDS, ...IN_PIECES] },
  )
})

/** Returns the numbers that a double cannot represent. */
function digitsIn(answers: readonly ModelResponse[]): string[] {
  const texts = answers.flatMap(({ message }) =>
    message.parts.map((part) => (part.type === 'tool-call' ? (part.rawArguments ?? '') : '')),
  )
  const found = texts.flatMap((text) => [...text.matchAll(/\d{17,}/g)].map(([digits]) => digits))
  return found.filter((digits) => BigInt(Number(digits)) !== BigInt(digits))
}
