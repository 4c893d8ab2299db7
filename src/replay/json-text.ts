/** One value inside a JSON text. `start` and `end` are offsets into the text; a string's include its quotes. */
export interface TextSpan {
  /** At most the first hundred tokens. */
  readonly path: readonly string[]
  /** The name of the member that it is the value of. */
  readonly key: string | undefined
  readonly start: number
  readonly end: number
  readonly isString: boolean
}

/** Deeper down a path gets no longer: where brackets are nested without end, paths would take all memory. */
const LONGEST_PATH = 100

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g

interface OpenContainer {
  readonly path: readonly string[]
  /** The name of the member that it is the value of. */
  readonly name: string | undefined
  readonly start: number
  readonly isArray: boolean
  index: number
  key: string | undefined
}

/** Every value of a JSON text in the order of their ends. The text need not be valid: what can be told is told. */
export function* jsonSpans(text: string, offset = 0): Generator<TextSpan> {
  const open: OpenContainer[] = []
  const pathHere = (): readonly string[] => {
    const parent = open.at(-1)
    if (parent === undefined) return []
    if (parent.path.length >= LONGEST_PATH) return parent.path
    return [...parent.path, parent.isArray ? String(parent.index) : (parent.key ?? '')]
  }
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const start = offset + index
    const parent = open.at(-1)
    if (token === '{' || token === '[')
      open.push({
        path: pathHere(),
        name: parent?.key,
        start,
        isArray: token === '[',
        index: 0,
        key: undefined,
      })
    else if (token === '}' || token === ']') {
      const closed = open.pop()
      if (closed !== undefined) yield { ...closed, key: closed.name, end: start + 1, isString: false }
    } else if (token === ',') {
      if (parent !== undefined) {
        parent.index += 1
        parent.key = undefined
      }
    } else if (token !== ':') {
      const isString = token.startsWith('"')
      if (parent !== undefined && !parent.isArray && parent.key === undefined)
        parent.key = unescaped(token.slice(1, -1)).text
      else yield { path: pathHere(), key: parent?.key, start, end: start + token.length, isString }
    }
  }
}

/** The text of a string literal's inside, and where each of its characters stands in the literal. */
export function unescaped(literal: string): { readonly text: string; offsetOf(index: number): number } {
  if (!literal.includes('\\')) return { text: literal, offsetOf: (index) => index }
  let text = ''
  const offsets: number[] = []
  for (const { 0: piece, index } of literal.matchAll(/\\u[0-9a-fA-F]{4}|\\.|[^\\]/gs)) {
    offsets.push(index)
    text += piece.startsWith('\\') ? character(piece) : piece
  }
  return { text, offsetOf: (index) => offsets[index] ?? literal.length }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function character(written: string): string {
  if (written.length === 6) return String.fromCharCode(Number.parseInt(written.slice(2), 16))
  return ESCAPES[written.slice(1)] ?? written.slice(1)
}
