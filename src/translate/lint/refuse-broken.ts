import { AdapterError } from '../../base/json/adapter-error.js'
import { asJson, expectObject } from '../../base/json/read-json.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { lint } from './lint-request.js'
import type { Rule } from './rule.js'

/** The maximum number of rules in the message. */
const MOST_TOLD = 5

/**
 * Rejects a request that breaks rules of severity `error`.
 * @throws AdapterError('strict') for a request that breaks rules. The message contains the ids of the rules
 * and the paths of the violations.
 */
export function refuseBroken(
  rules: readonly Rule[],
  request: object,
  limits: LimitsChoice | undefined,
): void {
  const body = expectObject(asJson(request), '')
  const errors = lint(rules, body, limits).filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first === undefined) return
  const told = errors.slice(0, MOST_TOLD).map(({ rule, path, message }) => `${rule} at ${path}: ${message}`)
  const more = errors.length > MOST_TOLD ? `; and ${errors.length - MOST_TOLD} more` : ''
  throw new AdapterError(
    'strict',
    first.path,
    `the provider would refuse this request: ${told.join('; ')}${more}`,
  )
}
