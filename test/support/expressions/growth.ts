import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp'
import {
  characterTest,
  createMatcher,
  isOneCharacter,
  type Matched,
  type OneCharacter,
} from './backtracking.js'

/** A text of variable length: a repeated piece, and the text around it. */
export interface Pumped {
  readonly before: string
  readonly repeated: string
  readonly after: string
}

/** A text for which an expression takes too many steps. */
export interface Found extends Pumped {
  /** The factor by which the steps grow if the text is doubled. */
  readonly factor: number
}

/** Repetitions up to this number count as constant. */
const CONSTANT = 512
const MOST_WORDS = 6
const MOST_REPEATED = 80
const FEW = 16
const MANY = 64
/**
 * Doubling the text doubles the steps if they grow linearly, and quadruples them if they grow quadratically.
 */
const SUSPICIOUS = 2.3
const TOO_MUCH = 2.8
const FIRST_LIMIT = 100_000
const LIMIT = 3_000_000

/**
 * Returns a text for which the steps of an expression grow faster than the text, or undefined if none was
 * found.
 */
export function fasterThanText(expression: RegExp): Found | undefined {
  const match = createMatcher(expression)
  for (const { constant, ...text } of pumpedTexts(expression)) {
    const { length } = text.repeated
    if (growth(match, text, length > FEW ? FEW / 2 : FEW, FIRST_LIMIT) < SUSPICIOUS) continue
    const times = Math.ceil(Math.max(length > FEW ? MANY / 4 : MANY, (4 * constant) / length))
    const factor = growth(match, text, times, LIMIT)
    if (factor > TOO_MUCH) return { ...text, factor }
  }
  return undefined
}

export function pumped({ before, repeated, after }: Pumped, times: number): string {
  return before + repeated.repeat(times) + after
}

type Match = (text: string, limit: number) => Matched

function growth(match: Match, text: Pumped, times: number, limit: number): number {
  const once = match(pumped(text, times), limit)
  if (once.matches === undefined) return Number.POSITIVE_INFINITY
  const twice = match(pumped(text, 2 * times), limit)
  return twice.matches === undefined ? Number.POSITIVE_INFINITY : twice.steps / once.steps
}

interface Candidate extends Pumped {
  /** A longer text exceeds the maximum of bounded repetitions. */
  readonly constant: number
}

/**
 * Builds texts for each quantifier that may repeat often: a prefix that leads to it, its repeated content,
 * and a suffix that makes it fail.
 */
function pumpedTexts(expression: RegExp): Iterable<Candidate> {
  const literal = parseRegExpLiteral(expression)
  const alphabet = alphabetOf(literal, expression)
  const words = createWords(alphabet, expression)
  const texts = new Map<string, Pumped>()
  let constant = 0
  visitRegExpAST(literal, {
    onQuantifierEnter: (quantifier) => {
      const isFixed = quantifier.min === quantifier.max && isOneCharacter(quantifier.element)
      if (quantifier.max < FEW || isFixed) return
      const longest = Math.max(...words(quantifier.element).map(({ length }) => length))
      if (quantifier.max <= CONSTANT) constant = Math.max(constant, quantifier.max * longest)
      for (const text of textsFor(quantifier, words, alphabet)) texts.set(JSON.stringify(text), text)
    },
  })
  return Array.from(texts.values(), (text) => ({ ...text, constant }))
}

function textsFor(quantifier: AST.Quantifier, words: Words, alphabet: Alphabet): Pumped[] {
  const before = distinct(wordsAround(quantifier, words, -1), 2)
  const rest = distinct(wordsAround(quantifier, words, 1), 2)
  const inside = words(quantifier.element)
  const common = alphabet.characters.slice(0, MOST_WORDS)
  const repeated = distinct(
    [
      ...alphabet.characters,
      ...inside,
      ...pairs(inside, inside),
      ...pairs(before, inside),
      ...pairs(inside, rest),
      ...before,
      ...rest,
      ...pairs(pairs(before, inside), rest),
      ...pairs(common, common),
    ],
    MOST_REPEATED,
  ).filter((word) => word !== '')
  const cut = rest.map((word) => word.slice(0, -1))
  const after = distinct(['', alphabet.rarest, ...pairs(rest, [alphabet.rarest]), ...cut], 4)
  return ['', ...before].flatMap((start) =>
    repeated.flatMap((word) => after.map((end) => ({ before: start, repeated: word, after: end }))),
  )
}

function pairs(first: readonly string[], second: readonly string[]): string[] {
  return first.flatMap((one) => second.map((other) => one + other))
}

function distinct(words: Iterable<string>, most: number): string[] {
  return [...new Set(words)].slice(0, most)
}

/** Returns texts that may be before (-1) or after (1) a node. */
function wordsAround(node: AST.Element, words: Words, side: -1 | 1): string[] {
  const { parent } = node
  if (parent === null) return ['']
  if (parent.type === 'Quantifier') return wordsAround(parent, words, side)
  if (parent.type !== 'Alternative') return ['']
  const index = parent.elements.indexOf(node)
  const beside = side < 0 ? parent.elements.slice(0, index) : parent.elements.slice(index + 1)
  const own = zipped(beside.map(words))
  const group = parent.parent
  if (group.type === 'Pattern') return own
  const outer = wordsAround(group, words, side)
  return side < 0 ? pairs(outer, own) : pairs(own, outer)
}

/** Returns some texts that an element approximately matches. */
type Words = (element: AST.Element) => string[]

function createWords(alphabet: Alphabet, expression: RegExp): Words {
  const known = new Map<AST.Element, string[]>()
  const ofAlternatives = (alternatives: readonly AST.Alternative[]) =>
    distinct(
      alternatives.flatMap(({ elements }) => zipped(elements.map(words))),
      MOST_WORDS,
    )
  const make = (element: AST.Element): string[] => {
    if (isOneCharacter(element)) {
      const holds = characterTest(element, expression)
      return alphabet.characters.filter(holds).slice(0, 3)
    }
    if (element.type === 'Group' || element.type === 'CapturingGroup')
      return ofAlternatives(element.alternatives)
    if (element.type !== 'Quantifier') return ['']
    const inside = words(element.element)
    const least = inside.map((word) => word.repeat(element.min))
    return distinct([...(element.min === 0 ? inside : least), ...least], MOST_WORDS)
  }
  const words: Words = (element) => {
    const made = known.get(element) ?? make(element)
    known.set(element, made)
    return made
  }
  return words
}

/** Combines the first items of all lists, then the second items, and so on: not all combinations. */
function zipped(lists: readonly (readonly string[])[]): string[] {
  const most = lists.reduce((length, list) => Math.max(length, list.length), 1)
  return Array.from({ length: most }, (_, index) =>
    lists.map((list) => list[index % list.length] ?? '').join(''),
  )
}

interface Alphabet {
  /** One character of each class that the expression distinguishes, the most frequently accepted first. */
  readonly characters: readonly string[]
  /** The character that the fewest of its parts accept. */
  readonly rarest: string
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
/** Readable characters first: they represent their class. */
const COMMON = [...'aZ0_- \n"\\<{', ...ASCII.slice(32), ...ASCII.slice(0, 32), ...'éß中\u2028\u00a0\ufeff']

function alphabetOf(literal: AST.RegExpLiteral, expression: RegExp): Alphabet {
  const leaves = new Map<string, OneCharacter>()
  const own: string[] = []
  const take = (leaf: OneCharacter) => leaves.set(leaf.raw, leaf)
  visitRegExpAST(literal, {
    onCharacterEnter: (leaf) => {
      own.push(String.fromCodePoint(leaf.value))
      if (leaf.parent.type === 'Alternative' || leaf.parent.type === 'Quantifier') take(leaf)
    },
    onCharacterClassEnter: take,
    onCharacterSetEnter: (leaf) => {
      if (leaf.parent.type === 'Alternative' || leaf.parent.type === 'Quantifier') take(leaf)
    },
  })
  const tests = [...leaves.values()].map((leaf) => characterTest(leaf, expression))
  const kinds = new Map<string, { readonly character: string; readonly count: number }>()
  for (const character of [...COMMON, ...own]) {
    const taken = tests.map((test) => test(character))
    const kind = taken.map(Number).join('')
    if (!kinds.has(kind)) kinds.set(kind, { character, count: taken.filter(Boolean).length })
  }
  const ordered = [...kinds.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ character }) => character)
  return { characters: ordered.slice(0, 24), rarest: ordered.at(-1) ?? '' }
}
