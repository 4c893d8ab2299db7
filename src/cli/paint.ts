import colors from 'picocolors'
import type { Streams } from './standard-streams.js'

export type Paint = ReturnType<typeof colors.createColors>

/** Colors for a terminal; none in a file or pipe, nor against the user's will (https://no-color.org). */
export function paintFor(stream: { readonly isTTY?: boolean | undefined }, { env = {} }: Streams): Paint {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== ''
  const isTerminal = stream.isTTY === true && env.TERM !== 'dumb'
  return colors.createColors(!env.NO_COLOR && (forced || isTerminal))
}

/** No colors at all. */
export const PLAIN: Paint = colors.createColors(false)
