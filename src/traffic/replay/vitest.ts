/**
 * Adds the matcher `toHaveToolCall`, with its types, to Vitest's `expect`. Import this module in a setup
 * file.
 */
import { expect } from 'vitest'
import { toHaveToolCall } from './tool-call-matcher.js'

export * from './testing.js'

// Vitest's `Matchers` has other type parameters in version 4 than in 5, and an interface can be extended only
// with identical type parameters. Both versions inherit the members of Chai's assertion.
declare global {
  namespace Chai {
    interface Assertion {
      /** Passes if a call of this tool has arguments with at least these members. */
      toHaveToolCall(name: string, partialArguments?: object | string): void
    }
  }
}

expect.extend({ toHaveToolCall })
