import colors from 'picocolors'
import type { Streams } from './standard-streams.js'

export type Paint = ReturnType<typeof colors.createColors>

/**
 * Returns colors for a terminal. Files and pipes have no colors, and no colors are used if the user disabled
 * them (https://no-color.org).
 */
export function paintFor(stream: { readonly isTTY?: boolean | undefined }, { env = {} }: Streams): Paint {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== ''
  const isTerminal = stream.isTTY === true && env.TERM !== 'dumb'
  return colors.createColors(!env.NO_COLOR && (forced || isTerminal))
}

/** The functions for output without colors. */
export const PLAIN: Paint = colors.createColors(false)
