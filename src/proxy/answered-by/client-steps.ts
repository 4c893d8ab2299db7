import { compact } from '../../base/json/write-json.js'
import type { ModelResponse } from '../../base/model/types.js'
import { type EventStep, pipeSteps } from '../../codec/stream/event-step.js'
import { identify } from '../../translate/exchange/translate-answer.js'
import { freshId } from '../answer-client.js'
import { withRandomIds } from '../random-ids.js'
import type { AskedTurn } from './asked-turn.js'

/** Creates the steps that add the ids and the model that clients of another wire require. */
export function clientSteps({ asked, author, provider }: AskedTurn): EventStep {
  if (author.adapter.id === asked.client.id) return pipeSteps()
  const { answerIds } = asked.server ?? {}
  return pipeSteps(
    withRandomIds(),
    identify(compact({ id: freshId(answerIds), model: provider.model }), answerIds),
  )
}

/** Returns the model that wrote an answer, by the name that its request used, if only one model can answer. */
export function writingModel({ message }: ModelResponse, { provider, author }: AskedTurn): string {
  const isOne = author.wires?.length === 1
  return isOne ? provider.model : (message.origin?.model ?? provider.model)
}
