import type { Response } from '../model/types.js'
import { assemble } from '../stream/assemble.js'
import { type EventStep, runStep } from '../stream/step.js'
import { disassemble } from './disassemble.js'

/**
 * What a step makes of a whole answer: the answer that the events it gives amount to, so that it says of a whole answer
 * what it says of a live one. What did not change is the same.
 */
export function stepResponse(response: Response, step: EventStep): Response {
  const { message } = response
  const events = runStep(step, disassemble(response, { deltas: false }))
  const { message: stepped, finish, error } = assemble(events, message.origin?.wire ?? '')
  const isSame =
    stepped.parts.length === message.parts.length &&
    stepped.parts.every((part, index) => part === message.parts[index])
  const changed = isSame ? response : { ...response, message: { ...message, parts: stepped.parts } }
  const ended = finish === response.finish ? changed : { ...changed, finish }
  return error === response.error || error === undefined ? ended : { ...ended, error }
}
