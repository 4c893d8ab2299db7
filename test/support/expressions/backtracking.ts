import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'

/**
 * The characters of a text as the expression sees them: code points with the flags u and v, otherwise code
 * units.
 */
type Characters = readonly string[]
type Then = (position: number) => boolean

/** The state of one run of an expression. */
interface Run {
  readonly text: Characters
  readonly groups: Map<AST.CapturingGroup, Characters>
  step(): void
}

/** Continues from a position in every way in which the rest may match, until one matches. */
type Matcher = (run: Run, position: number, then: Then) => boolean

/** Thrown by a run that exceeds its number of steps. */
class TooManySteps extends Error {}

/** The cost and the result of matching a text. */
export interface Matched {
  readonly steps: number
  /** The start and end of each match in UTF-16, or undefined if the steps ran out. */
  readonly matches?: readonly (readonly [start: number, end: number])[]
}

/**
 * Creates a matcher that works as JavaScript engines do, by backtracking, and counts each checked character
 * and assertion. Finds all matches, as `replace` and `split` do. With the flag y, only consecutive matches
 * count.
 */
export function createMatcher(expression: RegExp): (text: string, limit: number) => Matched {
  const { pattern } = parseRegExpLiteral(expression)
  const whole = anyOf(pattern.alternatives, true, expression)
  return (text, limit) => {
    let steps = 0
    const step = () => {
      steps += 1
      if (steps > limit) throw new TooManySteps()
    }
    try {
      const matches = findAll(whole, charactersOf(text, expression), expression.sticky, step)
      return { steps, matches }
    } catch (error) {
      if (error instanceof TooManySteps) return { steps }
      throw error
    }
  }
}

function charactersOf(text: string, { flags }: RegExp): Characters {
  return /[uv]/.test(flags) ? Array.from(text) : text.split('')
}

function findAll(whole: Matcher, text: Characters, isSticky: boolean, step: () => void): [number, number][] {
  const matches: [number, number][] = []
  const offsets = [0]
  for (const character of text) offsets.push((offsets.at(-1) ?? 0) + character.length)
  let end = 0
  for (let start = 0; start <= text.length; start = Math.max(end, start)) {
    step()
    const isFound = whole({ text, groups: new Map(), step }, start, (position) => {
      end = position
      return true
    })
    if (isFound) matches.push([offsets[start] ?? 0, offsets[end] ?? 0])
    else if (isSticky) break
    if (!isFound || end === start) start += 1
  }
  return matches
}

function anyOf(alternatives: readonly AST.Alternative[], isForward: boolean, expression: RegExp): Matcher {
  const matchers = alternatives.map(({ elements }) => sequence(elements, isForward, expression))
  if (matchers.length === 1 && matchers[0] !== undefined) return matchers[0]
  return (run, position, then) => matchers.some((matcher) => matcher(run, position, then))
}

function sequence(elements: readonly AST.Element[], isForward: boolean, expression: RegExp): Matcher {
  const ordered = isForward ? [...elements].reverse() : elements
  const nothing: Matcher = (_run, position, then) => then(position)
  return ordered
    .map((element) => matcherOf(element, isForward, expression))
    .reduce<Matcher>((rest, first, index) => {
      if (index === 0) return first
      return (run, position, then) => first(run, position, (next) => rest(run, next, then))
    }, nothing)
}

function matcherOf(element: AST.Element, isForward: boolean, expression: RegExp): Matcher {
  switch (element.type) {
    case 'Group':
      return anyOf(element.alternatives, isForward, expression)
    case 'CapturingGroup':
      return captured(element, isForward, expression)
    case 'Quantifier':
      return repeated(element, isForward, expression)
    case 'Assertion':
      return assertion(element, expression)
    case 'Backreference':
      return sameAgain(element, isForward)
    default:
      return oneCharacter(element, isForward, expression)
  }
}

function captured(group: AST.CapturingGroup, isForward: boolean, expression: RegExp): Matcher {
  const inner = anyOf(group.alternatives, isForward, expression)
  return (run, position, then) =>
    inner(run, position, (end) => {
      const before = run.groups.get(group)
      run.groups.set(group, run.text.slice(Math.min(position, end), Math.max(position, end)))
      if (then(end)) return true
      if (before === undefined) run.groups.delete(group)
      else run.groups.set(group, before)
      return false
    })
}

function repeated(quantifier: AST.Quantifier, isForward: boolean, expression: RegExp): Matcher {
  const { element, min, max, greedy } = quantifier
  const isCharacter = isOneCharacter(element)
  if (isCharacter && greedy) return manyCharacters(quantifier, isForward, expression)
  const inner = matcherOf(element, isForward, expression)
  const attempt = (run: Run, position: number, count: number, then: Then): boolean => {
    const more = () =>
      count < max &&
      inner(run, position, (next) =>
        // A repetition of empty matches would never end.
        next === position && count >= min ? false : attempt(run, next, count + 1, then),
      )
    if (count < min) return more()
    return greedy ? more() || then(position) : then(position) || more()
  }
  return (run, position, then) => attempt(run, position, 0, then)
}

/** Matches a repeated character as `repeated` does, without a stack proportional to the text length. */
function manyCharacters(quantifier: AST.Quantifier, isForward: boolean, expression: RegExp): Matcher {
  const { element, min, max } = quantifier
  const one = matcherOf(element, isForward, expression)
  const towards = isForward ? 1 : -1
  return (run, position, then) => {
    let count = 0
    while (count < max && one(run, position + count * towards, () => true)) count += 1
    for (; count >= min; count -= 1) if (then(position + count * towards)) return true
    return false
  }
}

function assertion(element: AST.Assertion, expression: RegExp): Matcher {
  const holds = assertionTest(element, expression)
  return (run, position, then) => {
    run.step()
    return holds(run, position) && then(position)
  }
}

function assertionTest(element: AST.Assertion, expression: RegExp): (run: Run, at: number) => boolean {
  switch (element.kind) {
    case 'start':
      return ({ text }, at) => at === 0 || (expression.multiline && isLineEnd(text[at - 1]))
    case 'end':
      return ({ text }, at) => at === text.length || (expression.multiline && isLineEnd(text[at]))
    case 'word':
      return ({ text }, at) => (isWord(text[at - 1]) !== isWord(text[at])) !== element.negate
    default: {
      const inner = anyOf(element.alternatives, element.kind === 'lookahead', expression)
      return (run, at) => inner(run, at, () => true) !== element.negate
    }
  }
}

function isLineEnd(character: string | undefined): boolean {
  return character !== undefined && '\n\r\u2028\u2029'.includes(character)
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w/.test(character)
}

function sameAgain({ resolved }: AST.Backreference, isForward: boolean): Matcher {
  const groups = Array.isArray(resolved) ? resolved : [resolved]
  return (run, position, then) => {
    const wanted = groups.map((group) => run.groups.get(group)).find((text) => text !== undefined) ?? []
    const start = isForward ? position : position - wanted.length
    const isThere = wanted.every((character, index) => {
      run.step()
      return run.text[start + index] === character
    })
    return isThere && then(isForward ? start + wanted.length : start)
  }
}

/** Nodes that match one character of the text. */
export type OneCharacter =
  | AST.Character
  | AST.CharacterClass
  | AST.CharacterSet
  | AST.ExpressionCharacterClass

export function isOneCharacter(element: AST.Element): element is OneCharacter {
  return /^Character(?:Class|Set)?$|^ExpressionCharacterClass$/.test(element.type)
}

function oneCharacter(element: OneCharacter, isForward: boolean, expression: RegExp): Matcher {
  const holds = characterTest(element, expression)
  return (run, position, then) => {
    run.step()
    const character = run.text[isForward ? position : position - 1]
    return character !== undefined && holds(character) && then(isForward ? position + 1 : position - 1)
  }
}

/** Returns a test for the characters that a node matches, based on the runtime's own engine. */
export function characterTest({ raw }: OneCharacter, { flags }: RegExp): (character: string) => boolean {
  const native = new RegExp(`^(?:${raw})$`, flags.replace(/[dgmy]/g, ''))
  const known = new Map<string, boolean>()
  return (character) => {
    const before = known.get(character)
    if (before !== undefined) return before
    const holds = native.test(character)
    known.set(character, holds)
    return holds
  }
}
