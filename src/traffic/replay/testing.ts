import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expectString } from '../../base/json/read-json.js'
import { expectGiven } from '../../base/model/expect.js'
import { stableHash } from '../../base/model/ids.js'
import { CASSETTE_EXTENSION } from './find-recordings.js'
import { createReplay, type Replay, type ReplayOptions } from './replay-fetch.js'

export { type ToolCallsHolder, toHaveToolCall } from './tool-call-matcher.js'

/** Options of `useCassette`: the options of `createReplay`, and the folder of cassettes. */
export interface CassetteOptions extends Omit<ReplayOptions, 'from' | 'to'> {
  /** The folder of cassettes. Default: `fixtures` in the working directory. */
  readonly folder?: string | undefined
}

/** An open cassette. `await using` closes it. */
export interface UsedCassette extends Replay, AsyncDisposable {
  /** The cassette file, or the fixture folder. */
  readonly path: string
}

type TestBody<Result> = (cassette: UsedCassette) => Result | Promise<Result>

/**
 * Opens a fetch that answers from `fixtures/<name>.cassette` (or the fixture folder `fixtures/<name>`).
 * Unrecorded requests are sent and recorded. If the environment variable `CI` is set, unrecorded requests
 * fail and are not sent.
 *
 * With a callback, the cassette is closed after the callback, and the callback's value is returned. Without a
 * callback, use `await using` or `close()`.
 */
export function useCassette(name: string, options?: CassetteOptions): Promise<UsedCassette>
export function useCassette<Result>(name: string, body: TestBody<Result>): Promise<Result>
export function useCassette<Result>(
  name: string,
  options: CassetteOptions,
  body: TestBody<Result>,
): Promise<Result>
export async function useCassette<Result>(
  name: string,
  options: CassetteOptions | TestBody<Result> = {},
  body?: TestBody<Result>,
): Promise<UsedCassette | Result> {
  if (typeof options === 'function') return useCassette(name, {}, options)
  expectString(name, '/name')
  expectGiven(options, ['useCassette', "useCassette('trip', { mode: 'replay' })"], '/options')
  const cassette = await openCassette(name, options)
  if (body === undefined) return cassette
  try {
    return await body(cassette)
  } finally {
    await cassette.close()
  }
}

async function openCassette(name: string, options: CassetteOptions): Promise<UsedCassette> {
  const { folder = 'fixtures', mode = inContinuousIntegration() ? 'replay' : 'auto', ...others } = options
  const place = join(folder, fileName(name))
  const file = place + CASSETTE_EXTENSION
  const path = !existsSync(file) && isFolder(place) ? place : file
  const replay = await createReplay({ ...others, mode, from: path, to: file })
  return {
    path,
    fetch: replay.fetch,
    get size() {
      return replay.size
    },
    close: () => replay.close(),
    [Symbol.asyncDispose]: () => replay.close(),
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Converts a test name to a file name. Test names may have any length and characters that file names must not
 * contain. The path never leaves the folder.
 */
function fileName(name: string): string {
  const segments = name
    .replace(/[^\p{L}\p{N}._/ -]+/gu, '-')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0)
    throw new TypeError(`"${name}" cannot be the name of a cassette; use letters or digits`)
  return segments.map((segment) => (segment === '..' ? '-' : shortened(segment))).join('/')
}

/**
 * Maximum length of a file name. File systems limit names to 255 bytes with the extension, some to fewer
 * (eCryptfs: 143).
 */
const LONGEST_SEGMENT = 120

/** Shortens a long segment and adds a hash, so that names stay unique. */
function shortened(segment: string): string {
  const bytes = Buffer.from(segment)
  if (bytes.length <= LONGEST_SEGMENT) return segment
  const start = bytes.toString('utf8', 0, LONGEST_SEGMENT).replace(/(?<!\ufffd)\ufffd+$/, '')
  return `${start}-${stableHash(segment)}`
}

function inContinuousIntegration(): boolean {
  const { CI } = process.env
  return CI !== undefined && !['', '0', 'false'].includes(CI.toLowerCase())
}
