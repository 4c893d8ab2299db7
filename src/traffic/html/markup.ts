import { shownControls } from '../input/shown-text.js'

/** Markup made by this module. All other values are text, and are escaped when they are inserted. */
export class Markup {
  constructor(readonly text: string) {}
}

type Child = Markup | string | number | undefined | readonly Child[]

/**
 * Builds markup from a template. Inserted text is escaped, so it is safe between tags and in quoted
 * attributes.
 */
export function html(literals: TemplateStringsArray, ...pieces: readonly Child[]): Markup {
  const text = literals.map((literal, index) => literal + written(pieces[index]))
  return new Markup(text.join(''))
}

function written(piece: Child): string {
  if (piece === undefined) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(written).join('')
  return shownControls(String(piece)).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
