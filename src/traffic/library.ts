import { parseJson } from '../base/json/parse.js'
import { asJson, expectObject } from '../base/json/read-json.js'
import { expectOptions } from '../base/model/expect.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { chooseLimits, type LimitsChoice } from '../codec/wire/limits.js'
import { createRegistry, unknownWire } from '../translate/exchange/registry.js'
import { lint } from '../translate/lint/lint-request.js'
import type { Rule, Violation } from '../translate/lint/rule.js'
import type { DecodeAnyOptions, DecodedTraffic, Traffic } from './decode-traffic.js'

/** A wire whose code is loaded on demand. */
export interface LazyAdapter {
  /** The short names of the wire. */
  readonly names: readonly string[]
  /** Returns the adapter, which is loaded once. */
  load(): Promise<Adapter>
  /** Returns the acceptance rules of the wire. Default: no rules. */
  rules?(): Promise<readonly Rule[]>
}

type LazyAdapters = Readonly<Record<string, LazyAdapter>>

/** The id or a short name of a wire. */
export type NameOn<Wires extends LazyAdapters> = (keyof Wires & string) | Wires[keyof Wires]['names'][number]

/** The adapter with this name. */
export type AdapterNamed<Wires extends LazyAdapters, Name> = {
  [Wire in keyof Wires]: Name extends Wire | Wires[Wire]['names'][number]
    ? Awaited<ReturnType<Wires[Wire]['load']>>
    : never
}[keyof Wires]

/** Adapters that are loaded on demand, and functions that choose the adapter themselves. */
export interface Library<Wires extends LazyAdapters> {
  /** The adapters that are loaded on demand, by wire id. */
  readonly adapters: { readonly [Wire in keyof Wires]: Wires[Wire]['load'] }
  /** Loads an adapter by wire id or short name. */
  loadAdapter<const Name extends NameOn<Wires>>(name: Name): Promise<AdapterNamed<Wires, Name>>
  loadAdapter(name: string): Promise<Adapter>
  /**
   * Recognizes and decodes a request, an answer, a stream, a record of them, or a single call, result or
   * message, in the same way as the command line reads a file.
   */
  decodeAny(traffic: Traffic, options?: DecodeAnyOptions<NameOn<Wires>>): Promise<DecodedTraffic>
  /**
   * Returns the acceptance rules of a wire, for `lint`, `fixRequest` and the option `rules`. Empty if the
   * wire has no rules.
   */
  loadRules(of: NameOn<Wires> | Adapter): Promise<readonly Rule[]>
  /** Returns the parts of a request that the provider is known to reject. */
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
    async decodeAny(traffic, options = {}) {
      expectOptions(options, { wire: true }, ['decodeAny', 'decodeAny(traffic, { wire })'])
      const { wire } = options
      const { decodeTraffic } = await import('./decode-traffic.js')
      const named = wire === undefined ? [] : [await loadAdapter(wire)]
      const all = async () => Promise.all(Object.values(wires).map(({ load }) => load()))
      const adapters = named.length > 0 ? named : await all()
      return decodeTraffic(traffic, createRegistry(adapters), named[0]?.id)
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

/**
 * Returns the wire with this name.
 * @throws AdapterError('unknown-wire') with the list of known names.
 */
function shelved(wires: LazyAdapters, name: string): LazyAdapter {
  const found = Object.entries(wires).find(([wire, { names }]) => wire === name || names.includes(name))
  if (found !== undefined) return found[1]
  throw unknownWire(
    name,
    Object.entries(wires).map(([wire, { names }]) => [wire, ...names]),
  )
}
