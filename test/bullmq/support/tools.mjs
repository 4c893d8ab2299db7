// The tools of the test workers, created with the sources or the compiled code.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const any = { type: 'object' }

const picture = (data) => ({
  type: 'media',
  kind: 'image',
  mediaType: 'image/png',
  source: { type: 'data', data },
})

/**
 * Creates the tools of the queue tests.
 * @param note called with a line each time that a tool actually begins or ends.
 */
export function testTools({ defineTool, ToolError, contentResult }, note) {
  /** Takes this number of milliseconds, and then waits until a file exists, if one is given. */
  async function work({ id, milliseconds = 0, until }, { signal }) {
    note(`begin ${id}`)
    const isOver = () => until === undefined || existsSync(until)
    const take = async () => {
      do await sleep(milliseconds, undefined, { signal })
      while (!isOver())
    }
    await take().catch((error) => {
      note(`stop ${id}`)
      throw error
    })
    note(`end ${id}`)
    return { id, pid: process.pid }
  }

  return [
    defineTool({ name: 'once', parameters: any, execute: work }),
    defineTool({ name: 'again', parameters: any, retryable: true, execute: work }),
    defineTool({
      name: 'block',
      parameters: any,
      // Blocks the process until the file exists.
      execute({ until }) {
        note('begin block')
        while (!existsSync(until)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
        return 'done'
      },
    }),
    defineTool({
      name: 'echo',
      parameters: any,
      execute: (input, { call }) => ({ input, raw: call.rawArguments }),
    }),
    defineTool({
      name: 'context',
      execute: (_, { conversationId, callerId, skills, execution, attempt }) => ({
        conversationId,
        callerId,
        skills,
        execution,
        isTrusted: execution?.isTrusted,
        attempt,
      }),
    }),
    defineTool({ name: 'large', parameters: any, execute: ({ size }) => 'x'.repeat(size) }),
    defineTool({
      name: 'media',
      parameters: any,
      execute: ({ size }, { call }) => contentResult(call, [picture('x'.repeat(size))]),
    }),
    defineTool({
      name: 'flood',
      parameters: any,
      execute: ({ text, times }, { emit }) => emit(text.repeat(times)),
    }),
    defineTool({
      name: 'fail',
      parameters: { type: 'object', properties: { category: { type: 'string' } } },
      execute: ({ category }) => {
        throw category === undefined
          ? new Error('It went wrong.')
          : new ToolError('It went wrong.', { category })
      },
    }),
    defineTool({
      name: 'slow',
      timeout: 200,
      execute: (_, { signal }) => sleep(60_000, undefined, { signal }),
    }),
    defineTool({
      name: 'chatty',
      parameters: any,
      async *execute({ count }, { emit }) {
        for (let index = 0; index < count; index += 1) emit(`chunk ${index}`)
        yield { half: true }
        yield { whole: true }
      },
    }),
    defineTool({ name: 'delete', destructive: true, requiresApproval: true, parameters: any, execute: work }),
  ]
}
