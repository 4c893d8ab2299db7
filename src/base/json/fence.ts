/**
 * Returns the content of a code fence that surrounds the complete text except for white space; undefined for
 * any other text.
 */
export function unfenced(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length < 6 || !trimmed.startsWith('```') || !trimmed.endsWith('```')) return undefined
  return trimmed
    .slice(3, -3)
    .replace(/^\w*(?=[\s{[])/, '')
    .trim()
}
