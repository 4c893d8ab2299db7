import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { attempt } from '../../base/json/adapter-error.js'
import { parseJson } from '../../base/json/parse.js'
import { expectString, isObject } from '../../base/json/read-json.js'
import { expectFunction, expectOptions, expectWord, type KnownOptions } from '../../base/model/expect.js'
import { stableHash } from '../../base/model/ids.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { CASSETTE_EXTENSION } from './find-recordings.js'
import {
  createReplay,
  REPLAY_ELSEWHERE,
  REPLAY_OPTIONS,
  type Replay,
  type ReplayOptions,
} from './replay-fetch.js'

export { type ToolCallsHolder, toHaveToolCall } from './tool-call-matcher.js'

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

/** Options of `useCassette`: the options of `createReplay`, and the folder of cassettes. */
export interface CassetteOptions extends Omit<ReplayOptions, 'from' | 'to'> {
  /** The folder of cassettes. Default: `fixtures` in the working directory. */
  readonly folder?: string | undefined
  /**
   * `new` to send and record requests that an existing cassette lacks. Default: an existing cassette answers
   * without the network. `mode` takes precedence. Without `mode`, the refusal of a key (status 401, 403 or 407) is
   * not recorded.
   */
  readonly record?: 'new' | undefined
}

/** An open cassette. `await using` closes it. */
export interface UsedCassette extends Replay, AsyncDisposable {
  /** The cassette file, or the fixture folder. */
  readonly path: string
}

type TestBody<Result> = (cassette: UsedCassette) => Result | Promise<Result>

/** The function `useCassette`. */
export interface UseCassette {
  (name: string, options?: CassetteOptions): Promise<UsedCassette>
  <Result>(name: string, body: TestBody<Result>): Promise<Result>
  <Result>(name: string, options: CassetteOptions, body: TestBody<Result>): Promise<Result>
}

/**
 * Creates the function that is exported as `useCassette`.
 * @param loadRegistry loads the adapters for `as`, if the caller passes no `registry`.
 */
export function createUseCassette(loadRegistry: () => Promise<Registry>): UseCassette {
  function useCassette(name: string, options?: CassetteOptions): Promise<UsedCassette>
  function useCassette<Result>(name: string, body: TestBody<Result>): Promise<Result>
  function useCassette<Result>(
    name: string,
    options: CassetteOptions,
    body: TestBody<Result>,
  ): Promise<Result>
  async function useCassette<Result>(
    name: string,
    options: CassetteOptions | TestBody<Result> = {},
    body?: TestBody<Result>,
  ): Promise<UsedCassette | Result> {
    if (typeof options === 'function') return useCassette(name, {}, options)
    expectString(name, '/name')
    expectOptions(options, OPTIONS, ['useCassette', "useCassette('trip', { record: 'new' })"], ELSEWHERE)
    expectWord(options.record, ['new'], '/record')
    if (body !== undefined)
      expectFunction(
        body,
        ['the test of useCassette', 'useCassette(name, options, async ({ fetch }) => …)'],
        '',
      )
    const { as, registry = as && (await loadRegistry()) } = options
    const cassette = await openCassette(name, { ...options, registry })
    return body === undefined ? cassette : await closedAfter(cassette, body)
  }
  return useCassette
}

const { from: _from, to: _to, ...SHARED } = REPLAY_OPTIONS
const OPTIONS: KnownOptions<CassetteOptions> = { ...SHARED, folder: true, record: true }
const ELSEWHERE = {
  ...REPLAY_ELSEWHERE,
  dir: 'folder',
  directory: 'folder',
  path: 'folder',
  cassette: 'folder',
}

async function closedAfter<Result>(cassette: UsedCassette, run: TestBody<Result>): Promise<Result> {
  try {
    return await run(cassette)
  } finally {
    await cassette.close()
  }
}

async function openCassette(name: string, options: CassetteOptions): Promise<UsedCassette> {
  const { folder = 'fixtures', record, mode: given, ...others } = options
  const place = join(folder, fileName(name))
  const file = place + CASSETTE_EXTENSION
  const path = !existsSync(file) && isFolder(place) ? place : file
  const mode = given ?? (mayRecord(path, record) ? 'auto' : 'replay')
  const advice = inContinuousIntegration() ? IN_CI : TO_ADD
  const replay = await createReplay({
    ...(given === undefined && { isRecorded: isAllowed }),
    ...others,
    mode,
    from: path,
    to: file,
    ...(given === undefined && { advice }),
  })
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

/**
 * Returns false for an answer that rejects the key. A recording of it would reject every later run, also with a
 * valid key.
 */
function isAllowed({ response }: RecordedExchange): boolean {
  return ![401, 403, 407].includes(response.status)
}

const TO_ADD =
  "The cassette exists, so no request is sent. useCassette(name, { record: 'new' }) sends this request and adds it, also if the run that recorded the cassette failed halfway; to record everything again, delete the file"
const IN_CI = 'CI is set, so no request is sent. Record the request on your machine, and commit the cassette'

/** Returns true if missing requests may be sent: for a new cassette, and with `record`, but never in CI. */
function mayRecord(path: string, record: CassetteOptions['record']): boolean {
  return !inContinuousIntegration() && (record === 'new' || !existsSync(path) || isEmpty(path))
}

/** Returns true for a cassette without requests: the test that created it sent none. */
function isEmpty(path: string): boolean {
  if (isFolder(path)) return false
  const header = attempt(() => parseJson(readFileSync(path, 'utf8')))
  return 'value' in header && isObject(header.value) && Object.hasOwn(header.value, 'cassette')
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
