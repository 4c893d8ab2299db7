import { compact } from '../../base/json/write-json.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import type { ModelResponse, Part } from '../../base/model/types.js'

/** One change of a stream on its way: events in, events out, in the grammar of `events.ts` on both sides. */
export interface EventStep {
  /** Takes one event, and gives those that stand in its place: often itself, maybe none. */
  push(event: StreamEvent): readonly StreamEvent[]
  /** To be called once, when no more events will come. */
  finish(): readonly StreamEvent[]
}

const NONE: readonly StreamEvent[] = []

/** A step that remembers nothing. */
export function mapEvents(change: (event: StreamEvent) => StreamEvent): EventStep {
  return { push: (event) => [change(event)], finish: () => NONE }
}

/** Several steps, each taking what the one before it gives. */
export function pipeSteps(...steps: readonly EventStep[]): EventStep {
  const pass = (events: readonly StreamEvent[], from: number) => {
    let passed = events
    for (let position = from; position < steps.length && passed.length > 0; position += 1)
      passed = pushAll(steps[position], passed)
    return passed
  }
  return {
    push: (event) => pass([event], 0),
    finish: () => steps.flatMap((step, position) => pass(step.finish(), position + 1)),
  }
}

function pushAll(step: EventStep | undefined, events: readonly StreamEvent[]): readonly StreamEvent[] {
  const [first] = events
  if (step === undefined || first === undefined) return events
  return events.length === 1 ? step.push(first) : events.flatMap((event) => step.push(event))
}

/** What becomes of a whole stream. */
export function* runStep(step: EventStep, events: Iterable<StreamEvent>): Generator<StreamEvent> {
  for (const event of events) yield* step.push(event)
  yield* step.finish()
}

/** Gives on what was read; when reading throws, what came before the error. */
export function giveRead(
  read: (events: StreamEvent[]) => void,
  give: (events: readonly StreamEvent[]) => void,
): void {
  const events: StreamEvent[] = []
  try {
    read(events)
  } finally {
    give(events)
  }
}

/** The event that ends a block, or tells a part that came whole. @param id of the block; calls and results have their own. */
export function endOf(id: string, part: Part): StreamEvent {
  switch (part.type) {
    case 'text':
      return { type: 'text-end', id, part }
    case 'reasoning':
      return { type: 'reasoning-end', id, part }
    case 'tool-call':
      return { type: 'tool-call', call: part }
    case 'tool-result':
      return { type: 'tool-result', result: part }
    default:
      return { type: 'part', part }
  }
}

/** The events of a part that came whole. @param id as for `endOf`. */
export function toldWhole(id: string, part: Part): StreamEvent[] {
  const end = endOf(id, part)
  if (part.type !== 'text' && part.type !== 'reasoning') return [end]
  const start = compact({ type: `${part.type}-start` as const, id, providerMetadata: part.providerMetadata })
  return part.text === '' ? [start, end] : [start, { type: `${part.type}-delta`, id, delta: part.text }, end]
}

/** How a whole answer ends when it is told as a stream. */
export function finishEvent({ message, error: _error, ...rest }: ModelResponse): FinishEvent {
  return compact({ type: 'finish' as const, ...rest, messageMetadata: message.providerMetadata })
}

/** What the reader of a stream is told that broke off. */
export const STREAM_CUT: StreamEvent = {
  type: 'error',
  error: { message: 'the stream ended before its answer was complete', code: 'stream-cut' },
}
