import { shownControls } from '../input/shown-text.js'

/** Markup that was made here. Whatever else is put into markup is text, and is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Child = Markup | string | number | undefined | readonly Child[]

/** Markup with pieces of text in it, each escaped: safe between tags and in quoted attributes. */
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
