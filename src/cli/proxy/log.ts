import { Writable } from 'node:stream'
import type { JsonObject } from '../../base/json/json-types.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import type { ProxiedRequest } from '../../proxy/proxy-types.js'
import { shown } from '../../traffic/input/shown-text.js'
import { costOf } from '../../translate/catalogue/cost.js'
import { PLAIN } from '../paint.js'
import type { Streams } from '../standard-streams.js'
import { countsByCode, detailLines, proxiedLine } from './request-lines.js'

/** The form of a log for programs: a line of text, or a JSON object, each with its time and level. */
export type LogForm = 'text' | 'json'

/** The severity of a line: `error` for failed turns, `warn` for refused or skipped requests and lost content. */
export type LogLevel = 'info' | 'warn' | 'error'

export interface LogOptions {
  readonly form: LogForm
  /** True to list each notice, and the text of provider errors. */
  readonly isVerbose: boolean
  /** The current time. */
  readonly now: () => Date
}

/** A log of messages and requests on standard error. */
export class ProxyLog {
  readonly #stderr: Writable
  readonly #options: LogOptions

  constructor(stderr: Writable, options: LogOptions) {
    this.#stderr = stderr
    this.#options = options
  }

  message(text: string, level: LogLevel = 'info'): void {
    const told = text.replace(/^toolwire: /, '').trim()
    if (this.#options.form === 'json') this.#write(level, { message: told })
    else this.#write(level, shown(told, LONGEST))
  }

  readonly request = (told: ProxiedRequest): void => {
    const { form, isVerbose } = this.#options
    if (form === 'json') this.#write(levelOf(told), entryOf(told, isVerbose))
    else this.#lines(told)
  }

  /** Returns the streams of a command whose messages become lines of this log. */
  around(streams: Streams): Streams {
    const write = (text: string) => this.message(text)
    const stderr = new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        write(String(text))
        done()
      },
    })
    return { ...streams, stderr }
  }

  #lines(told: ProxiedRequest): void {
    const { requestId, outcome } = told
    const words = [requestId, ...(outcome === undefined ? [] : [outcome]), proxiedLine(told, PLAIN).trim()]
    this.#write(levelOf(told), words.join('  '))
    const details = this.#options.isVerbose ? detailLines(told).split('\n') : []
    for (const line of details) if (line !== '') this.#write('info', `${requestId}  ${line.trim()}`)
  }

  #write(level: LogLevel, entry: string | JsonObject): void {
    const time = this.#options.now().toISOString()
    const line =
      typeof entry === 'string'
        ? `${time}  ${level.toUpperCase().padEnd(5)}  ${entry}`
        : escaped(stringifyJson({ time, level, ...entry }))
    this.#stderr.write(`${line}\n`)
  }
}

/** The longest message. */
const LONGEST = 2000

function levelOf({ status, aborted, error, notices, passedOver }: ProxiedRequest): LogLevel {
  if (aborted) return 'info'
  if (status >= 500 || (status < 400 && error !== undefined)) return 'error'
  const isLossy = notices.some(({ severity }) => severity === 'warning')
  return status >= 400 || isLossy || passedOver.length > 0 ? 'warn' : 'info'
}

function entryOf(told: ProxiedRequest, isVerbose: boolean): JsonObject {
  const { requestId: id, usage, notices, passedOver, providerError, milliseconds, ...facts } = told
  const { firstEventMilliseconds: first, targetModel = told.model, ...rest } = facts
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = usage ?? {}
  return compact({
    ...{ message: 'request', id, ...rest, targetModel },
    milliseconds: Math.round(milliseconds),
    firstEventMilliseconds: first === undefined ? undefined : Math.round(first),
    ...{ inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens },
    costDollars: usage && targetModel !== undefined ? costOf(usage, targetModel) : undefined,
    notices: isVerbose
      ? notices.map((notice): JsonObject => compact({ ...notice }))
      : Object.fromEntries(countsByCode(notices)),
    passedOver: passedOver.length === 0 ? undefined : passedOver,
    providerError: isVerbose ? providerError : undefined,
  })
}

/** Escapes characters that JSON allows and terminals interpret. */
function escaped(json: string): string {
  return json.replace(
    /[\u007f-\u009f]|\p{Cf}|\p{Zl}|\p{Zp}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
