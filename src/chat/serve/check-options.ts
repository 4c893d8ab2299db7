import { AdapterError } from '../../base/json/adapter-error.js'
import { expectFunction, expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { ResponseOptions, ResumeOptions } from './serve-types.js'
import type { AgUiTrustOptions, TrustOptions } from './trust.js'

// Checks of the options of serving functions. With a misspelled `secret`, no data would be signed.

const RESPONSE: KnownOptions<ResponseOptions> = {
  as: true,
  id: true,
  runId: true,
  usage: true,
  metadata: true,
  secret: true,
  approvalTtl: true,
  onError: true,
  onNotice: true,
  status: true,
  headers: true,
  signal: true,
  store: true,
  onEnd: true,
  waitUntil: true,
}
const RESUME: KnownOptions<ResumeOptions> = {
  as: true,
  status: true,
  headers: true,
  store: true,
  id: true,
  lastEventId: true,
}
const TRUST: KnownOptions<TrustOptions> = {
  history: true,
  keepRaw: true,
  conversation: true,
  secret: true,
  trust: true,
  tools: true,
  used: true,
}
const AG_UI_TRUST: KnownOptions<AgUiTrustOptions> = {
  history: true,
  keepRaw: true,
  conversation: true,
  trust: true,
  tools: true,
  used: true,
}

/** Option names of other libraries, with the correct name of each. */
const ELSEWHERE = {
  originalmessages: 'store',
  onfinish: 'onEnd',
  abortsignal: 'signal',
  sendusage: 'usage',
  chatid: 'id',
}

const SERVED = ['toResponse', "toResponse(loop, { as: 'ui' })"] as const

/**
 * Checks the options of a chat response.
 * @throws AdapterError if `events` is not an event source, and for invalid options.
 */
export function expectServed(events: unknown, options: ResponseOptions): void {
  if (typeof events !== 'object' || events === null || !(Symbol.asyncIterator in events))
    throw new AdapterError(
      'wrong-type',
      '',
      `the first argument of toResponse is not a source of events: give it a loop or a turn itself, ${SERVED[1]}`,
    )
  expectOptions(options, RESPONSE, SERVED, ELSEWHERE)
  expectAs(options.as)
  expectSealSecret(options)
  if (options.id !== undefined && typeof options.id !== 'string')
    throw new AdapterError('wrong-type', '/id', 'the id of a chat is a text')
  if (options.onEnd !== undefined)
    expectFunction(options.onEnd, ['onEnd is not a function', 'onEnd: () => save(loop.messages)'], '/onEnd')
}

/**
 * Checks the options of `resumeResponse`.
 * @throws AdapterError for invalid options.
 */
export function expectResumed(options: ResumeOptions): void {
  expectOptions(options, RESUME, ['resumeResponse', "resumeResponse({ store, id, as: 'ui' })"])
  expectAs(options.as)
}

/**
 * Checks the options of `readUiMessages`.
 * @throws AdapterError for invalid options.
 */
export function expectTrust(options: TrustOptions): void {
  expectOptions(options, TRUST, ['readUiMessages', 'readUiMessages(body, { secret })'])
  expectSealSecret(options)
  expectOneSource(options)
}

function expectOneSource(options: AgUiTrustOptions): void {
  if (options.conversation !== undefined && (options.history !== undefined || options.trust === true))
    throw new AdapterError(
      'unsupported',
      '/conversation',
      'a `conversation` contains its messages, and no other messages are trusted: omit `history` and `trust`',
    )
}

/**
 * Checks the options of `readAgUiInput`.
 * @throws AdapterError for invalid options.
 */
export function expectAgUiTrust(options: AgUiTrustOptions): void {
  expectOptions(options, AG_UI_TRUST, ['readAgUiInput', 'readAgUiInput(body, { history })'])
  expectOneSource(options)
}

/**
 * Checks the `secret`, if the option is present. With an undefined secret, such as an unset environment
 * variable, no data would be signed.
 * @throws AdapterError `unsupported`, since the client did not cause the error.
 */
export function expectSealSecret(options: { readonly secret?: unknown }): void {
  if (!('secret' in options) || (typeof options.secret === 'string' && options.secret !== '')) return
  throw new AdapterError(
    'unsupported',
    '/secret',
    `\`secret\` is ${options.secret === '' ? 'empty' : 'no text'}: set its variable in the environment, or omit the option`,
  )
}

function expectAs(as: unknown): void {
  if (as === 'ui' || as === 'ag-ui' || (typeof as === 'object' && as !== null && 'codecs' in as)) return
  throw new AdapterError(
    as === undefined ? 'missing-field' : 'wrong-type',
    '/as',
    "`as` says who reads: 'ui' for useChat, 'ag-ui', or the adapter of a wire for its clients",
  )
}
