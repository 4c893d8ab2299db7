import type { BodyPieces } from '../base/http/http-message.js'
import { concatenate } from '../base/http/recorded-body.js'
import type { Notice } from '../base/model/context.js'
import { stableHash } from '../base/model/ids.js'
import type { Conversation, Usage } from '../base/model/types.js'

/** The minimum length of a cached prompt, in tokens. Shorter prompts are never cached. */
const LEAST_TOKENS = 2048
/** Milliseconds for which providers keep an unused prompt. */
const LIFETIME = 300_000
/** Number of bytes per piece. A request is stored as one number per piece. */
const PIECE = 256
const MOST_CONVERSATIONS = 1000

/** The last request of a conversation. */
interface Last {
  readonly pieces: Uint32Array
  readonly inputTokens: number
  readonly at: number
}

/**
 * Detects turns of a conversation that miss the provider's prompt cache, from the reported usage. Texts are
 * not stored. The data is in memory, because a missing warning after a restart is harmless.
 */
export class CacheWatch {
  readonly #last = new Map<string, Last>()

  constructor(private readonly now: () => number) {}

  /**
   * Starts to watch a request.
   * @param conversation a key from {@link conversationKey}.
   * @param body the request in the form sent to the provider.
   * @returns a function that returns the notice once the usage is known.
   */
  begin(conversation: string, body: string | BodyPieces): (usage: Usage) => Notice | undefined {
    const before = this.#last.get(conversation)
    const pieces = piecesOf(body)
    return (usage) => {
      this.#remember(conversation, { pieces, ...counted(usage), at: this.now() })
      return before === undefined || this.now() - before.at > LIFETIME
        ? undefined
        : missed(before, pieces, usage)
    }
  }

  /** Remembers the last request of a conversation. The least recently used conversation is dropped first. */
  #remember(conversation: string, last: Last): void {
    this.#last.delete(conversation)
    this.#last.set(conversation, last)
    const [oldest] = this.#last.keys()
    if (this.#last.size > MOST_CONVERSATIONS && oldest !== undefined) this.#last.delete(oldest)
  }
}

/**
 * Returns a key that identifies a conversation even if its instructions change: a hash of the client, the end
 * user, the cache key and the first user message.
 * @param asker the client, so that requests of different clients are kept apart.
 */
export function conversationKey(asker: string, { messages, endUser, cacheKey }: Conversation): string {
  const first = messages.find(({ role }) => role === 'user')
  const said = first?.parts.map((part) => (part.type === 'text' ? part.text : '')) ?? []
  return stableHash(JSON.stringify([asker, endUser ?? '', cacheKey ?? '', ...said]))
}

function counted({ inputTokens = 0 }: Usage): Pick<Last, 'inputTokens'> {
  return { inputTokens }
}

/** Reports a prompt that was long enough, if less than half of it was read from the cache. */
function missed(before: Last, pieces: Uint32Array, { cachedInputTokens }: Usage): Notice | undefined {
  const { inputTokens } = before
  if (inputTokens < LEAST_TOKENS || cachedInputTokens === undefined || cachedInputTokens * 2 >= inputTokens)
    return undefined
  const whole = before.pieces.length - 2
  const changed = before.pieces.findIndex((piece, index) => index < whole && piece !== pieces[index])
  const known = `${cachedInputTokens} of at least ${inputTokens} tokens were read from the prompt cache`
  return {
    code: 'cache-missed',
    severity: changed === -1 ? 'info' : 'warning',
    path: '',
    message:
      changed === -1
        ? `${known}, although the request begins as the one before`
        : `${known}: the request differs from the one before at byte ${changed * PIECE} to ${(changed + 1) * PIECE}`,
    detail: {
      cachedInputTokens,
      expected: inputTokens,
      ...(changed !== -1 && { changedAt: changed * PIECE }),
    },
  }
}

/**
 * Returns the hashes of the pieces of a body. Four bytes are hashed at a time, because every request is
 * hashed.
 */
function piecesOf(body: string | BodyPieces): Uint32Array {
  const { buffer, length } = typeof body === 'string' ? encoder.encode(body) : concatenate(body)
  const words = new Uint32Array(buffer, 0, Math.floor(length / 4))
  const pieces = new Uint32Array(Math.ceil(length / PIECE))
  let hash = 0
  for (let place = 0; place < pieces.length; place += 1) {
    const end = Math.min(((place + 1) * PIECE) / 4, words.length)
    for (let index = (place * PIECE) / 4; index < end; index += 1)
      hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ (words[index] ?? 0), 0x9e3779b1)
    pieces[place] = hash
  }
  return pieces
}

const encoder = /* @__PURE__ */ new TextEncoder()
