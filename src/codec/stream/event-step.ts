import { compact } from '../../base/json/write-json.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import type { ModelResponse, Part } from '../../base/model/types.js'

/** One transformation of a stream: events in, events out, in the grammar of `events.ts` on both sides. */
export interface EventStep {
  /** Returns the replacements of an event: often the event itself, possibly none. */
  push(event: StreamEvent): readonly StreamEvent[]
  /** Ends the input; call it once. */
  finish(): readonly StreamEvent[]
}

const NONE: readonly StreamEvent[] = []

/** Creates a step without state. */
export function mapEvents(change: (event: StreamEvent) => StreamEvent): EventStep {
  return { push: (event) => [change(event)], finish: () => NONE }
}

/** Chains several steps; each receives the output of the previous one. */
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

/** Applies a step to a complete stream. */
export function* runStep(step: EventStep, events: Iterable<StreamEvent>): Generator<StreamEvent> {
  for (const event of events) yield* step.push(event)
  yield* step.finish()
}

/** Emits the events that `read` adds. If reading throws, emits the events before the error. */
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

/**
 * Returns the event that ends a block, or that contains a complete part.
 * @param id the id of the block; calls and results have their own ids.
 */
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

/**
 * Returns the events of a complete part.
 * @param id as for `endOf`.
 */
export function toldWhole(id: string, part: Part): StreamEvent[] {
  const end = endOf(id, part)
  if (part.type !== 'text' && part.type !== 'reasoning') return [end]
  const start = compact({ type: `${part.type}-start` as const, id, providerMetadata: part.providerMetadata })
  return part.text === '' ? [start, end] : [start, { type: `${part.type}-delta`, id, delta: part.text }, end]
}

/** Returns the finish event of a complete answer. */
export function finishEvent({ message, error: _error, ...rest }: ModelResponse): FinishEvent {
  return compact({ type: 'finish' as const, ...rest, messageMetadata: message.providerMetadata })
}

/** The error event for an interrupted stream. */
export const STREAM_CUT: StreamEvent = {
  type: 'error',
  error: { message: 'the stream ended before its answer was complete', code: 'stream-cut' },
}

/**
 * Drops texts without a character. Gemini sends signatures on such texts, and other providers refuse an empty text in
 * the history. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export class EmptyTexts implements EventStep {
  /** The start of a text, if no event has followed it. */
  #start: Extract<StreamEvent, { type: 'text-start' }> | undefined

  push(event: StreamEvent): readonly StreamEvent[] {
    const start = this.#start
    const isOfStart = start !== undefined && 'id' in event && event.id === start.id
    if (isOfStart && event.type === 'text-delta' && event.delta === '') return NONE
    this.#start = event.type === 'text-start' ? event : undefined
    if (isOfStart && event.type === 'text-end' && event.part.text === '') return NONE
    // Other events may depend on the position of the text, such as its citations.
    const passed = event.type === 'text-start' ? NONE : [event]
    return start === undefined ? passed : [start, ...passed]
  }

  finish(): readonly StreamEvent[] {
    return this.#start === undefined ? NONE : [this.#start]
  }
}
