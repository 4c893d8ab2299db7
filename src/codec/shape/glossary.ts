/**
 * The native words for each canonical word, separated by spaces. A native word in several rows has the
 * meaning of the first row. The first native word of a row is encoded.
 */
export type Glossary<Ours extends string> = readonly (readonly [ours: Ours, words: string])[]

/** Returns the canonical meaning of a native word; undefined for an unknown word. */
export function lookUp<Ours extends string>(word: string, glossary: Glossary<Ours>): Ours | undefined {
  return glossary.find(([, words]) => words === word || isAmong(words, word))?.[0]
}

/**
 * Returns true if a word is in a list of words separated by spaces. No list is allocated, since every answer
 * contains a word to look up.
 */
export function isAmong(words: string, word: string): boolean {
  return words.length > word.length && !word.includes(' ') && ` ${words} `.includes(` ${word} `)
}
