import { existsSync, readdirSync } from 'node:fs'
import type { Adapter } from '../adapter/define.js'
import type { Rule } from '../adapter/rule.js'
import { createRegistry, type Registry } from '../exchange/registry.js'
import { unknownWire } from '../exchange/unknown-wire.js'

/** `adapters/` beside the folder that this code was compiled to. */
export const ADAPTERS_FOLDER = new URL('../../adapters/', import.meta.url)

/** Compiled code is `.js`; tests run the sources. */
const EXTENSIONS = ['.js', '.ts']

/** Every adapter of a folder: each subfolder with an index whose default export is one. */
export async function loadRegistry(folder: URL = ADAPTERS_FOLDER): Promise<Registry> {
  const wires = wiresIn(folder)
  const [adapters, names] = await Promise.all([
    Promise.all(wires.map((name) => loadAdapter(folder, name))),
    Promise.all(wires.map((name) => loadNames(name, folder))),
  ])
  const registry = createRegistry(adapters.filter((adapter) => adapter !== undefined))
  return withNames(registry, new Map(wires.map((wire, index) => [wire, names[index] ?? []])))
}

/** What a wire is called for short; nothing when its folder does not say. */
export async function loadNames(wire: string, folder: URL = ADAPTERS_FOLDER): Promise<readonly string[]> {
  const module = await loadModule(folder, wire, 'names')
  return isNames(module?.names) ? module.names : []
}

/** The same adapters, also found by their short names. */
function withNames(registry: Registry, names: ReadonlyMap<string, readonly string[]>): Registry {
  const ids = new Map(
    registry.adapters.flatMap(({ id }) => [id, ...(names.get(id) ?? [])].map((name) => [name, id])),
  )
  return {
    ...registry,
    get(name) {
      const id = ids.get(name)
      if (id !== undefined) return registry.get(id)
      throw unknownWire(
        name,
        registry.adapters.map((adapter) => [adapter.id, ...(names.get(adapter.id) ?? [])]),
      )
    },
  }
}

/** The wires of a folder, without loading their adapters: a wire's folder has its name. */
export function wiresIn(folder: URL): readonly string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

async function loadAdapter(folder: URL, name: string): Promise<Adapter | undefined> {
  const module = await loadModule(folder, name, 'index')
  return isAdapter(module?.default) ? module.default : undefined
}

/** The acceptance rules of one wire; none when its folder has no rules. */
export async function loadRules(wire: string, folder: URL = ADAPTERS_FOLDER): Promise<readonly Rule[]> {
  const module = await loadModule(folder, wire, 'rules')
  return isRules(module?.rules) ? module.rules : []
}

async function loadModule(
  folder: URL,
  name: string,
  file: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const extension of EXTENSIONS) {
    const url = new URL(`${name}/${file}${extension}`, folder)
    if (existsSync(url)) return import(url.href)
  }
  return undefined
}

function isAdapter(value: unknown): value is Adapter {
  return typeof value === 'object' && value !== null && 'id' in value && 'codecs' in value
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function isRules(value: unknown): value is readonly Rule[] {
  return Array.isArray(value)
}
