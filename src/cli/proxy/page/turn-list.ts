import type { Thread } from '../../../traffic/html/conversations.js'
import { html, type Markup } from '../../../traffic/html/markup.js'
import { counted } from '../../../traffic/input/shown-text.js'
import { redactText } from '../../../traffic/redaction/redact.js'
import { clock, modelsOf, seconds, stateMarkup, tokensOf } from './turn-facts.js'
import type { WatchedTurn } from './watched-turn.js'

/**
 * Lists the turns that contain all words of a search, grouped by conversation. The conversation with the
 * latest turn is first.
 */
export function turnList(turns: readonly WatchedTurn[], words: readonly string[]): Markup {
  const found = turns.filter((turn) => turn.has(words))
  const groups = new Map<Thread | undefined, WatchedTurn[]>()
  for (const turn of found.toReversed()) groups.set(turn.thread, [...(groups.get(turn.thread) ?? []), turn])
  const count =
    words.length === 0 ? counted(turns.length, 'turn') : `${found.length} of ${counted(turns.length, 'turn')}`
  return html`<p class="dim" role="status">${count}</p><ol>${[...groups].map(([thread, turns]) => groupMarkup(thread, turns))}</ol>`
}

function groupMarkup(thread: Thread | undefined, turns: readonly WatchedTurn[]): Markup {
  const { number, question = 'not read', model } = thread ?? {}
  const download =
    number === undefined
      ? undefined
      : html`<a class="download" href="conversations/${number}.cassette" download="conversation-${number}.cassette">cassette</a>`
  return html`<li><p class="thread">${redactText(question)} <span class="dim">${model}</span></p>${download}<ol>${turns.map(itemMarkup)}</ol></li>`
}

function itemMarkup(turn: WatchedTurn): Markup {
  const { number, began, told } = turn
  const models = told === undefined ? '' : modelsOf(told)
  const figures = told === undefined ? [] : [seconds(told.milliseconds), tokensOf(told.usage)].filter(Boolean)
  return html`<li><a href="#${number}">${stateMarkup(turn)} ${clock(began)} ${models}<br><span class="dim">${figures.join(', ')}</span></a></li>`
}
