import type { Shape } from './shapes.js'

/** Returns the text of a file in a shape. */
export function textOf({ value, lines, text }: Shape): string {
  if (text !== undefined) return text
  return lines === undefined
    ? JSON.stringify(value)
    : lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
