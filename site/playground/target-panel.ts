import { html } from '../../src/traffic/html/markup.js'
import { fill, part } from './dom.js'
import { marksOf } from './notice-list.js'
import type { Place, Side, Translation, View, WireName } from './protocol.js'
import { TextView } from './text-view.js'

const SIDES: Readonly<Record<Side, string>> = {
  request: 'the request',
  response: 'the answer',
  stream: 'the answer as a stream',
}
/** Default targets: the first one that is not the wire of the input. */
const USUAL_TARGETS = ['openai-chat', 'anthropic-messages']

/** Shows the record in another wire. */
export class TargetPanel {
  readonly view: TextView
  readonly #target: HTMLSelectElement
  readonly #side: HTMLSelectElement

  constructor(root: HTMLElement, onChosen: () => void) {
    this.view = new TextView(part(root, 'translated', HTMLElement))
    this.#target = part(root, 'target', HTMLSelectElement)
    this.#side = part(root, 'side', HTMLSelectElement)
    this.#target.addEventListener('change', onChosen)
    this.#side.addEventListener('change', onChosen)
    const copy = part(root, 'copy', HTMLButtonElement)
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(this.view.text)
      copy.textContent = 'Copied'
      setTimeout(() => {
        copy.textContent = 'Copy'
      }, 1500)
    })
  }

  get wanted(): Translation | undefined {
    const { value: side } = this.#side
    return isSide(side) && this.#target.value !== '' ? { to: this.#target.value, side } : undefined
  }

  /** Offers the sides of the record, encoded for every other wire. The selection is kept. */
  offer(wires: readonly WireName[], own: string | undefined, sides: readonly Side[]): void {
    const before = { target: this.#target.value, side: this.#side.value }
    const targets = wires.filter(({ id, isTarget }) => isTarget && id !== own)
    fill(this.#target, html`${targets.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}`)
    fill(this.#side, html`${sides.map((side) => html`<option value="${side}">${SIDES[side]}</option>`)}`)
    this.choose([before.target, ...USUAL_TARGETS].find((wire) => targets.some(({ id }) => id === wire)))
    if (sides.some((side) => side === before.side)) this.#side.value = before.side
  }

  choose(target: string | undefined): void {
    if (target !== undefined) this.#target.value = target
  }

  show({ view, notices }: View): void {
    this.view.show(view, marksOf(notices, 'inView'))
  }

  goTo(place: Place): void {
    this.view.goTo(place)
  }
}

function isSide(value: string): value is Side {
  return Object.hasOwn(SIDES, value)
}
