import type { TextReading, TextSource } from './text-source.js'

const WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  true: 'true',
  false: 'false',
  null: 'null',
}
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '0': '\0',
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
}
/** Maximum nesting. Each level has a small cost for every chunk of a stream. */
const DEEPEST = 100
const HEX: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/**
 * Reads a Python literal and returns it as JSON text. The digits of numbers are kept.
 * @returns undefined if the text is not a literal; reading then stopped at the first invalid character.
 */
export function* readPython(source: TextSource, depth = 0): TextReading<string | undefined> {
  const character = yield* source.peek()
  if (depth > DEEPEST) return undefined
  if (character === '"' || character === "'") return yield* readStrings(source)
  if (character === '[') return yield* readItems(source, ']', depth)
  if (character === '(') return yield* readItems(source, ')', depth)
  if (character === '{') return yield* readMembers(source, depth)
  const word = yield* source.run(/[\w.+-]*/y)
  if (Object.hasOwn(WORDS, word)) return WORDS[word]
  const number = word
    .replaceAll('_', '')
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '')
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(number) ? number : undefined
}

/**
 * Reads the content of brackets, after the opening bracket: items separated by commas, with an optional
 * trailing comma.
 */
function* readList(
  source: TextSource,
  close: string,
  readOne: () => TextReading<string | undefined>,
): TextReading<string[] | undefined> {
  const items: string[] = []
  for (;;) {
    yield* source.space()
    if (yield* source.take(close)) return items
    const item = yield* readOne()
    if (item === undefined) return undefined
    items.push(item)
    yield* source.space()
    if (!(yield* source.take(',')) && !(yield* source.isNext(close))) return undefined
  }
}

function* readItems(source: TextSource, close: string, depth: number): TextReading<string | undefined> {
  source.skip(1)
  const items = yield* readList(source, close, () => readPython(source, depth + 1))
  return items && `[${items.join(', ')}]`
}

function* readMembers(source: TextSource, depth: number): TextReading<string | undefined> {
  source.skip(1)
  const members = yield* readList(source, '}', function* () {
    const key = yield* readPython(source, depth + 1)
    yield* source.space()
    if (key === undefined || !(yield* source.take(':'))) return undefined
    yield* source.space()
    const value = yield* readPython(source, depth + 1)
    return value && `${key.startsWith('"') ? key : JSON.stringify(key)}: ${value}`
  })
  return members && `{${members.join(', ')}}`
}

/** Joins consecutive string literals. */
function* readStrings(source: TextSource): TextReading<string | undefined> {
  let text = ''
  do {
    const part = yield* readString(source)
    if (part === undefined) return undefined
    text += part
    yield* source.space()
  } while (yield* source.isNext('"', "'"))
  return JSON.stringify(text)
}

function* readString(source: TextSource): TextReading<string | undefined> {
  const quote = (yield* source.take('"""', "'''", '"', "'")) ?? ''
  let text = ''
  for (;;) {
    const { before, found } = yield* source.until(quote, '\\')
    text += before
    if (found === '') return undefined
    source.skip(found.length)
    if (found === quote) return text
    text += yield* readEscape(source)
  }
}

/** Keeps an escape that Python does not define unchanged. */
function* readEscape(source: TextSource): TextReading<string> {
  const letter = yield* source.peek()
  source.skip(letter.length)
  const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined
  const length = Object.hasOwn(HEX, letter) ? HEX[letter] : undefined
  if (length === undefined) return plain ?? `\\${letter}`
  let digits = ''
  while (digits.length < length && /[0-9a-fA-F]/.test(yield* source.peek())) {
    digits += yield* source.peek()
    source.skip(1)
  }
  const code = Number.parseInt(digits, 16)
  return digits.length === length && code <= 0x10ffff ? fromCode(code) : `\\${letter}${digits}`
}

function fromCode(code: number): string {
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code)
}

/** Reads the content of a call's brackets, after the opening bracket, as the JSON text of an object. */
export function* readKeywords(source: TextSource): TextReading<string | undefined> {
  const members = yield* readList(source, ')', function* () {
    if (yield* source.take('**')) {
      const object = yield* readPython(source)
      return object?.startsWith('{') ? object.slice(1, -1) : undefined
    }
    const key = yield* source.run(/\w*/y)
    yield* source.space()
    if (key === '' || !(yield* source.take('='))) return undefined
    yield* source.space()
    const value = yield* readPython(source)
    return value && `${JSON.stringify(key)}: ${value}`
  })
  return members && `{${members.filter((member) => member !== '').join(', ')}}`
}
