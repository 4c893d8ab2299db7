import { writeAnswer } from '../../translate/exchange/translate-answer.js'
import type { AskedTurn } from './asked-turn.js'
import { clientSteps, writingModel } from './client-steps.js'

/** Answers a client that asked for a complete answer. */
export async function completeTurn(turn: AskedTurn): Promise<Response> {
  const { provider, conversation, asked, author, history, carried, signal, report } = turn
  const running = provider.turn(conversation, { signal })
  const own = await running.response
  const { client, body: request, answerFields } = asked
  const out = writeAnswer(own, {
    ...{ from: author.adapter, to: client, streams: false, restore: clientSteps(turn) },
    ...{ carried, request, answerFields },
  })
  await history.keeping(author, { model: writingModel(own, turn) })({ own, shown: out.response })
  report([...running.notices, ...out.notices])
  const text = 'text' in out ? out.text : ''
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}
