import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import {
  type Called,
  expectGiven,
  expectList,
  expectOptions,
  type KnownOptions,
} from '../../base/model/expect.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { lint } from '../lint/lint-request.js'
import { fixOfRule } from './fix-of-rule.js'
import { placesNamed } from './named-place.js'
import { isRule, type KnownRefusal, type Said } from './refusal.js'
import { isWithin } from './refusal-fixes.js'
import { refusalWords, wordsOf, wordsShared } from './refusal-words.js'

/** The reason for a refused request, as far as it is known. */
export interface ExplainedRefusal {
  /** Id of the rule or refusal that matches the provider's message. Absent if no rule matches. */
  readonly rule?: string
  /** JSON Pointer into the request. Absent if the path is unknown. */
  readonly path?: string
  /** A human-readable description of the problem. */
  readonly message: string
  /** The provider's own message. */
  readonly words: string
  /** JSON Patch that is likely to make the request acceptable. Default: no known fix. */
  readonly fix?: readonly PatchOperation[]
}

/** Options for explaining a refusal. */
export interface ExplainOptions {
  /** Rules and refusals of the wire: `[...rules, ...refusals]` of `toolwire/adapters/<wire>/rules`. */
  readonly rules: readonly KnownRefusal[]
  /**
   * The limits of the provider: the name of a profile, or individual limits. Default: the wire's usual
   * limits.
   */
  readonly limits?: LimitsChoice | undefined
}

const USAGE = 'explainRefusal(error, request, { rules })'
const CALLED: Called = ['explainRefusal needs rules', USAGE]
const OPTIONS: KnownOptions<ExplainOptions> = { rules: true, limits: true }

/**
 * Explains a refused request: the rule, the path and the fix.
 * @param error the error response: its body or text, the error of an SDK, or a ResponseError.
 * @param request the native request that was refused.
 * @returns undefined if the reason is unknown.
 * @throws AdapterError for an unknown profile.
 * @example explainRefusal(error, request, { rules: [...rules, ...refusals] })?.rule // 'ANTHROPIC-PAIR-01'
 */
export function explainRefusal(
  error: unknown,
  request: JsonObject,
  options: ExplainOptions,
): ExplainedRefusal | undefined {
  expectOptions(options, OPTIONS, ['explainRefusal', USAGE])
  expectList(options.rules, CALLED, '/rules')
  expectGiven(request, ['explainRefusal needs a request', USAGE], '/request')
  return findReason(error, request, options)?.explained
}

/** The reason for a refused request, with the row that has the fix. */
export interface Reason {
  readonly explained: ExplainedRefusal
  readonly said: Said
  /** The rule or refusal whose fix it is. Absent without a fix. */
  readonly fixedBy?: KnownRefusal | undefined
}

/** Returns undefined if the reason is unknown. */
export function findReason(
  error: unknown,
  request: JsonObject,
  { rules, limits }: ExplainOptions,
): Reason | undefined {
  const words = refusalWords(error)
  if (words === undefined) return undefined
  const said: Said = { text: words.text, places: placesNamed(words.text, request) }
  const suspicions = rowsWithWords(rules, words.text)
    .map(([row, shared]) => suspicionOf(row, shared, { request, said, limits }))
    // Matching words alone are not sufficient: providers use the same words for keys, accounts and regions.
    .filter(({ explained }) => explained.path !== undefined)
    .sort((one, other) => other.tier - one.tier || other.shared - one.shared)
  const [likeliest] = suspicions
  const [path] = said.places
  if (likeliest !== undefined) {
    const fixing = withFix(likeliest, suspicions)
    const explained = { ...fixing?.fixed, ...likeliest.explained, words: words.message }
    return { explained, said, fixedBy: fixing?.row }
  }
  return path === undefined
    ? undefined
    : { explained: { path, message: "the provider's error names this path", words: words.message }, said }
}

/** Returns the reason with the fix: another one with the same words if the likeliest has none. */
function withFix(likeliest: Suspicion, suspicions: readonly Suspicion[]) {
  const fixing = [likeliest, ...suspicions].find(
    ({ shared, explained: { fix } }) => shared >= likeliest.shared && fix !== undefined,
  )
  const fix = fixing?.explained.fix
  return fixing === undefined || fix === undefined ? undefined : { row: fixing.row, fixed: { fix } }
}

/** Returns the rows that share words with the provider's message, and the number of shared words. */
function rowsWithWords(rules: readonly KnownRefusal[], text: string): [row: KnownRefusal, shared: number][] {
  const words = wordsOf(text)
  return rules.flatMap((row): [KnownRefusal, number][] => {
    const shared = Math.max(0, ...fragmentsOf(row).map((fragment) => wordsShared(wordsOf(fragment), words)))
    return shared === 0 ? [] : [[row, shared]]
  })
}

function fragmentsOf(row: KnownRefusal): readonly string[] {
  const { errors = [] } = row
  return isRule(row) && row.error !== undefined ? [row.error, ...errors] : errors
}

interface Refused {
  readonly request: JsonObject
  readonly said: Said
  readonly limits: LimitsChoice | undefined
}

/** A possible reason. */
interface Suspicion {
  readonly row: KnownRefusal
  /** The strength of other evidence, besides the words. */
  readonly tier: number
  /** The number of words that the reason shares with the provider's message. */
  readonly shared: number
  readonly explained: Omit<ExplainedRefusal, 'words'>
}

/**
 * Ranks first a rule that is broken at the path in the provider's message, or anywhere if the message has no
 * path; then reasons with a fix.
 */
function suspicionOf(row: KnownRefusal, shared: number, refused: Refused): Suspicion {
  const { places } = refused.said
  const violations = isRule(row) ? lint([row], refused.request, refused.limits) : []
  const there = violations.find(({ path }) => places.some((place) => areNear(path, place)))
  const violation = there ?? violations[0]
  const fix = isRule(row)
    ? fixOfRule(row, refused.request, refused.limits, violations)
    : row.fix?.(refused.request, refused.said)
  const isBroken = there !== undefined || (violation !== undefined && places.length === 0)
  const tier = (isBroken ? 4 : 0) + (fix === undefined ? 0 : 2) + (violation === undefined ? 0 : 1)
  const at = isRule(row) ? undefined : row.at?.(refused.request, refused.said)
  const path = violation?.path ?? fix?.[0]?.path ?? at ?? places[0]
  return {
    ...{ row, tier, shared },
    explained: {
      rule: row.id,
      ...(path !== undefined && { path }),
      message: violation?.message ?? row.summary,
      ...(fix !== undefined && { fix }),
    },
  }
}

function areNear(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one)
}
