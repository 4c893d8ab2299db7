import { AdapterError } from '../../json/errors.js'
import { type CompiledRule, compiledRule, expectAction, InputTexts } from './rule.js'
import type { Policy, PolicyOptions, Verdict } from './types.js'

/**
 * A policy made of rules: the first one that a call matches says what is to happen with it, and `default` where none does.
 * @throws AdapterError `wrong-type` for an action that is none, and patterns that are no text.
 * @example
 * const policy = createPolicy({
 *   rules: [
 *     { tool: 'read_*', action: 'allow' },
 *     { tool: 'shell', input: '*sudo*', action: 'deny', reason: 'Nothing may run as root.' },
 *     { tool: 'shell', input: { command: ['git status', 'git diff'] }, action: 'allow' },
 *   ],
 *   default: 'ask',
 * })
 * const executor = createExecutor({ tools, policy, approve: askInTerminal })
 */
export function createPolicy(options: PolicyOptions): Policy {
  const { autonomy = 'supervised', readOnlyTools = [] } = options
  const supervised = policyOf(
    options.rules.map((rule, index) => compiledRule(rule, `/rules/${index}`)),
    { action: expectAction(options.default ?? 'ask', '/default') },
  )
  if (autonomy === 'supervised') return supervised
  if (autonomy === 'full') return policyOf([], { action: 'allow' })
  if (autonomy !== 'readonly') throw new AdapterError('wrong-type', '/autonomy', WRONG_AUTONOMY)
  const allowed = compiledRule({ tool: readOnlyTools, action: 'allow' }, '/readOnlyTools')
  return policyOf([allowed], { action: 'deny', reason: 'Only tools that read may be used.' })
}

const WRONG_AUTONOMY = 'expected readonly, supervised or full'

function policyOf(rules: readonly CompiledRule[], otherwise: Verdict): Policy {
  return {
    async decide(call, context, tool) {
      const input = new InputTexts(call.arguments)
      for (const rule of rules) {
        const mayMatch = isForOneOf(rule, tool.name, call.name) && rule.isForInput(input)
        if (mayMatch && (await rule.isForCall(call, context))) return rule.verdict
      }
      return otherwise
    },
    hides: (name) => possibleVerdicts(rules, otherwise, name).every(({ action }) => action === 'deny'),
  }
}

/** The model chooses the name of a call, so that alone allows nothing. */
function isForOneOf({ isForTool, verdict }: CompiledRule, tool: string, call: string): boolean {
  return isForTool(tool) || (verdict.action !== 'allow' && isForTool(call))
}

/** What can be said of calls of a tool: behind a rule that holds for each of them nothing is reached. */
function possibleVerdicts(rules: readonly CompiledRule[], otherwise: Verdict, name: string): Verdict[] {
  const own = rules.filter(({ isForTool }) => isForTool(name))
  const last = own.findIndex(({ isForEveryCall }) => isForEveryCall)
  const verdicts = own.map(({ verdict }) => verdict)
  return last === -1 ? [...verdicts, otherwise] : verdicts.slice(0, last + 1)
}
