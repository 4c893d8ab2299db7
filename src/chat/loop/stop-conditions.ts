import type { LoopStep, StopCondition } from './loop-types.js'

/**
 * Creates a condition for `until`: the loop ends after this number of steps.
 * @example runLoop({ provider, messages, tools, until: [afterSteps(5), afterCallOf('submit')] })
 */
export function afterSteps(count: number): StopCondition {
  return ({ step }) => step >= count
}

/** Creates a condition for `until`: the loop ends after a step in which the model called one of these tools. */
export function afterCallOf(...names: readonly string[]): StopCondition {
  return ({ response }) =>
    response?.message.parts.some((part) => part.type === 'tool-call' && names.includes(part.name)) === true
}

/** Returns true if one of the conditions is met. The conditions are checked in order, up to the first that is met. */
export async function isStopped(
  until: StopCondition | readonly StopCondition[] | undefined,
  step: LoopStep,
): Promise<boolean> {
  const conditions = typeof until === 'function' ? [until] : (until ?? [])
  for (const condition of conditions) if ((await condition(step)) === true) return true
  return false
}
