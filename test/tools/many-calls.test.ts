import { expect, test } from 'vitest'
import type { ToolCall } from '../../src/base/model/types.js'
import { createExecutor, defineTool, runTools } from '../../src/tools/index.js'

const calls = Array.from(
  { length: 500 },
  (_, index): ToolCall => ({
    ...{ type: 'tool-call', id: `call_${index}`, name: 'count', kind: 'function', providerExecuted: false },
    ...{ status: 'complete', arguments: { index } },
  }),
)

/** Runs the calls, and returns the order in which they and the turns of a timer came. */
async function ordered(run: (tool: ReturnType<typeof counter>) => Promise<unknown>): Promise<string[]> {
  const order: string[] = []
  let timer = setTimeout(function tick() {
    order.push('timer')
    timer = setTimeout(tick)
  })
  await run(counter(order))
  clearTimeout(timer)
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

/** The greatest number of calls between two turns of the timer. */
function longestRun(order: readonly string[]): number {
  const runs = order.join(' ').split('timer')
  return Math.max(...runs.map((run) => run.split(' ').filter((word) => word !== '').length))
}

test.each([
  ['runTools', (tool) => runTools({ role: 'assistant', parts: calls }, [tool])],
  ['an executor', (tool) => createExecutor({ tools: [tool] }).execute(calls)],
] satisfies [string, (tool: ReturnType<typeof counter>) => Promise<unknown>][])(
  '%s of many calls leaves turns to other work of the program, and keeps the order',
  async (_name, run) => {
    const order = await ordered(run)
    expect(order.filter((one) => one !== 'timer')).toEqual(calls.map((_, index) => String(index)))
    expect(longestRun(order)).toBeLessThanOrEqual(64)
  },
)
