import { expect, test } from 'vitest'
import type { ToolCall } from '../../src/base/model/types.js'
import { defineTool, runTools } from '../../src/index.js'
import { createExecutor } from '../../src/tools/index.js'

const calls = Array.from(
  { length: 500 },
  (_, index): ToolCall => ({
    ...{ type: 'tool-call', id: `call_${index}`, name: 'count', kind: 'function', providerExecuted: false },
    ...{ status: 'complete', arguments: { index } },
  }),
)

/** Runs the calls, and returns the order in which they and the turns of other work came. */
async function ordered(run: (tool: ReturnType<typeof counter>) => Promise<unknown>): Promise<string[]> {
  const order: string[] = []
  let turn = setImmediate(function tick() {
    order.push('turn')
    turn = setImmediate(tick)
  })
  await run(counter(order))
  clearImmediate(turn)
  return order
}

function counter(order: string[]) {
  return defineTool({
    name: 'count',
    parameters: { type: 'object', properties: { index: { type: 'number' } } },
    execute: async ({ index }) => {
      order.push(String(index))
      return index
    },
  })
}

/** Returns the greatest number of calls between two turns of other work. */
function longestRun(order: readonly string[]): number {
  const runs = order.join(' ').split('turn')
  return Math.max(...runs.map((run) => run.split(' ').filter((word) => word !== '').length))
}

test.each([
  ['runTools', (tool) => runTools({ role: 'assistant', parts: calls }, [tool])],
  ['an executor', (tool) => createExecutor({ tools: [tool] }).execute(calls)],
] satisfies [string, (tool: ReturnType<typeof counter>) => Promise<unknown>][])(
  '%s of many calls leaves turns to other work of the program, and keeps the order',
  async (_name, run) => {
    // The first call of all loads the validator.
    await ordered(run)
    const order = await ordered(run)
    expect(order.filter((one) => one !== 'turn')).toEqual(calls.map((_, index) => String(index)))
    expect(longestRun(order)).toBeLessThanOrEqual(64)
  },
)
