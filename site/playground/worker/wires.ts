import { adapters, loadRules } from '../../../adapters.js'
import type { Adapter } from '../../../src/codec/wire/define-adapter.js'
import { ownForm, withOwnForm } from '../../../src/traffic/input/own-form.js'
import { createRegistry, type Registry } from '../../../src/translate/exchange/registry.js'
import type { Rule } from '../../../src/translate/lint/rule.js'
import type { WireName } from '../protocol.js'

let registry: Promise<Registry> | undefined

/**
 * Code that could not be loaded. The worker may cache the failure or still be loading the rest, so it must be
 * replaced.
 */
export class NotLoadedError extends Error {}

/**
 * Returns all wires, loaded at the first recognition.
 * @throws NotLoadedError
 */
export function allWires(): Promise<Registry> {
  registry ??= loadWires().catch((error: unknown) => {
    throw new NotLoadedError(String(error))
  })
  return registry
}

async function loadWires(): Promise<Registry> {
  return withOwnForm(createRegistry(await Promise.all(Object.values(adapters).map((load) => load()))))
}

export function wireNames({ adapters: known }: Registry): WireName[] {
  return known.map(({ id, title, lacks, codecs }) => ({
    id,
    title,
    isTarget: codecs.readOnly !== true && !(lacks.has('request') && lacks.has('response')),
  }))
}

/** Returns the acceptance rules of one wire, loaded on demand. */
export async function rulesOf(adapter: Adapter): Promise<readonly Rule[]> {
  return adapter.id === ownForm.id ? [] : loadRules(adapter)
}
