import { stableHash } from '../base/model/ids.js'
import { conversationKey } from './cache-watch.js'
import type { ClientRequest } from './client-request.js'
import type { Target } from './proxy-target.js'
import type { RequestScope } from './request-scope.js'
import type { Route } from './routes.js'
import type { AttemptHealth } from './target-health.js'

/** A target of a request, and its state if the route has several targets. */
export interface PlannedTarget {
  readonly target: Target
  readonly health?: AttemptHealth
}

/**
 * Returns the targets of a route in the order in which they are tried: by weight or as listed, and resting
 * targets last.
 */
export function plannedTargets(scope: RequestScope, route: Route, asked: ClientRequest): PlannedTarget[] {
  const rests = weighted(scope, route, asked).map((target) => {
    const { health } = target
    const model = target.model ?? asked.model ?? ''
    return { target, health: health && { health, model }, rest: health?.restOf(model) ?? 0 }
  })
  const awake = rests.findIndex(({ rest }) => rest === 0)
  for (const { target, rest } of rests.slice(0, Math.max(awake, 0)))
    scope.notes.passOver(`${target.adapter.id} rests for ${Math.ceil(rest / 1000)} s`)
  return rests
    .sort((one, other) => one.rest - other.rest)
    .map(({ target, health }) => ({ target, ...(health && { health }) }))
}

/** Puts one target first, by its weight. A conversation keeps its target, and so its prompt cache. */
function weighted(scope: RequestScope, { targets }: Route, asked: ClientRequest): readonly Target[] {
  if (targets.every(({ weight }) => weight === undefined)) return targets
  const weights = targets.map(({ weight = 1 }) => weight)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let left = shareOf(conversationKey(scope.scopeOf(asked.client), asked.conversation)) * total
  const chosen = weights.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  const first = targets[chosen]
  return first === undefined ? targets : [first, ...targets.filter((target) => target !== first)]
}

/** Returns a number from 0 to 1 for a text, the same for the same text. */
function shareOf(text: string): number {
  return Number.parseInt(stableHash(text).slice(0, 8), 16) / 2 ** 32
}
