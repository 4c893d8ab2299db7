import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'
import { applyPatch } from '../../base/json/patch.js'
import { compact } from '../../base/json/write-json.js'
import { createContext, type Notice } from '../../base/model/context.js'
import type { Conversation } from '../../base/model/types.js'
import type { WireCodecs } from '../../codec/wire/contract.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { type ExplainedRefusal, explainRefusal } from './explain-refusal.js'
import { losesNothing } from './nothing-lost.js'
import type { RefusalSource } from './refusal.js'

/** Options for repairing one request. */
export interface RepairOptions {
  readonly codecs: Pick<WireCodecs, 'id' | 'request'>
  readonly rules: RefusalSource
  readonly limits?: LimitsChoice | undefined
  /** The maximum number of extra requests. */
  readonly times: number
}

/** A fixed request. */
export interface MendedRequest {
  readonly request: JsonObject
  /** The request as JSON, with every digit of its numbers. */
  readonly text: string
  /** Renamed tools: the old names by the new names. */
  readonly renamed: ReadonlyMap<string, string>
  readonly notice: Notice
}

/**
 * Fixes one request after each refusal. Repairs are not shared between requests: a value that is refused in
 * one conversation may be valid in another, which may belong to another client.
 */
export class RequestRepair {
  /** The explained refusals, in order. */
  readonly explained: ExplainedRefusal[] = []
  readonly #options: RepairOptions
  readonly #sent = new Set<string>()
  #left: number

  constructor(options: RepairOptions) {
    this.#options = options
    this.#left = options.times
  }

  /**
   * Returns the request to send instead of a refused one; undefined without a fix, or if the maximum is
   * reached.
   */
  async after(error: unknown, request: JsonObject): Promise<MendedRequest | undefined> {
    const { rules, limits } = this.#options
    const known = typeof rules === 'function' ? await rules() : rules
    const explained = explainRefusal(error, request, { rules: known, limits })
    if (explained === undefined) return undefined
    this.explained.push(explained)
    if (this.#left === 0 || explained.fix === undefined) return undefined
    this.#left -= 1
    this.#sent.add(stringifyExact(request))
    return this.#mended(request, explained)
  }

  #mended(request: JsonObject, explained: ExplainedRefusal): MendedRequest | undefined {
    const { fix = [] } = explained
    const mended = attempt(() => applyPatch(request, fix))
    if ('error' in mended) return undefined
    const text = stringifyExact(mended.value)
    if (this.#sent.has(text)) return undefined
    const [before, after] = [this.#decoded(request), this.#decoded(mended.value)]
    if (before === undefined || after === undefined || !losesNothing(before, after)) return undefined
    return { request: mended.value, text, renamed: renamedTools(before, after), notice: repaired(explained) }
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

/** Creates the notice of a repair. The notice does not quote the request, because notices are logged. */
function repaired({ rule = '', path = '', fix = [] }: ExplainedRefusal): Notice {
  const places = [...new Set(fix.map((operation) => operation.path))]
  const listed = places.slice(0, 5).join(', ') + (places.length > 5 ? ` and ${places.length - 5} more` : '')
  return {
    ...{ code: 'request-repaired', severity: 'warning', path },
    message: `the provider refused the request for ${rule}; it was changed at ${listed}, and sent again`,
    detail: { rule, fix: fix.map(({ op, path: changed }) => ({ op, path: changed })) },
  }
}

/** Creates the notice for a fixed request that was also refused. */
export function repairRefused({ notice: { path, detail } }: MendedRequest): Notice {
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
