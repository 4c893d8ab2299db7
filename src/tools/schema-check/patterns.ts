import { ToolError } from '../errors/tool-error.js'
import { isPlain, isTestable, leadingLookaheads } from './testable.js'

/** A function that returns true if a text matches a pattern, in linear time. */
export type TextTest = (text: string) => boolean

/**
 * Compiles a pattern of a JSON Schema. Patterns that may take exponential time in the runtime's engine are
 * tested by RE2. RE2 has no lookahead, so lookaheads at the start of a pattern are tested one by one.
 * @throws ToolError if the pattern is invalid or cannot be tested in linear time.
 */
export async function patternTest(pattern: string): Promise<TextTest> {
  const native = nativeExpression(pattern)
  if (isPlain(pattern)) return (text) => native.test(text)
  if (!isTestable(pattern)) throw untestable(pattern)
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
    throw untestable(pattern, error)
  }
}

function nativeExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch (error) {
    throw unusable(pattern, 'is not a regular expression', error)
  }
}

function untestable(pattern: string, cause?: unknown): ToolError {
  return unusable(pattern, 'cannot be tested in linear time', cause)
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
/** The characters that are neither white space nor line ends in JavaScript. */
const OTHERS = String.raw`\0-\x08\x0e-\x1f!-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\u{10ffff}`

/** Converts a pattern for RE2, which has fewer kinds of white space and line ends than JavaScript. */
function asInScript(pattern: string): string {
  let inClass = false
  return pattern.replace(TOKEN, (token) => {
    if (token === '[' || token === ']') inClass = token === '['
    else if (token === '.' && !inClass) return `[^${LINE_ENDS}]`
    else if (token === String.raw`\s`) return inClass ? SPACES : `[${SPACES}]`
    else if (token === String.raw`\S`) return inClass ? OTHERS : `[^${SPACES}]`
    return token
  })
}
