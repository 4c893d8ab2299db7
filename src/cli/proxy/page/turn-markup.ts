import type { JsonValue } from '../../../base/json/json-types.js'
import { valueAt } from '../../../base/json/pointer.js'
import { asJson, isObject } from '../../../base/json/read-json.js'
import type { Notice } from '../../../base/model/context.js'
import type { ProxiedRequest } from '../../../proxy/proxy-types.js'
import { html, type Markup } from '../../../traffic/html/markup.js'
import { noticesMarkup } from '../../../traffic/html/part-markup.js'
import { errorMarkup, sidesMarkup } from '../../../traffic/html/record-markup.js'
import { redactExchange, redactText } from '../../../traffic/redaction/redact.js'
import type { Registry } from '../../../translate/exchange/registry.js'
import { factsMarkup, stateMarkup } from './turn-facts.js'
import { foldedOf, seenOn, type WatchedTurn } from './watched-turn.js'

/** Shows one turn: the client's request next to the target's request, and both answers. */
export function turnMarkup(turn: WatchedTurn, registry: Registry): Markup {
  const { number, stage, thread, told } = turn
  const question = thread === undefined ? `Turn ${number}` : redactText(thread.question)
  const client = clientMarkup(turn, registry)
  const target = targetMarkup(turn, registry)
  return html`<article data-stage="${stage}"><h2>${question}</h2> ${stateMarkup(turn)}
${factsMarkup(turn)}
${told?.passedOver.map((reason) => html`<p class="notice">An earlier target was passed over: ${redactText(reason)}</p>`)}
<div class="sides"><section><h3>The client asked</h3>${client.asked}</section>
<section><h3>The provider got</h3>${target?.asked ?? nothing(turn)}</section>
<section><h3>The client was answered</h3><div id="live">${client.answered}</div></section>
<section><h3>The provider answered</h3>${target?.answered ?? nothing(turn)}</section></div></article>`
}

/** Shows only the client's answer so far, because it grows while the rest of its turn is unchanged. */
export function answerMarkup(turn: WatchedTurn, registry: Registry): Markup {
  return sideMarkup(seenOn(redactExchange(turn.client.answer), registry), []).answered
}

function nothing({ stage }: WatchedTurn): Markup {
  return html`<p class="dim">${stage === 'over' ? 'nothing' : 'nothing yet'}</p>`
}

interface Sides {
  readonly asked: Markup
  readonly answered: Markup
}

/** Shows the client's side with the notices of the proxy, each at its position. */
function clientMarkup({ client, told }: WatchedTurn, registry: Registry): Sides {
  return sideMarkup(seenOn(redactExchange(client.exchange), registry), told?.notices ?? [])
}

function targetMarkup({ targets }: WatchedTurn, registry: Registry): Sides | undefined {
  const target = targets.at(-1)
  return target && sideMarkup(seenOn(redactExchange(target.exchange), registry), [])
}

function sideMarkup(seen: ReturnType<typeof seenOn>, notices: ProxiedRequest['notices']): Sides {
  if ('failure' in seen)
    return { asked: errorMarkup(seen.failure), answered: html`${noticesMarkup(notices)}` }
  const { report, native } = seen
  const read = { request: report.request === undefined ? null : asJson(report.request) }
  const places = [native, read]
  const told = notices.map((notice) => placed(notice, places))
  const { asked, answered } = sidesMarkup({ ...report, notices: told }, places, foldedOf)
  const wire = html`<p><span class="badge">${report.wire}</span></p>`
  const error = report.error && errorMarkup(report.error)
  return report.error?.path.startsWith('/request')
    ? { asked: html`${wire}${error}`, answered }
    : { asked: html`${wire}${asked}`, answered: html`${error}${answered}` }
}

/**
 * Prefixes a notice's path with the side that contains it: the client's request, in native or decoded form,
 * or otherwise an answer.
 */
function placed(notice: Notice, places: readonly JsonValue[]): Notice {
  const isAsked = places.some(
    (place) => isObject(place) && valueAt(place.request ?? null, notice.path) !== undefined,
  )
  const message = redactText(notice.message)
  return { ...notice, message, path: `/${isAsked ? 'request' : 'response'}${notice.path}` }
}
