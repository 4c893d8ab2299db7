/** Importing this gives Vitest's `expect` the matcher `toHaveToolCall`, with its types: a line in a setup file will do. */
import { expect } from 'vitest'
import { toHaveToolCall } from './tool-call-matcher.js'

export * from './testing.js'

// `Matchers` of Vitest has other type parameters in version 4 than in 5, and an interface can be widened only with its
// own; both versions take over what Chai's assertion has.
declare global {
  namespace Chai {
    interface Assertion {
      /** There is a call of this tool whose arguments hold at least these members. */
      toHaveToolCall(name: string, partialArguments?: object | string): void
    }
  }
}

expect.extend({ toHaveToolCall })
