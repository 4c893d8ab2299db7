import type { Container, TextSpan } from '../../base/json/spans.js'

/** Matches the lists of tokens that the model did not choose. */
const OTHERS = /^(?:top|alternative)/i
/** The distance between a token and the list of the alternatives that contains it. */
const MOST_LEVELS = 4

/**
 * The tokens of an answer in its log probabilities, such as `{"token": "sk", "bytes": [115, 107], "top_logprobs":
 * […]}`. A key in the answer is repeated there in pieces.
 */
export class TokenTexts {
  private chosen: TextSpan[] = []
  private others: TextSpan[] = []
  private readonly bytes = new Map<Container, TextSpan>()

  /** Adds a value of an object with log probabilities. */
  add(span: TextSpan): void {
    if (span.key === 'bytes' && !span.isString && span.parent !== undefined) this.bytes.set(span.parent, span)
    if (!span.isString || !isToken(span)) return
    if (isAlternative(span.parent)) this.others.push(span)
    else this.chosen.push(span)
  }

  /** Returns the chosen tokens since the last call, and forgets them and the others. */
  take(): { readonly chosen: readonly TextSpan[]; readonly others: readonly TextSpan[] } {
    const { chosen, others } = this
    this.chosen = []
    this.others = []
    return { chosen, others }
  }

  /** Returns the list of bytes that repeats a token. */
  bytesOf({ parent }: TextSpan): TextSpan | undefined {
    return parent && this.bytes.get(parent)
  }
}

function isToken({ key, parent }: TextSpan): boolean {
  return key === 'token' || (key === undefined && parent?.name === 'tokens')
}

function isAlternative(container: Container | undefined): boolean {
  let outer = container
  for (let level = 0; outer !== undefined && level < MOST_LEVELS; level += 1) {
    if (OTHERS.test(outer.name ?? '')) return true
    outer = outer.parent
  }
  return false
}
