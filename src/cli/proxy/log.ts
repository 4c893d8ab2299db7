import type { Notice } from '../../adapter/context.js'
import type { ProxiedRequest } from '../../proxy/types.js'
import type { Paint } from '../paint.js'
import { shown } from '../text.js'

/**
 * One line of text per request: where it came from and went to, status, milliseconds to the first event and to the end,
 * tokens, and notices by their codes. Nothing of what was said is in it.
 */
export function proxiedLine(told: ProxiedRequest, paint: Paint): string {
  const { method, path, route = '-', model, targetModel, status, aborted, error } = told
  const models = [model, targetModel].map((name) => shown(name ?? '-', 80)).join(' → ')
  const state = status < 400 ? paint.green(String(status)) : paint.red(String(status))
  const words = [
    ...[method, shown(path, 120), state, shown(route, 80), models, times(told), tokens(told)],
    ...codes(told.notices),
    ...told.passedOver.map((reason) => paint.yellow(`passed over: ${shown(reason, 200)}`)),
    ...(aborted ? [paint.yellow('aborted by the client')] : []),
    ...(error === undefined ? [] : [paint.red(shown(error, 300))]),
  ]
  return `${words.filter((word) => word !== '').join('  ')}\n`
}

function times({ firstEventMilliseconds, milliseconds }: ProxiedRequest): string {
  const first = firstEventMilliseconds === undefined ? '' : `${Math.round(firstEventMilliseconds)}/`
  return `${first}${Math.round(milliseconds)} ms`
}

function tokens({ usage }: ProxiedRequest): string {
  return usage === undefined ? '' : `${usage.inputTokens ?? '?'}+${usage.outputTokens ?? '?'} tokens`
}

function codes(notices: readonly Notice[]): string[] {
  const counts = new Map<string, number>()
  for (const { code } of notices) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].map(([code, count]) => (count === 1 ? code : `${code} ×${count}`))
}

/** Each notice in a line, for those who want to know. */
export function noticeLines({ notices }: ProxiedRequest): string {
  return notices
    .map(
      ({ severity, code, path, message }) =>
        `  ${severity} ${code} at ${shown(path || '/', 120)}: ${shown(message, 500)}\n`,
    )
    .join('')
}
