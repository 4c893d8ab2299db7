import { expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'

/** A wrong program, and the message that it must get. */
export interface Mistake {
  /** The wrong code, as the title of the test. */
  readonly code: string
  /** Runs the wrong code. */
  run(): unknown
  /** Words that state what is wrong. */
  readonly what: string
  /** JSON Pointer of the wrong value. */
  readonly where: string
  /** Words that state what to do. */
  readonly next: string
}

/** Adds a test per mistake: the program gets an `AdapterError` that states what, where and what to do. */
export function rejected(mistakes: readonly Mistake[]): void {
  test.each(mistakes)('$code', async ({ run, what, where, next }) => {
    const error = await failureOf(run)
    expect(error).toBeInstanceOf(AdapterError)
    expect(error).toHaveProperty('path', where)
    expect(messageOf(error)).toContain(what)
    expect(messageOf(error)).toContain(next)
  })
}

/** Returns the thrown or rejected value. */
export async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A value whose type TypeScript does not check, as in a program in JavaScript. */
export type Untyped = Parameters<typeof JSON.stringify>[0]

/** Returns the value without its type. */
export function untyped(value: unknown): Untyped {
  return value
}
