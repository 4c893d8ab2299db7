import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'
import { applyPatch, type PatchOperation } from '../../base/json/patch.js'
import { compact } from '../../base/json/write-json.js'
import { createContext, type Notice } from '../../base/model/context.js'
import type { Conversation } from '../../base/model/types.js'
import type { WireCodecs } from '../../codec/wire/contract.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { type ExplainedRefusal, findReason, type Reason } from './explain-refusal.js'
import { fixAgain, type LearnedFix, learnedFix } from './learned-fix.js'
import type { LearnedFixes } from './learned-fixes.js'
import { losesNothing } from './nothing-lost.js'
import type { KnownRefusal, RefusalSource } from './refusal.js'
import { isWithin } from './refusal-fixes.js'

interface Applied {
  readonly fix: LearnedFix
  readonly operations: readonly PatchOperation[]
}

/** Options for repairing one request. */
export interface RepairOptions {
  readonly codecs: Pick<WireCodecs, 'id' | 'request'>
  readonly rules: RefusalSource
  readonly limits?: LimitsChoice | undefined
  /** The maximum number of extra requests. */
  readonly times: number
  /** The fixes that earlier requests taught. Default: none are remembered. */
  readonly learned?: LearnedFixes | undefined
  /** The key of `learned`: requests with the same key share their fixes. Default: `''`. */
  readonly key?: string | undefined
}

/** A request to send instead of the original, or instead of a refused one. */
export interface RepairedRequest {
  readonly request: JsonObject
  /** The request as JSON, with every digit of its numbers. */
  readonly text: string
  /** Renamed tools: the original names by the new names. */
  readonly renamed: ReadonlyMap<string, string>
  readonly notice: Notice
  /** True for the original request, because the provider refused its version with remembered fixes. */
  readonly isOriginal: boolean
}

/**
 * Fixes one request before it is sent, with remembered fixes, and after each refusal. A fix is remembered only
 * if the provider accepted it, and forgotten if the provider refuses a request that it changed.
 */
export class RequestRepair {
  /** The explained refusals of the original request and of its fixed versions, in order. */
  explained: readonly ExplainedRefusal[] = []
  readonly #options: RepairOptions
  readonly #key: string
  readonly #sent = new Set<string>()
  #left: number
  #original: JsonObject | undefined
  /** The original request, decoded. */
  #before: Conversation | undefined
  /** The remembered fixes in the request that was sent first. */
  #applied: Applied[] = []
  #new: LearnedFix[] = []

  constructor(options: RepairOptions) {
    this.#options = options
    this.#key = options.key ?? ''
    this.#left = options.times
  }

  /**
   * Returns the requests that the remembered fixes make of the original, one after the other. The last one is
   * to be sent; none if no fix applies.
   */
  async before(read: () => JsonObject): Promise<readonly RepairedRequest[]> {
    const learned = this.#options.learned?.of(this.#key) ?? []
    if (learned.length === 0 || this.#left === 0) return []
    const rules = await this.#rules()
    const made: RepairedRequest[] = []
    this.#original = read()
    for (const fix of learned) {
      const request = made.at(-1)?.request ?? this.#original
      const operations = this.#again(fix, rules, request)
      const repaired = operations && this.#patched(request, operations, remembered(fix, operations))
      if (operations === undefined || repaired === undefined) continue
      made.push(repaired)
      this.#applied.push({ fix, operations })
    }
    return made
  }

  /**
   * Returns the request to send instead of a refused one; undefined without a fix, or if the maximum is
   * reached. If remembered fixes may be the reason, the original request is returned, which is not counted.
   */
  async after(error: unknown, request: JsonObject): Promise<RepairedRequest | undefined> {
    this.#original ??= request
    const { limits } = this.#options
    const reason = findReason(error, request, { rules: await this.#rules(), limits })
    if (reason !== undefined) this.explained = [...this.explained, reason.explained]
    this.#sent.add(stringifyExact(request))
    const repaired = reason && !this.#isOfApplied(reason) ? this.#repaired(request, reason) : undefined
    return repaired ?? (this.#applied.length > 0 ? this.#restored(this.#original) : undefined)
  }

  /** Remembers the fixes of the request that the provider accepted. */
  accepted(): void {
    for (const fix of this.#new) this.#options.learned?.learn(this.#key, fix)
  }

  async #rules(): Promise<readonly KnownRefusal[]> {
    const { rules } = this.#options
    return typeof rules === 'function' ? rules() : rules
  }

  #again({ rule, ...fix }: LearnedFix, rules: readonly KnownRefusal[], request: JsonObject) {
    const row = rules.find(({ id }) => id === rule)
    const again = attempt(() => row && fixAgain({ rule, ...fix }, row, request, this.#options.limits))
    return 'value' in again ? again.value : undefined
  }

  /** Returns true if the provider names a value that a remembered fix wrote. */
  #isOfApplied({ explained: { path = '' }, said: { places } }: Reason): boolean {
    const written = this.#applied.flatMap(({ operations }) =>
      operations.flatMap((operation) => (operation.op === 'remove' ? [] : operation.path)),
    )
    return [path, ...places].some((place) => written.some((one) => place !== '' && isWithin(place, one)))
  }

  #repaired(request: JsonObject, { explained, said, fixedBy }: Reason): RepairedRequest | undefined {
    const { fix } = explained
    if (this.#left === 0 || fix === undefined) return undefined
    this.#left -= 1
    const next = this.#patched(request, fix, repaired(explained, fix))
    const learned = fixedBy && learnedFix(fixedBy, request, said, fix)
    if (next !== undefined && learned !== undefined) this.#new.push(learned)
    return next
  }

  /** Forgets the remembered fixes, and returns the original request. */
  #restored(request: JsonObject): RepairedRequest | undefined {
    const fixes = this.#applied.map(({ fix }) => fix)
    this.#options.learned?.forget(this.#key, fixes)
    this.#applied = []
    this.#new = []
    this.explained = []
    const text = stringifyExact(request)
    if (this.#sent.has(text)) return undefined
    return { request, text, renamed: new Map(), notice: forgotten(fixes), isOriginal: true }
  }

  #patched(request: JsonObject, fix: readonly PatchOperation[], notice: Notice): RepairedRequest | undefined {
    const patched = attempt(() => applyPatch(request, fix))
    if ('error' in patched) return undefined
    const text = stringifyExact(patched.value)
    if (this.#sent.has(text)) return undefined
    this.#before ??= this.#decoded(this.#original ?? request)
    const [before, after] = [this.#before, this.#decoded(patched.value)]
    if (before === undefined || after === undefined || !losesNothing(before, after)) return undefined
    const renamed = renamedTools(before, after)
    return { request: patched.value, text, renamed, notice, isOriginal: false }
  }

  #decoded(request: JsonObject): Conversation | undefined {
    const { codecs } = this.#options
    const decoded = attempt(() => codecs.request.decode(request, createContext(codecs.id)))
    return 'value' in decoded ? decoded.value : undefined
  }
}

function renamedTools({ tools: before = [] }: Conversation, { tools: after = [] }: Conversation) {
  const names = before.map(({ name }, index) => [after[index]?.name ?? name, name] as const)
  return new Map(names.filter(([now, then]) => now !== then))
}

/** Creates the notice of a repair. It quotes nothing of the request, because notices are logged. */
function repaired({ rule = '', path = '' }: ExplainedRefusal, fix: readonly PatchOperation[]): Notice {
  return {
    ...{ code: 'request-repaired', severity: 'warning', path },
    message: `the provider refused the request for ${rule}; it was changed at ${listed(fix)}, and sent again`,
    detail: detailOf(rule, fix),
  }
}

/** Creates the notice of a remembered fix. */
function remembered({ rule }: LearnedFix, fix: readonly PatchOperation[]): Notice {
  return {
    ...{ code: 'repair-remembered', severity: 'warning', path: fix[0]?.path ?? '' },
    message: `the provider refused an earlier request for ${rule}; this request was changed at ${listed(fix)} before it was sent`,
    detail: detailOf(rule, fix),
  }
}

function forgotten(fixes: readonly LearnedFix[]): Notice {
  const rules = [...new Set(fixes.map(({ rule }) => rule))]
  return {
    ...{ code: 'repair-forgotten', severity: 'warning', path: '' },
    message: `the provider refused a request with the remembered fix for ${rules.join(', ')}; the fix is forgotten, and the original request was sent`,
    detail: { rules },
  }
}

function detailOf(rule: string, fix: readonly PatchOperation[]): JsonObject {
  return { rule, fix: fix.map(({ op, path: changed }) => ({ op, path: changed })) }
}

function listed(fix: readonly PatchOperation[]): string {
  const places = [...new Set(fix.map((operation) => operation.path))]
  return places.slice(0, 5).join(', ') + (places.length > 5 ? ` and ${places.length - 5} more` : '')
}

/** Creates the notice for a fixed request that was refused, too. */
export function repairRefused({ notice: { path, detail } }: RepairedRequest): Notice {
  return {
    ...{ code: 'repair-refused', severity: 'warning', path },
    message: 'the provider also refused the fixed request; the first refusal is reported',
    ...(detail !== undefined && { detail }),
  }
}

/** Returns the original tool names of the caller after renaming. */
export function namesAfter(
  toolNames: Readonly<Record<string, string>>,
  renamed: ReadonlyMap<string, string> = new Map(),
): Readonly<Record<string, string>> {
  const names = Array.from(renamed, ([now, then]) => [
    now,
    Object.hasOwn(toolNames, then) ? toolNames[then] : then,
  ])
  return renamed.size === 0 ? toolNames : compact({ ...toolNames, ...Object.fromEntries(names) })
}

/**
 * Checks the options of a repair.
 * @throws AdapterError if `repair` is not a number of extra requests, or if rules are missing.
 */
export function expectRepair(repair: unknown, rules: unknown): void {
  if (!Number.isSafeInteger(repair) || Number(repair) < 0)
    throw new AdapterError('wrong-type', '/repair', '`repair` is the number of further requests, 0 or more')
  if (repair !== 0 && rules === undefined)
    throw new AdapterError(
      'missing-field',
      '/rules',
      '`repair` needs the rules of the wire: { repair: 1, rules: [...rules, ...refusals] } of toolwire/adapters/<wire>/rules',
    )
}
