import type { AllowedTools } from '../executor/executor-types.js'

/**
 * Returns a predicate for allowed tool names, from several levels such as the host, the agent and the turn. A
 * level can only restrict: `inherit` keeps everything that the levels above allow, `none` allows nothing, a
 * list allows its names if the levels above also allow them. A tool that one level forbids cannot be allowed
 * by another level, except by `{ replace: names }`, which replaces the levels above.
 * @param levels the levels, outermost first. A missing level counts as `inherit`. Without levels, all tools
 * are allowed.
 * @example resolveAllowed(['read', 'search'], 'inherit', ['read'])('search') // false
 */
export function resolveAllowed(...levels: (AllowedTools | undefined)[]): (name: string) => boolean {
  let lists: ReadonlySet<string>[] = []
  for (const level of levels) {
    if (level === undefined || level === 'inherit') continue
    if (typeof level === 'object' && 'replace' in level) lists = [new Set(level.replace)]
    else lists.push(new Set(level === 'none' ? [] : level))
  }
  return (name) => lists.every((names) => names.has(name))
}
