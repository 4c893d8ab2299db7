import { stableHash } from '../model/ids.js'
import { type TextLimit, textTest } from '../wire/limits.js'

/**
 * A legal text for the n-th use of a text, n from 1: the first is the text itself when that is legal. Different arguments
 * give different texts except by an improbable accident, which the caller has to check for.
 */
export function legalText(limit: TextLimit, hashLength: number): (text: string, n: number) => string {
  const foreign = new RegExp(`[^${limit.characters}]`, 'g')
  const isLegal = textTest(limit)
  return (text, n) => {
    if (n === 1 && isLegal(text)) return text
    const seed = n === 1 ? text : `${text}#${n}`
    if (limit.exactLength) return alphanumeric(seed, limit.maxLength)
    const hash = stableHash(seed).slice(0, hashLength)
    // A hyphen or an underscore may not be allowed, or not at the start, so simpler forms follow.
    const readable = text.slice(0, limit.maxLength).replace(foreign, '_')
    const candidates = [`${readable}_${hash}`, `_${readable}_${hash}`, `t${hash}`]
    return (
      candidates.map((candidate) => shorten(candidate, hash, limit.maxLength)).find(isLegal) ??
      alphanumeric(seed, Math.min(limit.maxLength, 16))
    )
  }
}

/** Cuts before the hash, which has to stay whole. */
function shorten(candidate: string, hash: string, maxLength: number): string {
  if (candidate.length <= maxLength) return candidate
  return `${candidate.slice(0, Math.max(0, maxLength - hash.length - 1))}_${hash}`
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A hash of any length. Each block of 64 bits gives ten digits. */
function alphanumeric(seed: string, length: number): string {
  let text = ''
  for (let block = 0; text.length < length; block += 1) {
    let bits = BigInt(`0x${stableHash(block === 0 ? seed : `${seed}#block${block}`)}`)
    for (let digit = 0; digit < 10; digit += 1) {
      text += DIGITS[Number(bits % 62n)]
      bits /= 62n
    }
  }
  return text.slice(0, length)
}

/** Bends texts to a limit, the same text always in the same way, so that no two uses get the same one. */
export interface FreeTexts {
  /** What must not be given to another. */
  readonly used: Set<string>
  /** @param accepts what stays although it is not legal. Default: nothing. */
  take(text: string, accepts?: (text: string) => boolean): string
}

export function createFreeTexts(limit: TextLimit, hashLength: number, used = new Set<string>()): FreeTexts {
  const make = legalText(limit, hashLength)
  const uses = new Map<string, number>()
  return {
    used,
    take(text, accepts) {
      let n = (uses.get(text) ?? 0) + 1
      let legal = n === 1 && accepts?.(text) ? text : make(text, n)
      while (used.has(legal)) {
        n += 1
        legal = make(text, n)
      }
      uses.set(text, n)
      used.add(legal)
      return legal
    },
  }
}
