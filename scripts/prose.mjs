// npm run prose [-- [--list] [FOLDER …]]
//
// Measures the English of comments and guides and fails above the ceilings. `--list` prints each finding with its line.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** An opening without a subject: "What is read", "Whether it ends". Questions are allowed. */
const HEADLESS = /^(?:what|whether|how|who|whom|whose|where|which|wherever|whatever|whoever)\b(?![^.!]*\?)/i
/** Verbs of speaking and standing, which data and code do not do. */
const SPEAKING = /\b(?:says?|said|tells?|told|stands?|stood)\b/gi
/** "There is none", "are no numbers". */
const NEGATED = /\b(?:is|are|was|were) (?:none|no)\b(?! (?:longer|more)\b)/gi

/** A docstring of a function that begins with a noun phrase in place of a verb. */
const NOUN = /^(?:the|a|an)\b/i
/** "Such a call" depends on the text above. "Such as" introduces examples. */
const SUCH = /\bsuch\b(?! as\b)/gi
/** The old voice of titles: "is told as it came". */
const OLD_VOICE =
  /\b(?:says?|said|tells?|told|stands?|stood|hears?|heard|(?:is|are|was|were) taken|as (?:it|they) (?:came|was|were|stands?))\b/i

/** Words of messages that only this project uses, and phrases that a native speaker would not use. */
const OWN_WORDS =
  /\b(?:stands?|stood|told|taken|besides?|mend(?:s|ed)?|whole numbers?|for people)\b|\b(?:is|are) no (?!longer\b|more\b)(?<!\bthere (?:is|are) no )/gi
/** A string literal or a template in one line. */
const STRING = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`/g

/** The title of a test (with its function as the first group), or the text of a rule. */
const TITLE =
  /(?:\b(test|describe|it)(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*\(|\b(?:title|reason|summary):)\s*('(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`)/g
/** The beginning of a function. */
const FUNCTION = /^\n[ \t]*(?:export )?(?:default )?(?:async )?function\b/

const MEASURES = [
  {
    name: 'comments that open without a subject',
    ceiling: 5,
    unit: '% of comments',
    find: ({ prose, isComment }) => (isComment && HEADLESS.test(prose) ? [prose.slice(0, 70)] : []),
    rate: (found) => (100 * found) / comments,
  },
  {
    name: 'says, tells, stands',
    ceiling: 2,
    unit: 'per 1,000 words',
    find: ({ prose }) => around(prose, SPEAKING),
    rate: (found) => (1000 * found) / words,
  },
  {
    name: 'is none, are no',
    ceiling: 0.5,
    unit: 'per 1,000 words',
    find: ({ prose }) => around(prose, NEGATED),
    rate: (found) => (1000 * found) / words,
  },
  {
    name: 'functions whose docstring begins without a verb',
    ceiling: 5,
    unit: 'in all',
    find: ({ prose, isOfFunction }) => (isOfFunction && NOUN.test(prose) ? [prose.slice(0, 70)] : []),
    rate: (found) => found,
  },
  {
    name: 'functions whose docstring has only tags',
    ceiling: 5,
    unit: 'in all',
    find: ({ prose, isOfFunction }) => (isOfFunction && prose.startsWith('@') ? [prose.slice(0, 70)] : []),
    rate: (found) => found,
  },
  {
    name: 'such without as',
    ceiling: 0.25,
    unit: 'per 1,000 words',
    find: ({ prose }) => around(prose, SUCH),
    rate: (found) => (1000 * found) / words,
  },
  {
    name: 'own words in messages',
    ceiling: 6,
    unit: 'in all',
    of: 'messages',
    find: ({ prose }) => around(prose, OWN_WORDS),
    rate: (found) => found,
  },
  {
    name: 'titles of tests and rules without a subject',
    ceiling: 5,
    unit: 'in all',
    of: 'titles',
    find: ({ prose }) => (HEADLESS.test(prose) ? [prose] : []),
    rate: (found) => found,
  },
  {
    name: 'titles of tests and rules in the old voice',
    ceiling: 10,
    unit: 'in all',
    of: 'titles',
    find: ({ prose }) => (OLD_VOICE.test(prose) ? [prose] : []),
    rate: (found) => found,
  },
]

const args = process.argv.slice(2)
const isListed = args.includes('--list')
const paths = files(args.filter((arg) => !arg.startsWith('--')))
const texts = paths.flatMap(textsOf)
const titles = paths.filter((path) => !path.endsWith('.md')).flatMap(titlesOf)
const messages = paths.filter((path) => /^(?:src|adapters)\/.*\.ts$/.test(path)).flatMap(messagesOf)
const measured = { texts, titles, messages }
const comments = Math.max(1, texts.filter(({ isComment }) => isComment).length)
const words = Math.max(
  1,
  texts.reduce((sum, { prose }) => sum + (prose.match(/[a-z][\w’'-]*/gi)?.length ?? 0), 0),
)

console.log(`${comments} comments, ${words} words in comments and guides`)
for (const measure of MEASURES) report(measure)

function report({ name, ceiling, unit, find, rate, of = 'texts' }) {
  const found = measured[of].flatMap(({ file, line, ...text }) =>
    find(text).map((piece) => `${file}:${line}: ${piece}`),
  )
  const reached = rate(found.length)
  console.log(
    `${reached > ceiling ? 'FAIL' : 'ok  '} ${name}: ${reached.toFixed(2)} ${unit}, at most ${ceiling}`,
  )
  if (isListed) for (const line of found) console.log(`  ${line}`)
  if (reached > ceiling) process.exitCode = 1
}

function files(folders) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => /\.(?:m?ts|mjs|md)$/.test(file) && existsSync(file))
}

function textsOf(file) {
  const text = readFileSync(file, 'utf8')
  return (file.endsWith('.md') ? paragraphsIn(text) : commentsIn(text)).map((found) => ({ file, ...found }))
}

/** Returns the titles of tests, and the titles, reasons and summaries of rules. */
function titlesOf(file) {
  const text = readFileSync(file, 'utf8')
  const isTest = file.startsWith('test/') || /\.(?:test|spec)\.ts$/.test(file)
  return [...text.matchAll(TITLE)]
    .filter(([, name]) => isTest || name === undefined)
    .map(({ 2: quoted, index }) => ({
      line: text.slice(0, index).split('\n').length,
      file,
      prose: quoted.slice(1, -1),
    }))
}

/** Returns the string literals with several words: messages, notices and texts of the command line. */
function messagesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      /^\s*(?:\*|\/[/*])/.test(line)
        ? []
        : [...line.matchAll(STRING)]
            .map(([quoted]) => quoted.slice(1, -1).replace(/\$\{[^}]*\}/g, 'value'))
            .filter((prose) => /[a-z] [a-z]/.test(prose))
            .map((prose) => ({ file, line: index + 1, prose })),
    )
}

/** Returns the comments that begin a line. Adjacent lines of `//` are one comment. */
function commentsIn(text) {
  const blocks = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm
  return [...text.matchAll(blocks)]
    .map(({ 0: comment, index }) => ({
      line: text.slice(0, index).split('\n').length,
      prose: plain(comment.replace(/^[ \t]*(?:\/\/|\/?\*+\/?)/gm, '').replace(/\*\/$/, '')),
      isComment: true,
      isOfFunction:
        comment.startsWith('/**') && FUNCTION.test(text.slice(index + comment.length).slice(0, 80)),
    }))
    .filter(
      ({ prose }) => /[a-z]/.test(prose) && !/^(?:biome-ignore|@ts-|@vitest|[#@]__|v8 ignore)/.test(prose),
    )
}

/** Returns the paragraphs, list items and table rows of a page, without its code. */
function paragraphsIn(text) {
  const lines = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/.+/g, ''))
  return lines.split('\n').flatMap((line, index) => {
    const prose = plain(line)
    return /[a-z]/.test(prose) ? [{ line: index + 1, prose, isComment: false }] : []
  })
}

/** Without code, quotations, links and addresses: those are not our words. */
function plain(text) {
  return text
    .replace(/^\s*@example[\s\S]*?(?=^\s*@|$(?![\s\S]))/gm, '')
    .replace(/`[^`]*`/g, 'code')
    .replace(/"[^"\n]*"|“[^”]*”/g, 'quotation')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function around(prose, expression) {
  return [...prose.matchAll(expression)].map(({ index }) => prose.slice(Math.max(0, index - 30), index + 40))
}
