import { adapters, loadRules } from '../../../adapters.js'
import type { Adapter } from '../../../src/codec/wire/define-adapter.js'
import { createRegistry, type Registry } from '../../../src/translate/exchange/registry.js'
import type { Rule } from '../../../src/translate/lint/rule.js'
import type { WireName } from '../protocol.js'

let registry: Promise<Registry> | undefined

/** Code that could not be loaded. A worker may keep such a failure, or still be loading the rest: it is of no use any more. */
export class NotLoadedError extends Error {}

/**
 * All wires, loaded when something is to be recognized.
 * @throws NotLoadedError
 */
export function allWires(): Promise<Registry> {
  registry ??= loadWires().catch((error: unknown) => {
    throw new NotLoadedError(String(error))
  })
  return registry
}

async function loadWires(): Promise<Registry> {
  return createRegistry(await Promise.all(Object.values(adapters).map((load) => load())))
}

export function wireNames({ adapters: known }: Registry): WireName[] {
  return known.map(({ id, title, lacks, codecs }) => ({
    id,
    title,
    isTarget: codecs.readOnly !== true && !(lacks.has('request') && lacks.has('response')),
  }))
}

/** The acceptance rules of one wire, loaded when they are asked for. */
export function rulesOf(adapter: Adapter): Promise<readonly Rule[]> {
  return loadRules(adapter)
}
