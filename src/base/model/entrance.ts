import { AdapterError } from '../json/adapter-error.js'
import { type Elsewhere, expectKnown } from './expect.js'

// What functions are called with, checked where it comes in: programs without types find their mistakes here.

/** The members that options may have. */
export type KnownOptions<Options> = Readonly<Record<keyof Options, true>>

/**
 * Options of a function.
 * @param elsewhere what members that others have are here, by their names without case and underscores.
 * @throws AdapterError for what is no object, and for a member that nobody reads.
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

/** The name of a function, and how it is called. */
export type Called = readonly [of: string, usage: string]

/** @throws AdapterError for what is no object. */
export function expectGiven(value: unknown, [of, usage]: Called, path = ''): void {
  if (!isRecord(value)) throw notGiven(value, of, usage, path)
}

/** @throws AdapterError for what is no list. */
export function expectList(value: unknown, [of, usage]: Called, path = ''): void {
  if (!Array.isArray(value)) throw notGiven(value, of, usage, path)
}

/** @throws AdapterError for what is no adapter, such as a function of one or its name. */
export function expectAdapter(value: unknown, of: string, path = ''): void {
  if (isRecord(value) && 'codecs' in value) return
  throw notGiven(value, `${of} is not an adapter`, 'import one from toolwire/adapters/…', path)
}

/** @throws AdapterError for what is no function. */
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
