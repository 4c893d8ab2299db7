import type { StreamEvent } from '../../base/model/events.js'
import { givenId } from '../../base/model/repeated-ids.js'
import type { ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import { digest } from '../../base/seal/digest.js'
import type { CallJournal } from '../../tools/executor/call-journal.js'
import type { Turn } from '../provider/turn.js'

/**
 * A function that runs work once and returns its value. After a restart, the function returns the stored
 * value without running the work. Engines for durable workflows have this function. The value is JSON.
 * @param key names the step, the same after a restart.
 * @example step: (key, work) => DBOS.runStep(work, { name: key }) // DBOS
 * @example step: (key, work) => context.run(key, work) // Restate
 */
export type Step = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>

/** The members of a turn that a loop reads. */
type ReadTurn = AsyncIterable<StreamEvent> & Pick<Turn, 'response'>

/** Reads a turn within a step. A stored answer has no events. */
export function steppedTurn(step: Step, key: string, open: () => ReadTurn): ReadTurn {
  const events = new Channel<StreamEvent>()
  const work = async (): Promise<ModelResponse> => {
    const turn = open()
    for await (const event of turn) events.push(event)
    return turn.response
  }
  const response = step(key, work).finally(() => events.end())
  // The reader awaits the response after the events.
  response.catch(() => undefined)
  return { response, [Symbol.asyncIterator]: () => events.read() }
}

/**
 * Creates the idempotency keys of the calls of one step of a loop. A step that runs again gives its call the
 * same key.
 * @param seed a text that is unique to this run of the workflow, since ids of calls repeat in other runs.
 */
export function steppedKeys(seed: string, key: string): CallJournal {
  return {
    begin: ({ id }) => digest(JSON.stringify([seed, stepOf(key, givenId(id))]), 32),
    end: async () => {},
    wait: async () => {},
  }
}

/** Returns the key of the step of a call. */
function stepOf(key: string, id: string): string {
  return `${key} ${id}`
}

/**
 * Runs each call within a step. Calls with the same id are one step, because the executor runs equal calls
 * once.
 */
export async function steppedCalls(
  step: Step,
  key: string,
  calls: readonly ToolCall[],
  run: (calls: readonly ToolCall[]) => Promise<ToolResult[]>,
): Promise<ToolResult[]> {
  const ids = [...new Set(calls.map(({ id }) => givenId(id)))]
  const results = await inOrder(
    ids.map((id) => step(stepOf(key, id), () => run(calls.filter((call) => givenId(call.id) === id)))),
  )
  const left = new Map(ids.map((id, at) => [id, (results[at] ?? []).values()]))
  return calls.flatMap(({ id }) => left.get(givenId(id))?.next().value ?? [])
}

/**
 * Awaits steps that run in parallel one after the other, so that a replay continues in the same order.
 * Restate fails if a workflow awaits two of its promises at once (https://github.com/restatedev/sdk-typescript/issues/743).
 */
async function inOrder<Value>(steps: readonly Promise<Value>[]): Promise<Value[]> {
  // A later step may fail while an earlier step is awaited. Promises of Restate are not native, and `catch`
  // awaits them.
  for (const step of steps) if (step instanceof Promise) step.catch(() => undefined)
  const values: Value[] = []
  for (const step of steps) values.push(await step)
  return values
}

/** A channel of values that are added and read concurrently. */
class Channel<Value> {
  readonly #values: Value[] = []
  #isEnded = false
  #wake: () => void = () => undefined

  push(value: Value): void {
    this.#values.push(value)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  async *read(): AsyncGenerator<Value, undefined> {
    for (;;) {
      yield* this.#values.splice(0)
      if (this.#values.length > 0) continue
      if (this.#isEnded) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
