import type { Usage } from '../../../base/model/types.js'
import type { ProxiedRequest } from '../../../proxy/proxy-types.js'
import { html, type Markup } from '../../../traffic/html/markup.js'
import { redactText } from '../../../traffic/redaction/redact.js'
import type { WatchedTurn } from './watched-turn.js'

/** Shows the state of a turn as one badge. */
export function stateMarkup({ stage, told }: WatchedTurn): Markup {
  if (told === undefined) return html`<span class="badge mark">${stage}</span>`
  if (told.aborted) return html`<span class="badge warn">aborted by the client</span>`
  const isBad = told.status >= 400 || told.error !== undefined
  const within = isBad && told.status < 400 ? ' with an error' : ''
  return html`<span class="badge ${isBad ? 'bad' : 'good'}">${told.status}${within}</span>`
}

/** Shows models, times, tokens and the share of cached tokens. */
export function factsMarkup({ told, began }: WatchedTurn): Markup {
  const time = html`<time datetime="${began.toISOString()}">${clock(began)}</time>`
  if (told === undefined) return html`<p class="dim">${time}</p>`
  const { error, providerError } = told
  const missed = told.notices.find(({ code }) => code === 'cache-missed')
  const said = [error, providerError].flatMap((text) => (text === undefined ? [] : redactText(text)))
  return html`<p class="dim facts">${[time, ...factsOf(told)].map((fact) => html`<span>${fact}</span>`)}</p>
${missed && html`<p class="notice">${redactText(missed.message)}</p>`}${said.map((text) => html`<p class="notice error">${text}</p>`)}`
}

function factsOf(told: ProxiedRequest): string[] {
  return [told.user ?? [], told.route ?? [], modelsOf(told), timesOf(told), tokensOf(told.usage)]
    .flat()
    .filter(Boolean)
}

/** Returns the model names of the client and of the target. */
export function modelsOf({ model, targetModel }: ProxiedRequest): string {
  return [...new Set([model ?? [], targetModel ?? []].flat())].join(' → ')
}

function timesOf({ firstEventMilliseconds: first, milliseconds }: ProxiedRequest): string {
  const whole = `${seconds(milliseconds)} in all`
  return first === undefined ? whole : `${seconds(first)} to the first event, ${whole}`
}

/** Returns the token counts, and the cached share of the input. */
export function tokensOf({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  cacheWriteTokens,
}: Usage = {}): string {
  const share =
    inputTokens && cachedInputTokens ? ` (${Math.round((100 * cachedInputTokens) / inputTokens)}%)` : ''
  return [
    inputTokens === undefined ? [] : `${inputTokens} tokens in`,
    outputTokens === undefined ? [] : `${outputTokens} out`,
    cachedInputTokens ? `${cachedInputTokens} from the cache${share}` : [],
    cacheWriteTokens ? `${cacheWriteTokens} written to the cache` : [],
  ]
    .flat()
    .join(', ')
}

export function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

/** Formats a time as hours, minutes and seconds in the time zone of the proxy. */
export function clock(time: Date): string {
  return time.toTimeString().slice(0, 8)
}
