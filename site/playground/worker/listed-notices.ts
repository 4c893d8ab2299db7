import type { JsonValue } from '../../../src/base/json/json-types.js'
import { pointerTokens } from '../../../src/base/json/pointer.js'
import type { Notice } from '../../../src/base/model/context.js'
import type { ListedNotice, Place } from '../protocol.js'
import { exactPlaces, sameElsewhere } from './places.js'

/** A text in which notices are marked. */
export interface MarkedText {
  readonly text: string
  /** True if paths refer to this text. */
  readonly isExact: boolean
}

interface Told {
  /** The reported notices. */
  readonly notices: readonly Notice[]
  /** The value that their paths refer to. */
  readonly value: JsonValue
  readonly canonical: JsonValue
}

/** Returns the positions of notices in one text: at their paths, or at the same content in another form. */
export function placesIn(
  { text, isExact }: MarkedText,
  { notices, value, canonical }: Told,
): readonly (Place | undefined)[] {
  const exact = isExact
    ? exactPlaces(
        text,
        notices.map(({ path }) => path),
      )
    : []
  return notices.map(
    ({ path }, index) =>
      exact[index] ??
      sameElsewhere(text, { path, value }) ??
      sameElsewhere(text, { path: inStream(path), value: canonical }),
  )
}

/**
 * Converts paths of stream notices to paths of the complete answer. The last number is the index of the part.
 */
function inStream(path: string): string {
  const tokens = pointerTokens(path)
  const part = tokens.findLast((token) => /^\d+$/.test(token))
  const isStream = tokens[0] === 'sse' || tokens[0] === 'chunks'
  return isStream && part !== undefined ? `/response/message/parts/${part}` : ''
}

export function listed(
  notices: readonly Notice[],
  inSource: readonly (Place | undefined)[],
  inView: readonly (Place | undefined)[] = [],
): ListedNotice[] {
  return notices.map(({ severity, code, path, message }, index) => ({
    ...{ severity, code, path, message },
    ...{ inSource: inSource[index], inView: inView[index] },
  }))
}
