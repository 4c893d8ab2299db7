import type { Notice } from '../../base/model/context.js'
import type { ProxiedRequest } from '../../proxy/proxy-types.js'
import { shown } from '../../traffic/input/shown-text.js'
import type { Paint } from '../paint.js'
import { wrapped } from '../printed-text.js'

/**
 * Formats one line of text per request: source and target, status, milliseconds to the first event and to the
 * end, tokens, and the codes of notices. The line does not contain conversation content.
 * @param columns width of the terminal; longer text is wrapped and indented.
 */
export function proxiedLine(told: ProxiedRequest, paint: Paint, columns?: number): string {
  const { method, path, user, route, aborted, error } = told
  const words = [
    ...[
      method,
      shown(path, 120),
      stateOf(told, paint),
      shown(user ?? '', 80),
      shown(route ?? '', 80),
      models(told),
      times(told),
      tokens(told),
    ],
    ...codes(told.notices, paint),
    ...told.passedOver.map((reason) => paint.yellow(`skipped: ${shown(reason, 200)}`)),
    ...(aborted ? [paint.yellow('aborted by the client')] : []),
    ...(error === undefined || aborted ? [] : [paint.red(shown(error, 300))]),
  ].filter((word) => word !== '')
  return laidOut(words.join('  '), columns)
}

function stateOf({ status, error, aborted, streamed }: ProxiedRequest, paint: Paint): string {
  if (aborted) return paint.yellow(String(status))
  if (streamed && status < 400 && error !== undefined) return paint.red(`${status} interrupted`)
  return status >= 400 || error !== undefined ? paint.red(String(status)) : paint.green(String(status))
}

/** Returns the model names of the client and of the target. */
function models({ model, targetModel }: ProxiedRequest): string {
  const names = [model, targetModel].flatMap((name) => (name === undefined ? [] : shown(name, 80)))
  return [...new Set(names)].join(' → ')
}

function times({ firstEventMilliseconds, milliseconds }: ProxiedRequest): string {
  const first = firstEventMilliseconds === undefined ? '' : `${Math.round(firstEventMilliseconds)}/`
  return `${first}${Math.round(milliseconds)} ms`
}

function tokens({ usage }: ProxiedRequest): string {
  if (usage === undefined) return ''
  const { inputTokens = '?', outputTokens = '?', cachedInputTokens: read, cacheWriteTokens: written } = usage
  const cache = [read ? `${read} cached` : '', written ? `${written} written to cache` : ''].filter(Boolean)
  return `${inputTokens}+${outputTokens} tokens${cache.length === 0 ? '' : ` (${cache.join(', ')})`}`
}

/** Returns the number of notices by code. */
export function countsByCode(notices: readonly Notice[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of notices) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

/** Notices about a changed form are dimmer than notices about lost content. */
function codes(notices: readonly Notice[], paint: Paint): string[] {
  const lost = new Set(notices.filter(({ severity }) => severity === 'warning').map(({ code }) => code))
  return [...countsByCode(notices)].map(([code, count]) => {
    const text = count === 1 ? code : `${code} ×${count}`
    return lost.has(code) ? text : paint.dim(text)
  })
}

/** Prints each notice in one line, and the provider's error message, for verbose output. */
export function detailLines({ notices, providerError }: ProxiedRequest, columns?: number): string {
  const lines = notices.map(
    ({ severity, code, path, message }) =>
      `${severity} ${code} at ${shown(path || '/', 120)}: ${shown(message, 500)}`,
  )
  const said = providerError === undefined ? [] : [`the target says: ${shown(providerError, 500)}`]
  return [...lines, ...said].map((line) => laidOut(line, columns, '  ')).join('')
}

/** Wraps lines between words, because text wrapped by the terminal itself is hard to read. */
function laidOut(text: string, columns: number | undefined, start = ''): string {
  if (columns === undefined) return `${start}${text}\n`
  const [first = '', ...rest] = wrapped(text, Math.max(columns - INDENT.length, 20))
  return [start + first, ...rest.map((line) => INDENT + line.trim())]
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

const INDENT = '    '
