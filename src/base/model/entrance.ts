import { AdapterError } from '../json/adapter-error.js'
import { type Elsewhere, expectKnown } from './expect.js'

// Checks of function arguments at the public API, so that programs without types find their errors here.

/** The members that the options may have. */
export type KnownOptions<Options> = Readonly<Record<keyof Options, true>>

/**
 * Checks the options of a function.
 * @param elsewhere names of other APIs for options of this one, without case and underscores.
 * @throws AdapterError for a value that is not an object, and for an unknown member.
 */
export function expectOptions(
  options: unknown,
  known: Readonly<Record<string, true>>,
  [of, usage]: Called,
  elsewhere?: Elsewhere,
): void {
  if (isRecord(options)) expectKnown(options, known, `an option of ${of}`, elsewhere)
  else throw notGiven(options, `${of} needs options`, usage)
}

/** The name of a function, and an example of its call. */
export type Called = readonly [of: string, usage: string]

/** @throws AdapterError for a value that is not an object. */
export function expectGiven(value: unknown, [of, usage]: Called, path = ''): void {
  if (!isRecord(value)) throw notGiven(value, of, usage, path)
}

/** @throws AdapterError for a value that is not a list. */
export function expectList(value: unknown, [of, usage]: Called, path = ''): void {
  if (!Array.isArray(value)) throw notGiven(value, of, usage, path)
}

/** @throws AdapterError for a value that is not an adapter, such as a function or the name of an adapter. */
export function expectAdapter(value: unknown, of: string, path = ''): void {
  if (isRecord(value) && 'codecs' in value) return
  throw notGiven(value, `${of} is not an adapter`, 'import one from toolwire/adapters/…', path)
}

/** @throws AdapterError for a value that is not a function. */
export function expectFunction(value: unknown, [of, usage]: Called, path: string): void {
  if (typeof value !== 'function') throw notGiven(value, of, usage, path)
}

function notGiven(value: unknown, what: string, usage: string, path = ''): AdapterError {
  const got = Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value
  return new AdapterError('wrong-type', path, `${what}: ${usage}. Got ${got}`)
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
