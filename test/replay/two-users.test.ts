import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExactAnswerer } from '../../src/traffic/replay/recorded-answers.js'
import type { Matching } from '../../src/traffic/replay/recordings.js'
import { tries } from '../support/cases.js'
import { exchange } from '../support/replay.js'

const TURNS = 4
/** The call ids of both users are the same, since servers count them. */
const bodyOf = (user: string, turns: number) => ({
  model: 'm',
  messages: Array.from({ length: turns + 1 }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'tool',
    tool_call_id: turn % 2 === 0 ? null : `call_${turn}`,
    content: turn === 0 ? `I am ${user}` : `Turn ${turn}`,
  })),
})

/** Orders of two conversations that keep the order of each: true for a turn of the first user. */
const order = fc
  .shuffledSubarray(
    Array.from({ length: 2 * TURNS }, (_, index) => index),
    { minLength: 2 * TURNS },
  )
  .map((places) => places.map((place) => place < TURNS))

function turnsIn(isFirst: readonly boolean[]): { user: string; turn: number }[] {
  const next = { ann: 0, bob: 0 }
  return isFirst.map((first) => {
    const user = first ? 'ann' : 'bob'
    const turn = next[user]
    next[user] += 1
    return { user, turn }
  })
}

test.each<Matching>(['exact', 'best'])('two users of one recording get their own answers (%s)', (matching) =>
  fc.assert(
    fc.asyncProperty(order, order, fc.boolean(), async (recorded, asked, isAtOnce) => {
      const answerer = createExactAnswerer({ matching })
      for (const { user, turn } of turnsIn(recorded)) {
        const json = { user, turn }
        const one = exchange(`${user} ${turn}`, { body: { json: bodyOf(user, turn) } }, { body: { json } })
        answerer.add(one, { id: one.id, load: async () => one })
      }
      const ask = async ({ user, turn }: { user: string; turn: number }) => {
        const body = { json: bodyOf(user, turn) }
        const url = 'https://api.example.com/v1/chat'
        const answered = await answerer.answer({ method: 'POST', url, headers: {}, body }, {})
        return 'response' in answered ? answered.response.json() : answered
      }
      const turns = turnsIn(asked)
      const answers: unknown[] = []
      if (isAtOnce) answers.push(...(await Promise.all(turns.map(ask))))
      else for (const turn of turns) answers.push(await ask(turn))
      expect(answers).toEqual(turns)
    }),
    tries(200),
  ),
)
