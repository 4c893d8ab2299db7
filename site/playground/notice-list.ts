import { html, type Markup } from '../../src/traffic/html/markup.js'
import { fill, part } from './dom.js'
import type { ListedNotice } from './protocol.js'
import type { TextMark } from './text-view.js'

/** Maximum number of listed notices, because a larger page is slow. Further ones are only counted. */
const MOST_LISTED = 300

/** The list of notices. Each notice is a button that goes to its position. */
export class NoticeList {
  readonly #box: HTMLElement
  readonly #list: HTMLElement
  readonly #count: HTMLElement
  #notices: readonly ListedNotice[] = []

  /** @param onChosen called with the notice whose position was requested. */
  constructor(root: HTMLElement, onChosen: (notice: ListedNotice) => void) {
    this.#box = part(root, 'told', HTMLElement)
    this.#list = part(root, 'notices', HTMLElement)
    this.#count = part(root, 'told-count', HTMLElement)
    this.#list.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null
      const notice = this.#notices[Number(button?.dataset['index'])]
      if (button === null || notice === undefined) return
      for (const other of this.#list.querySelectorAll('[aria-current]')) other.removeAttribute('aria-current')
      button.setAttribute('aria-current', 'true')
      onChosen(notice)
    })
  }

  show(notices: readonly ListedNotice[]): void {
    this.#notices = notices
    this.#box.hidden = notices.length === 0
    this.#count.textContent = String(notices.length)
    const more = notices.length - MOST_LISTED
    fill(
      this.#list,
      html`${notices.slice(0, MOST_LISTED).map(item)}${more > 0 ? html`<li class="dim">and ${more} more</li>` : undefined}`,
    )
  }
}

function item(notice: ListedNotice, index: number): Markup {
  return html`<li><button type="button" class="notice-button ${notice.severity}" data-index="${index}">${noticeMarkup(notice)}</button></li>`
}

/** Shows the severity, the message and the position. */
export function noticeMarkup({ severity, code, path, message, inSource, inView }: ListedNotice): Markup {
  const badge = severity === 'error' ? 'bad' : severity === 'warning' ? 'warn' : ''
  const where =
    (inSource ?? inView) ? path || 'the whole' : `${path || 'the whole'}, which has no place in the texts`
  return html`<span class="badge ${badge}">${severity}</span> ${message} <span class="dim">${code} at ${where}</span>`
}

/** Returns the marks of notices in the input, or in the text next to it. */
export function marksOf(notices: readonly ListedNotice[], where: 'inSource' | 'inView'): TextMark[] {
  return notices.flatMap((notice) => {
    const place = notice[where]
    return place === undefined
      ? []
      : [{ place, severity: notice.severity, message: `${notice.code}: ${notice.message}` }]
  })
}
