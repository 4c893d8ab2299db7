import type { Markup } from '../../src/traffic/html/markup.js'

/** What the markup of the playground names with `data-part`. @throws Error when it is of another kind: a mistake of ours. */
export function part<Kind extends HTMLElement>(root: HTMLElement, name: string, kind: new () => Kind): Kind {
  const found = root.querySelector(`[data-part="${name}"]`)
  if (found instanceof kind) return found
  throw new Error(`The playground has no part "${name}".`)
}

/** Puts markup in place of what an element holds. Only `html` makes markup, and it escapes what is put into it. */
export function fill(element: HTMLElement, markup: Markup): void {
  element.innerHTML = markup.text
}

export function setPressed(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute('aria-pressed', String(isPressed))
}
