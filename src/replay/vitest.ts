/** Importing this gives Vitest's `expect` the matcher `toHaveToolCall`, with its types: a line in a setup file will do. */
import { expect } from 'vitest'
import { toHaveToolCall } from './tool-call-matcher.js'

export * from './testing.js'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** There is a call of this tool whose arguments hold at least these members. */
    toHaveToolCall(name: string, partialArguments?: object | string): R
  }
}

expect.extend({ toHaveToolCall })
