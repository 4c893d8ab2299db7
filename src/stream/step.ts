import type { StreamEvent } from './events.js'

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
