import { existsSync, readdirSync } from 'node:fs'
import type { Platform } from '../codec/wire/contract.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { createRegistry, type Registry, unknownWire } from '../translate/exchange/registry.js'
import type { Rule } from '../translate/lint/rule.js'
import type { KnownRefusal } from '../translate/repair/refusal.js'

/** The folder `adapters/` next to the folder of the compiled code. */
export const ADAPTERS_FOLDER = new URL('../../adapters/', import.meta.url)

/** The extensions of modules. Compiled code is `.js`; tests run the `.ts` sources. */
const EXTENSIONS = ['.js', '.ts']

/** The exports of a folder's `names.ts`, read without loading its adapter. */
interface Names {
  /** The short names of the wire. */
  readonly names: readonly string[]
  /**
   * Other forms in which the wire can be encoded: the name of each form, and the export of the folder that
   * encodes it.
   */
  readonly variants: Readonly<Record<string, string>>
}

/** An adapter under each of its names. The id is first. */
type NamedAdapter = readonly [name: string, adapter: Adapter]

/**
 * Loads every adapter of a folder: each subfolder with an index that exports an adapter, under the wire in camel
 * case or as `default`.
 */
export async function loadRegistry(folder: URL = ADAPTERS_FOLDER): Promise<Registry> {
  const loaded = await Promise.all(wiresIn(folder).map((wire) => loadNamed(folder, wire)))
  const registry = createRegistry(loaded.flatMap(([own]) => (own === undefined ? [] : [own[1]])))
  const byName = new Map(loaded.flat())
  return {
    ...registry,
    get(name) {
      const adapter = byName.get(name)
      if (adapter !== undefined) return adapter
      throw unknownWire(
        name,
        loaded.filter(({ length }) => length > 0).map((named) => named.map(([known]) => known)),
      )
    },
  }
}

async function loadNamed(folder: URL, wire: string): Promise<readonly NamedAdapter[]> {
  const [module, { names, variants }] = await Promise.all([
    loadModule(folder, wire, 'index'),
    readNames(wire, folder),
  ])
  const adapter = [module?.[camelCase(wire)], module?.default].find(isAdapter)
  if (adapter === undefined) return []
  const others = Object.entries(variants).flatMap(([name, variable]): NamedAdapter[] => {
    const variant = module?.[variable]
    return isAdapter(variant) ? [[name, variant]] : []
  })
  return [[adapter.id, adapter], ...names.map((name): NamedAdapter => [name, adapter]), ...others]
}

function camelCase(wire: string): string {
  return wire.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

async function readNames(wire: string, folder: URL): Promise<Names> {
  const module = await loadModule(folder, wire, 'names')
  const { names, variants } = module ?? {}
  return { names: isNames(names) ? names : [], variants: isVariants(variants) ? variants : {} }
}

/** Returns the names of a wire in addition to its id: short names, and the names of its other forms. */
export async function loadNames(wire: string, folder: URL = ADAPTERS_FOLDER): Promise<readonly string[]> {
  const { names, variants } = await readNames(wire, folder)
  return [...names, ...Object.keys(variants)]
}

/**
 * Returns the wires of a folder without loading their adapters. The folder of a wire has the wire's id as its
 * name.
 */
export function wiresIn(folder: URL): readonly string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

/** Returns the wires of a folder that platforms serve, without loading their adapters. */
export function wiresOnPlatforms(folder: URL): readonly string[] {
  return wiresIn(folder).filter((wire) => fileOf(folder, wire, 'platforms') !== undefined)
}

/** Loads the acceptance rules of one wire. Empty if its folder has no rules. */
export async function loadRules(wire: string, folder: URL = ADAPTERS_FOLDER): Promise<readonly Rule[]> {
  const module = await loadModule(folder, wire, 'rules')
  return isRules(module?.rules) ? module.rules : []
}

/** Loads the known refusals of a wire's providers: its rules, and facts learned from refusals. */
export async function loadRefusals(
  wire: string,
  folder: URL = ADAPTERS_FOLDER,
): Promise<readonly KnownRefusal[]> {
  const module = await loadModule(folder, wire, 'rules')
  return [module?.rules, module?.refusals].flatMap((known) => (isRefusals(known) ? known : []))
}

/** Loads the platforms of each wire, by its id. */
export async function loadPlatforms(
  folder: URL = ADAPTERS_FOLDER,
): Promise<ReadonlyMap<string, readonly Platform[]>> {
  const loaded = await Promise.all(
    wiresIn(folder).map(async (wire) => {
      const module = await loadModule(folder, wire, 'platforms')
      return [wire, isPlatforms(module?.platforms) ? module.platforms : []] as const
    }),
  )
  return new Map(loaded)
}

/** Loads the exports of a file in an adapter's folder. Returns undefined if the file does not exist. */
export async function loadModule(
  folder: URL,
  name: string,
  file: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const url = fileOf(folder, name, file)
  return url && import(url.href)
}

function fileOf(folder: URL, name: string, file: string): URL | undefined {
  const urls = EXTENSIONS.map((extension) => new URL(`${name}/${file}${extension}`, folder))
  return urls.find((url) => existsSync(url))
}

function isAdapter(value: unknown): value is Adapter {
  return typeof value === 'object' && value !== null && 'id' in value && 'codecs' in value
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function isVariants(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && isNames(Object.values(value))
}

function isPlatforms(value: unknown): value is readonly Platform[] {
  return Array.isArray(value)
}

function isRefusals(value: unknown): value is readonly KnownRefusal[] {
  return Array.isArray(value)
}

function isRules(value: unknown): value is readonly Rule[] {
  return Array.isArray(value)
}
