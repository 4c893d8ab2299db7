import colors from 'picocolors'
import type { Streams } from './streams.js'

export type Paint = ReturnType<typeof colors.createColors>

/** Colours for a terminal; none in a file or pipe, nor against the user's will (https://no-color.org). */
export function paintFor({ stdout, env = {} }: Streams): Paint {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== ''
  return colors.createColors(!env.NO_COLOR && (forced || stdout.isTTY === true))
}
