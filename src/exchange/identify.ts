import { compact } from '../json/write.js'
import type { ModelResponse } from '../model/types.js'
import { type EventStep, mapEvents } from '../stream/step.js'

/** What an answer is called, and who gave it. */
export type Identity = Pick<ModelResponse, 'id' | 'model'>

/**
 * Gives an answer the id and the model that its provider does not tell. Clients of other wires count on both: where the id
 * is empty, the stream helper of `openai` passes over the usage.
 * https://github.com/openai/openai-node/blob/master/src/lib/ChatCompletionStream.ts
 */
export function identify(identity: Identity): EventStep {
  let begun: Identity = {}
  return mapEvents((event) => {
    if (event.type === 'response-start') {
      begun = identified(event, identity)
      return { ...event, ...begun }
    }
    return event.type === 'finish' ? { ...event, ...identified({ ...event, ...begun }, identity) } : event
  })
}

function identified(told: Identity, { id, model }: Identity): Identity {
  return compact({ id: told.id ?? id, model: told.model ?? model })
}
