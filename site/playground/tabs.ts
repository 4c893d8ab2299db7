import { TABS, type TabName } from './layout.js'

/**
 * The tabs of the views. Arrow keys move between them, as in https://www.w3.org/WAI/ARIA/apg/patterns/tabs/.
 */
export class Tabs {
  readonly #root: HTMLElement
  readonly #onChosen: (name: TabName) => void
  #chosen: TabName = 'conversation'

  constructor(root: HTMLElement, onChosen: (name: TabName) => void) {
    this.#root = root
    this.#onChosen = onChosen
    for (const tab of this.#all) {
      tab.addEventListener('click', () => this.#choose(tab))
      tab.addEventListener('keydown', (event) => this.#move(event, tab))
    }
  }

  get chosen(): TabName {
    return this.#chosen
  }

  select(name: TabName): void {
    this.#chosen = name
    for (const tab of this.#all) {
      const isChosen = tab.dataset['tab'] === name
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
    }
    for (const panel of this.#root.querySelectorAll<HTMLElement>('[data-panel]'))
      panel.hidden = panel.dataset['panel'] !== name
  }

  /** Enables the views with content for a record and disables the others. */
  enable(names: ReadonlySet<TabName>): void {
    for (const tab of this.#all)
      tab.disabled = !isTabName(tab.dataset['tab']) || !names.has(tab.dataset['tab'])
  }

  get #all(): HTMLButtonElement[] {
    return [...this.#root.querySelectorAll<HTMLButtonElement>('[role="tab"]')]
  }

  #choose(tab: HTMLButtonElement): void {
    const name = tab.dataset['tab']
    if (!isTabName(name)) return
    this.select(name)
    this.#onChosen(name)
  }

  #move(event: KeyboardEvent, tab: HTMLButtonElement): void {
    const enabled = this.#all.filter(({ disabled }) => !disabled)
    const index = enabled.indexOf(tab)
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: -1,
    }
    const step = steps[event.key]
    const next = step === undefined ? undefined : enabled.at(step % enabled.length)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
    this.#choose(next)
  }
}

export function isTabName(name: string | undefined): name is TabName {
  return name !== undefined && Object.hasOwn(TABS, name)
}
