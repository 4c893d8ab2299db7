import { AdapterError } from '../json/errors.js'

/**
 * What to throw for a name that no wire has.
 * @param known what each wire is called: its id, and its short names where they count.
 */
export function unknownWire(name: string, known: readonly (readonly string[])[]): AdapterError {
  const words = known.map((names) => names.join(' or ')).join(', ')
  return new AdapterError('unknown-wire', '', `unknown wire "${name}"; known are ${words}`)
}
