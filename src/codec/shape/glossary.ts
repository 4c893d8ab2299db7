/**
 * A wire's words for each of ours, with a space between them. A word that stands for several means the first of them.
 * Where we write one, it is the first.
 */
export type Glossary<Ours extends string> = readonly (readonly [ours: Ours, words: string])[]

/** What a word of the wire means; undefined for one that is not in the glossary. */
export function lookUp<Ours extends string>(word: string, glossary: Glossary<Ours>): Ours | undefined {
  return glossary.find(([, words]) => words === word || isAmong(words, word))?.[0]
}

/** Whether a word is in a list of words with a space between them. Every answer has such a word, so no list is made. */
export function isAmong(words: string, word: string): boolean {
  return words.length > word.length && !word.includes(' ') && ` ${words} `.includes(` ${word} `)
}
