import { AdapterError } from '../../base/json/adapter-error.js'
import { expectList, expectOptions, type KnownOptions } from '../../base/model/expect.js'
import { matchesAll } from '../../base/model/glob.js'
import { type CompiledRule, compiledRule, expectAction } from './compiled-rule.js'
import type { Policy, PolicyOptions, Verdict } from './policy-types.js'

/**
 * Creates a policy from rules: the first rule that a call matches decides, or `default` if no rule matches.
 * @throws AdapterError `wrong-type` for an unknown action, patterns that are not texts, an unknown member,
 * and a rule that can never match.
 * @example
 * const policy = createPolicy({
 *   rules: [
 *     { tool: 'read_*', action: 'allow' },
 *     { tool: 'shell', input: '*sudo*', action: 'deny', reason: 'Nothing may run as root.' },
 *     { tool: 'shell', input: { command: ['git status', 'git diff'] }, action: 'allow' },
 *     { tool: '*', origin: 'notes', action: 'allow' },
 *   ],
 *   default: 'ask',
 * })
 * const executor = createExecutor({ tools, policy, approve: askInTerminal })
 */
export function createPolicy(options: PolicyOptions): Policy {
  expectOptions(options, OPTIONS, ['createPolicy', "createPolicy({ rules: [{ tool: '*', action: 'ask' }] })"])
  expectList(
    options.rules,
    ['a policy needs `rules`', "createPolicy({ rules: [{ tool: '*', action: 'ask' }] })"],
    '/rules',
  )
  const { autonomy = 'supervised', readOnlyTools = [] } = options
  const supervised = policyOf(
    expectReached(options.rules.map((rule, index) => compiledRule(rule, `/rules/${index}`))),
    { action: expectAction(options.default ?? 'ask', '/default') },
  )
  if (autonomy === 'supervised') return supervised
  if (autonomy === 'full') return policyOf([], { action: 'allow' })
  if (autonomy !== 'readonly') throw new AdapterError('wrong-type', '/autonomy', WRONG_AUTONOMY)
  const isNone = [readOnlyTools].flat().length === 0
  const allowed = isNone ? [] : [compiledRule({ tool: readOnlyTools, action: 'allow' }, '/readOnlyTools')]
  return policyOf(allowed, { action: 'deny', reason: 'Only read-only tools are allowed.' })
}

const OPTIONS: KnownOptions<PolicyOptions> = {
  rules: true,
  default: true,
  autonomy: true,
  readOnlyTools: true,
}

const WRONG_AUTONOMY = 'expected readonly, supervised or full'

function policyOf(rules: readonly CompiledRule[], otherwise: Verdict): Policy {
  return {
    async decide(call, context, tool, input = call.arguments) {
      for (const rule of rules) {
        if (!rule.isForSource(tool)) continue
        if (isForOneOf(rule, tool.name, call.name) && (await rule.isForCall(call, input, context)))
          return rule.verdict
      }
      return otherwise
    },
    hides: (name) => possibleVerdicts(rules, otherwise, name).every(({ action }) => action === 'deny'),
  }
}

/**
 * Checks that every rule can be reached.
 * @throws AdapterError for an unreachable rule, because an earlier rule applies to every call of its tools.
 */
function expectReached(rules: readonly CompiledRule[]): readonly CompiledRule[] {
  rules.forEach((rule, index) => {
    const before = rules.slice(0, index).findIndex((other) => other.isForEveryCall && covers(other, rule))
    if (before === -1) return
    const message = `this rule is never reached: rule ${before} matches every call of its tools; move this rule before it`
    throw new AdapterError('wrong-type', `/rules/${index}`, message)
  })
  return rules
}

/**
 * Returns true if the rule makes a later rule unreachable. A rule that allows matches only the name of the
 * tool, while other rules also match the name in the call. A rule that allows therefore covers another rule
 * only if it matches all tools.
 */
function covers(rule: CompiledRule, later: CompiledRule): boolean {
  if (rule.tools.some(matchesAll)) return true
  const isBroader = rule.verdict.action !== 'allow' || later.verdict.action === 'allow'
  return (
    isBroader &&
    later.tools.every(
      (pattern) => rule.tools.includes(pattern) || (isName(pattern) && rule.isForTool(pattern)),
    )
  )
}

function isName(pattern: string): boolean {
  return !/[*?]/.test(pattern)
}

/**
 * Returns true if a rule applies to this call. The model chooses the name in a call, so this name alone never
 * allows a call.
 */
function isForOneOf({ isForTool, verdict }: CompiledRule, tool: string, call: string): boolean {
  return isForTool(tool) || (verdict.action !== 'allow' && isForTool(call))
}

/**
 * Returns the possible verdicts for calls of a tool: rules after a rule that applies to every call are
 * unreachable.
 */
function possibleVerdicts(rules: readonly CompiledRule[], otherwise: Verdict, name: string): Verdict[] {
  const own = rules.filter(({ isForTool }) => isForTool(name))
  const last = own.findIndex(({ isForEveryCall }) => isForEveryCall)
  const verdicts = own.map(({ verdict }) => verdict)
  return last === -1 ? [...verdicts, otherwise] : verdicts.slice(0, last + 1)
}
