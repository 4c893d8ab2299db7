import type { AllowedTools } from '../executor/executor-types.js'

/**
 * Whether a tool may be used, by what several levels say, such as the host, the agent and the turn. A level can only take
 * away: `inherit` leaves all that the levels above allow, `none` leaves nothing, a list leaves those of its names that the
 * levels above allow as well. So what one level forbids no other can give back.
 * @param levels the outermost first; one that is not there counts as `inherit`. Without any, all tools are allowed.
 * @example resolveAllowed(['read', 'search'], 'inherit', ['read'])('search') // false
 */
export function resolveAllowed(...levels: (AllowedTools | undefined)[]): (name: string) => boolean {
  const lists = levels.flatMap((level = 'inherit') => (level === 'inherit' ? [] : [namesOf(level)]))
  return (name) => lists.every((names) => names.has(name))
}

function namesOf(level: 'none' | readonly string[]): ReadonlySet<string> {
  return new Set(level === 'none' ? [] : level)
}
