import { stableHash } from '../../base/model/ids.js'

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789'
const ALPHABETS: Readonly<Record<string, string>> = {
  hex: '0123456789abcdef',
  digits: DIGITS,
  lower: LOWER,
  alnum: `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`,
}

/**
 * Writes an id in the form of a server: `call_{hex:24}`, `functions.{name}:{n}`. The same seed gives the same
 * id, so that a script gives the same answers on each run.
 * @param seed unique for each id of a mock.
 * @param names the values of `{name}` and `{n}`.
 */
export function writeId(pattern: string, seed: string, names: Readonly<Record<string, string>>): string {
  return pattern
    .replace(/\{(\w+):(\d+)\}/g, (_, alphabet: string, length: string) =>
      signs(ALPHABETS[alphabet] ?? DIGITS, Number(length), seed),
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
}

function signs(alphabet: string, length: number, seed: string): string {
  let hash = ''
  while (hash.length < 2 * length) hash += stableHash(`${seed}\n${hash.length}`)
  return Array.from(
    { length },
    (_, index) => alphabet[Number.parseInt(hash.slice(2 * index, 2 * index + 2), 16) % alphabet.length],
  ).join('')
}
