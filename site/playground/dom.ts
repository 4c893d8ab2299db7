import type { Markup } from '../../src/traffic/html/markup.js'

/**
 * Returns the element with this `data-part` in the playground's markup.
 * @throws Error if the element has another type, which is a bug.
 */
export function part<Kind extends HTMLElement>(root: HTMLElement, name: string, kind: new () => Kind): Kind {
  const found = root.querySelector(`[data-part="${name}"]`)
  if (found instanceof kind) return found
  throw new Error(`The playground has no part "${name}".`)
}

/**
 * Replaces the content of an element with markup. Only `html` creates markup, and it escapes inserted values.
 */
export function fill(element: HTMLElement, markup: Markup): void {
  element.innerHTML = markup.text
}

export function setPressed(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute('aria-pressed', String(isPressed))
}
