import { vi } from 'vitest'
import { type InCode, projectRoot } from './in-code.js'

/**
 * Returns the regular expressions that a program creates with `new RegExp(…)`, each with the code position.
 */
export async function expressionsMadeBy(program: () => Promise<void>): Promise<InCode[]> {
  const found: InCode[] = []
  const recorder = new Proxy(RegExp, {
    construct(target, [source, flags], newTarget) {
      const expression: RegExp = Reflect.construct(target, [source, flags], newTarget)
      found.push({ place: callerOf(new Error().stack), expression })
      return expression
    },
  })
  vi.stubGlobal('RegExp', recorder)
  try {
    await program()
  } finally {
    vi.unstubAllGlobals()
  }
  return found.filter(({ place }) => /^(?:src|adapters)\//.test(place))
}

/** Returns the caller, from the third line of a stack. The second line belongs to this file. */
function callerOf(stack = ''): string {
  const [, , line = ''] = stack.split('\n')
  const [, path = '', at = ''] = /([^ ()]+?):(\d+):\d+\)?$/.exec(line) ?? []
  return `${path.slice(path.lastIndexOf(projectRoot) + projectRoot.length)}:${at}`
}
