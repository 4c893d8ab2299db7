import { html } from '../../src/traffic/html/markup.js'
import { fill, part } from './dom.js'
import { noticeMarkup } from './notice-list.js'
import type { Fixing, Linted, ListedViolation } from './protocol.js'

/** Maximum number of listed violations; further ones are only counted. */
const MOST_LISTED = 300

/** Shows the violations of the request, with the known fixes. */
export class CheckPanel {
  readonly #verdict: HTMLElement
  readonly #list: HTMLElement
  readonly #all: HTMLButtonElement
  #violations: readonly ListedViolation[] = []

  constructor(
    root: HTMLElement,
    on: { readonly chosen: (violation: ListedViolation) => void; readonly fix: (fixing: Fixing) => void },
  ) {
    this.#verdict = part(root, 'verdict', HTMLElement)
    this.#list = part(root, 'violations', HTMLElement)
    this.#all = part(root, 'fix-all', HTMLButtonElement)
    this.#all.addEventListener('click', () => on.fix(undefined))
    this.#list.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null
      const index = Number(button?.dataset['index'])
      const violation = this.#violations[index]
      if (button === null || violation === undefined) return
      if (button.dataset['does'] === 'fix') on.fix(index)
      else on.chosen(violation)
    })
  }

  show({ violations }: Linted): void {
    this.#violations = violations
    const fixes = violations.filter(({ hasFix }) => hasFix).length
    const errors = violations.filter(({ severity }) => severity === 'error').length
    this.#verdict.textContent = verdictOf(violations.length, errors)
    this.#all.hidden = fixes === 0
    this.#all.textContent = fixes === 1 ? 'Fix it' : `Fix all ${fixes}`
    const more = violations.length - MOST_LISTED
    fill(
      this.#list,
      html`${violations
        .slice(0, MOST_LISTED)
        .map(
          (violation, index) =>
            html`<li><button type="button" class="notice-button ${violation.severity}" data-index="${index}">${noticeMarkup(violation)}</button>${violation.hasFix ? html`<button type="button" data-does="fix" data-index="${index}" aria-label="Fix ${violation.code} at ${violation.path}">Fix</button>` : undefined}</li>`,
        )}${more > 0 ? html`<li class="dim">and ${more} more</li>` : undefined}`,
    )
  }
}

function verdictOf(count: number, errors: number): string {
  if (count === 0) return 'No known rule of the provider is broken.'
  if (errors === 0) return `${count} to know; nothing is surely refused.`
  return errors === 1
    ? 'The provider refuses this request for 1 reason.'
    : `The provider refuses this request for ${errors} reasons.`
}
