import { ToolError } from '../errors/tool-error.js'

/** Whether a text matches a pattern. Takes time in proportion to the text. */
export type TextTest = (text: string) => boolean

const ATOM = String.raw`(?:\\[dDsSwWtnrfv]|\\[\^$\\.*+?()[\]{}|/]|\[(?:[^\\[\]]|\\.)+\]|[^\\^$.*+?()[\]{}|]|\.)`
/** Anchored, without alternatives, and with one repetition at most: any engine is done with it in proportion to the text. */
const PLAIN = new RegExp(`^\\^${ATOM}*(?:${ATOM}(?:[*+?]|\\{\\d+(?:,\\d*)?\\})${ATOM}*)?\\$?$`, 'u')

/**
 * Reads a pattern of a JSON Schema. What the runtime's own engine may need exponential time for is left to RE2, which has
 * no lookahead but is given those that a pattern begins with one by one.
 * @throws ToolError when the pattern is none, or cannot be tested in proportion to the text.
 */
export async function textTest(pattern: string): Promise<TextTest> {
  const native = nativeExpression(pattern)
  if (PLAIN.test(pattern)) return (text) => native.test(text)
  const { RE2JS } = await import('re2js')
  const compiled = (source: string): TextTest => {
    const expression = RE2JS.compile(RE2JS.translateRegExp(asInScript(source)), RE2JS.LOOKBEHINDS)
    return (text) => expression.test(text)
  }
  try {
    const { ahead, rest } = leadingLookaheads(pattern)
    const tests = ahead.map(({ source, wanted }) => ({ test: compiled(`^(?:${source})`), wanted }))
    const test = compiled(rest)
    return (text) => tests.every((one) => one.test(text) === one.wanted) && test(text)
  } catch (error) {
    throw unusable(pattern, 'cannot be tested in a time that grows with the text alone', error)
  }
}

function nativeExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch (error) {
    throw unusable(pattern, 'is no regular expression', error)
  }
}

function unusable(pattern: string, why: string, cause: unknown): ToolError {
  const shown = pattern.slice(0, 200)
  return new ToolError(
    `The schema of this tool has the pattern ${shown}, which ${why}. The tool cannot be used until its schema is changed.`,
    { category: 'permanent_failure', cause },
  )
}

const TOKEN = /\\[\s\S]|[[\].]/g
const LINE_ENDS = String.raw`\n\r\u2028\u2029`
const SPACES = String.raw`\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`

/** RE2 has fewer kinds of white space and line ends than JavaScript. */
function asInScript(pattern: string): string {
  let inClass = false
  return pattern.replace(TOKEN, (token) => {
    if (token === '[' || token === ']') inClass = token === '['
    else if (token === '.' && !inClass) return `[^${LINE_ENDS}]`
    else if (token === String.raw`\s`) return inClass ? SPACES : `[${SPACES}]`
    else if (token === String.raw`\S`) {
      if (inClass) throw new Error('\\S stands in a class')
      return `[^${SPACES}]`
    }
    return token
  })
}

interface Lookahead {
  readonly source: string
  /** Whether it has to be there. */
  readonly wanted: boolean
}

/** `^(?=…)(?!…)rest` as its parts. One that stands elsewhere stays where it is, and RE2 refuses it. */
function leadingLookaheads(pattern: string): { readonly ahead: Lookahead[]; readonly rest: string } {
  const ahead: Lookahead[] = []
  let rest = pattern.slice(1)
  for (let begin = /^\(\?[=!]/.exec(rest); begin !== null; begin = /^\(\?[=!]/.exec(rest)) {
    const end = endOfGroup(rest)
    ahead.push({ source: rest.slice(3, end - 1), wanted: begin[0].endsWith('=') })
    rest = rest.slice(end)
  }
  // Of alternatives they would belong to the first one alone.
  const isSplit = pattern.startsWith('^') && ahead.length > 0 && !hasAlternatives(rest)
  return isSplit ? { ahead, rest: `^${rest}` } : { ahead: [], rest: pattern }
}

const GROUPING = /\\[\s\S]|\[(?:[^\\\]]|\\[\s\S])*|[()|]/g

/** Index after the group that the pattern begins with. */
function endOfGroup(pattern: string): number {
  let depth = 0
  for (const { 0: token, index } of pattern.matchAll(GROUPING)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return pattern.length
}

function hasAlternatives(pattern: string): boolean {
  let depth = 0
  for (const [token] of pattern.matchAll(GROUPING)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (token === '|' && depth === 0) return true
  }
  return false
}
