import { attempt } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { at, isArray } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import type { WireCodecs } from '../../codec/wire/contract.js'
import type { FitStep } from '../../codec/wire/fit-step.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { createFitContext } from '../fit/fit.js'
import { pairResults } from '../fit/pairing.js'
import { declareUsedTools, repairToolChoice } from '../fit/tool-list.js'
import type { Fix, Rule } from './rule.js'

/** The members of a rule whose fix is a step of `fit`. */
type FitFix = Required<Pick<Rule, 'fix' | 'isFixedLast'>> & Pick<Rule, 'isFixedByUser'>

/** A wire whose codecs read and write the request. */
interface Written {
  readonly wire: string
  readonly codecs: Pick<WireCodecs, 'limits' | 'request'>
}

/**
 * Creates the fix that inserts missing results and moves results to their calls. A result without a call has no
 * fix here, because its text would become the user's.
 */
export function pairedResults(form: Written): FitFix {
  return { fix: fixWithFit(form, pairResults, ['result-orphaned']), isFixedLast: true }
}

/** Creates the fix that also writes results without a call as text of the user. */
export function pairedWithText(form: Written): FitFix {
  return { fix: fixWithFit(form, pairResults), isFixedLast: true, isFixedByUser: true }
}

/** Creates the fix that restricts the tool choice to declared tools, or removes it. */
export function repairedChoice(form: Written): FitFix {
  return { fix: fixWithFit(form, repairToolChoice), isFixedLast: true }
}

/** Creates the fix that declares the tools that a history of calls requires. */
export function declaredHistory(form: Written): FitFix {
  return { fix: fixWithFit(form, declareUsedTools), isFixedLast: true }
}

interface Made {
  readonly request: JsonObject
  readonly choice: LimitsChoice | undefined
  readonly fix: readonly PatchOperation[] | undefined
}

/**
 * Creates the fix that applies a step of `fit`. Requests that decoding and encoding would change elsewhere have
 * no fix.
 * @param excluded the codes of notices with which the step is not applied.
 */
function fixWithFit({ wire, codecs }: Written, step: FitStep, excluded: readonly string[] = []): Fix {
  const made = (request: JsonObject, choice: LimitsChoice | undefined) => {
    const before = codecs.request.decode(request, createContext(wire))
    const fit = createFitContext(before, { id: wire, limits: codecs.limits }, { limits: choice })
    const after = step(before, fit)
    if (after === before || fit.notices.some(({ code }) => excluded.includes(code))) return undefined
    const [base, fixed] = [before, after].map((each) => codecs.request.encode(each, createContext(wire)))
    return base && fixed && changedMembers(request, base, fixed)
  }
  // A rule may have many violations of one request, which one fix repairs.
  let latest: Made | undefined
  return (request, _path, choice) => {
    if (latest?.request !== request || latest.choice !== choice) {
      const tried = attempt(() => made(request, choice))
      latest = { request, choice, fix: 'value' in tried ? tried.value : undefined }
    }
    return latest.fix
  }
}

/** Returns the changes of the members; undefined if encoding alone would change one of these. */
function changedMembers(
  request: JsonObject,
  base: JsonObject,
  fixed: JsonObject,
): readonly PatchOperation[] | undefined {
  const names = Object.keys({ ...base, ...fixed }).filter((name) => !isSame(base[name], fixed[name]))
  if (names.length === 0 || !names.every((name) => isSame(base[name], request[name]))) return undefined
  return names.flatMap((name) => changes(at('', name), base[name], fixed[name]))
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === undefined || other === undefined ? one === other : equalJson(one, other)
}

function changes(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): PatchOperation[] {
  if (after === undefined) return [{ op: 'remove', path }]
  if (isArray(before) && isArray(after)) return listChanges(path, before, after)
  return [{ op: before === undefined ? 'add' : 'replace', path, value: after }]
}

/** Returns the changes between the equal beginnings and the equal ends of two lists. */
function listChanges(path: string, before: JsonArray, after: JsonArray): PatchOperation[] {
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && isSame(before[start], after[start])) start += 1
  let rest = 0
  while (rest < least - start && isSame(before.at(-1 - rest), after.at(-1 - rest))) rest += 1
  const [old, fresh] = [before.slice(start, before.length - rest), after.slice(start, after.length - rest)]
  return [
    ...old.slice(fresh.length).map(() => ({ op: 'remove' as const, path: at(path, start + fresh.length) })),
    ...fresh.map((value, index) => ({
      op: index < old.length ? ('replace' as const) : ('add' as const),
      path: at(path, start + index),
      value,
    })),
  ]
}
