/*
 * Compiled, never run: tools, contexts and executors, as programs use them, without a cast.
 */
import { z } from 'zod'
import { defineTextTool, defineTool, type RunnableTool } from '../../src/index.js'
import { createExecutor, createToolContext } from '../../src/tools/index.js'

const weather = defineTool({
  name: 'weather',
  parameters: z.object({ city: z.string(), days: z.number().default(3) }),
  requiresApproval: ({ days }) => days > 10,
  execute: async ({ city }, { getState, setState, emit, signal, attempt }) => {
    const asked: number = await getState('asked', 0)
    await setState('asked', asked + attempt)
    emit(city)
    return { city, sky: 'rain', aborted: signal.aborted }
  },
  toModelOutput: ({ sky }) => sky.toUpperCase(),
})

const progress = defineTool({
  name: 'progress',
  async *execute() {
    yield { done: 0.5 }
    yield { done: 1 }
  },
  toModelOutput: ({ done }) => done.toFixed(1),
})

const shell = defineTextTool({
  name: 'shell',
  requiresApproval: (command) => command.startsWith('rm'),
  execute: (command) => command,
})

// Tools with any input have one common type.
export const tools: RunnableTool[] = [weather, progress, shell]

class Database {
  readonly rows: readonly string[] = []
}
const context = createToolContext({ conversationId: 'talk', extensions: [[Database, new Database()]] })
export const rows: readonly string[] | undefined = context.extension(Database)?.rows
export const executor = createExecutor({
  tools,
  context,
  mode: 'guarded',
  policy: { decide: () => ({ action: 'allow' }) },
})

// @ts-expect-error a number is not a city
weather.execute?.({ city: 7, days: 1 }, undefined as never)
