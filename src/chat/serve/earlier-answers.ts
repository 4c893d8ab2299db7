import type { Message } from '../../base/model/types.js'
import { disassemble } from '../../codec/stream/assemble.js'
import type { LoopEvent } from '../loop/loop-events.js'
import { writerFor } from './choose-writer.js'
import type { WriteOptions } from './serve-types.js'
import { NO_OUTPUT, type WriterOutput } from './writer.js'

/**
 * Writes the answers to the user's last message that a run continues. In `useChat`, these answers and the run
 * are one message, and a client that resumes a stream replaces this message.
 */
export async function earlierAnswers(
  messages: readonly Message[],
  options: WriteOptions,
): Promise<WriterOutput> {
  const start = messages.findLastIndex(({ role }) => role === 'user') + 1
  if (options.as !== 'ui' || start === messages.length) return NO_OUTPUT
  const writer = writerFor(options)
  const output: (string | Uint8Array)[] = []
  for (const event of messages.slice(start).flatMap(eventsOf)) output.push(...(await writer.push(event)))
  return output
}

function eventsOf(message: Message): LoopEvent[] {
  if (message.role === 'assistant')
    return [...disassemble({ message, finish: { reason: 'stop', outcome: 'complete' } })]
  const results = message.parts.flatMap((part) =>
    part.type === 'tool-result' && part.preliminary !== true ? [part] : [],
  )
  return [{ type: 'step-finish', step: 1, results }]
}
