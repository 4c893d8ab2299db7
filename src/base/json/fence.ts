/** What stands inside a code fence that is all of the text but white space; undefined when there is none. */
export function unfenced(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length < 6 || !trimmed.startsWith('```') || !trimmed.endsWith('```')) return undefined
  return trimmed
    .slice(3, -3)
    .replace(/^\w*(?=[\s{[])/, '')
    .trim()
}
