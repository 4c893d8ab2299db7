import { html } from '../../src/traffic/html/markup.js'
import { fill, part } from './dom.js'
import type { Choice, WireName } from './protocol.js'

const UNKNOWN = 'what it is recognized as'

/** Selects the shown record and its wire. */
export class RecordBar {
  readonly #wire: HTMLSelectElement
  readonly #pager: HTMLElement
  readonly #record: HTMLInputElement
  readonly #count: HTMLElement
  readonly #onChosen: (choice: Choice) => void
  #wires: readonly WireName[] = []

  constructor(root: HTMLElement, onChosen: (choice: Choice) => void) {
    this.#wire = part(root, 'wire', HTMLSelectElement)
    this.#pager = part(root, 'pager', HTMLElement)
    this.#record = part(root, 'record', HTMLInputElement)
    this.#count = part(root, 'count', HTMLElement)
    this.#onChosen = onChosen
    this.#wire.addEventListener('change', () => this.#tell())
    this.#record.addEventListener('change', () => this.#moveBy(0))
    part(root, 'before', HTMLButtonElement).addEventListener('click', () => this.#moveBy(-1))
    part(root, 'after', HTMLButtonElement).addEventListener('click', () => this.#moveBy(1))
  }

  get choice(): Choice {
    return { record: this.#record.valueAsNumber - 1, wire: this.#wire.value || undefined }
  }

  /** Updates the bar for a new input. */
  show(count: number, wires: readonly WireName[]): void {
    this.#wires = wires
    this.#pager.hidden = count < 2
    this.#record.max = String(count)
    this.#record.value = '1'
    this.#count.textContent = `of ${count}`
    fill(
      this.#wire,
      html`<option value="">${UNKNOWN}</option>${wires.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}`,
    )
    this.#wire.disabled = false
  }

  choose({ record, wire }: Choice): void {
    this.#record.value = String(record + 1)
    this.#wire.value = wire ?? ''
  }

  /** Shows the recognized wire. */
  tell(wire: string | undefined): void {
    const [recognized] = this.#wire.options
    const title = this.#wires.find(({ id }) => id === wire)?.title
    if (recognized !== undefined && this.#wire.value === '')
      recognized.text = title === undefined ? UNKNOWN : `recognized: ${title}`
  }

  clear(): void {
    this.#pager.hidden = true
    this.#wire.value = ''
    this.#wire.disabled = true
  }

  #moveBy(step: number): void {
    const wanted = (this.#record.valueAsNumber || 1) + step
    this.#record.value = String(Math.min(Math.max(wanted, 1), Number(this.#record.max)))
    this.#tell()
  }

  #tell(): void {
    this.#onChosen(this.choice)
  }
}
