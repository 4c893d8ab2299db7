import { parseJson } from '../base/json/parse.js'
import { asJson, expectObject } from '../base/json/read-json.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { chooseLimits, type LimitsChoice } from '../codec/wire/limits.js'
import { createRegistry, unknownWire } from '../translate/exchange/registry.js'
import { lint } from '../translate/lint/lint-request.js'
import type { Rule, Violation } from '../translate/lint/rule.js'
import { type DecodeAnyOptions, type DecodedTraffic, decodeTraffic } from './decode-traffic.js'

/** A wire whose code is loaded when it is asked for. */
export interface LazyAdapter {
  /** What it is called for short. */
  readonly names: readonly string[]
  /** Gives the adapter, loaded once. */
  load(): Promise<Adapter>
  /** Its acceptance rules. Default: it has none. */
  rules?(): Promise<readonly Rule[]>
}

type LazyAdapters = Readonly<Record<string, LazyAdapter>>

/** A wire's id, or one of its short names. */
export type NameOn<Wires extends LazyAdapters> = (keyof Wires & string) | Wires[keyof Wires]['names'][number]

/** The adapter that has this name. */
export type AdapterNamed<Wires extends LazyAdapters, Name> = {
  [Wire in keyof Wires]: Name extends Wire | Wires[Wire]['names'][number]
    ? Awaited<ReturnType<Wires[Wire]['load']>>
    : never
}[keyof Wires]

/** Adapters that are loaded when they are asked for, and what can be done without knowing which one it takes. */
export interface Library<Wires extends LazyAdapters> {
  /** By wire id. */
  readonly adapters: { readonly [Wire in keyof Wires]: Wires[Wire]['load'] }
  /** By wire id or short name. */
  loadAdapter<const Name extends NameOn<Wires>>(name: Name): Promise<AdapterNamed<Wires, Name>>
  loadAdapter(name: string): Promise<Adapter>
  /** Recognizes and decodes a request, an answer, a stream, a record of them, or one call, result or message alone. */
  decodeAny(traffic: string | object, options?: DecodeAnyOptions<NameOn<Wires>>): Promise<DecodedTraffic>
  /** The acceptance rules of a wire, for `lint`, `fixRequest` and the option `rules`; none where there are none. */
  loadRules(of: NameOn<Wires> | Adapter): Promise<readonly Rule[]>
  /** What the provider is known to refuse in a request. */
  lintRequest(
    of: NameOn<Wires> | Adapter,
    request: string | object,
    limits?: LimitsChoice,
  ): Promise<Violation[]>
}

export function createLibrary<const Wires extends LazyAdapters>(wires: Wires): Library<Wires>
export function createLibrary(wires: LazyAdapters): Library<LazyAdapters> {
  const loadAdapter = async (name: string) => shelved(wires, name).load()
  return {
    adapters: Object.fromEntries(Object.entries(wires).map(([wire, { load }]) => [wire, load])),
    loadAdapter,
    async decodeAny(traffic, { wire } = {}) {
      if (wire !== undefined) {
        const named = await loadAdapter(wire)
        return decodeTraffic(traffic, createRegistry([named]), named)
      }
      const adapters = await Promise.all(Object.values(wires).map(({ load }) => load()))
      return decodeTraffic(traffic, createRegistry(adapters))
    },
    async loadRules(of) {
      const { rules } = shelved(wires, typeof of === 'string' ? of : of.id)
      return (await rules?.()) ?? []
    },
    async lintRequest(of, request, limits) {
      const { load, rules } = shelved(wires, typeof of === 'string' ? of : of.id)
      const { codecs } = await load()
      chooseLimits(codecs, limits)
      const { converter = asJson } = codecs
      const body = typeof request === 'string' ? parseJson(request) : converter(request)
      return lint((await rules?.()) ?? [], expectObject(body, ''), limits)
    },
  }
}

/** @throws AdapterError('unknown-wire') that lists the known names. */
function shelved(wires: LazyAdapters, name: string): LazyAdapter {
  const found = Object.entries(wires).find(([wire, { names }]) => wire === name || names.includes(name))
  if (found !== undefined) return found[1]
  throw unknownWire(
    name,
    Object.entries(wires).map(([wire, { names }]) => [wire, ...names]),
  )
}
