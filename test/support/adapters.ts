import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { adapterName } from '../../scripts/adapter-name.mjs'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { createRegistry } from '../../src/translate/exchange/registry.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { adaptersFolder } from './project.js'

export interface LoadedAdapter {
  readonly wire: string
  readonly folder: string
  readonly adapter: Adapter
  readonly rules: readonly Rule[]
}

/** Returns the names of the folders in a folder. The list is empty if the folder does not exist. */
export function folders(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

async function load(wire: string): Promise<LoadedAdapter> {
  const folder = join(adaptersFolder, wire)
  const module: Readonly<Record<string, Adapter>> = await import(pathToFileURL(join(folder, 'index.ts')).href)
  return { wire, folder, adapter: adapterIn(module, wire), rules: await loadRules(folder) }
}

/** Returns the adapter of a module. Its name is the wire in camel case. */
function adapterIn(module: Readonly<Record<string, Adapter>>, wire: string): Adapter {
  const adapter = module[adapterName(wire)]
  if (adapter === undefined) throw new Error(`adapters/${wire} exports no adapter`)
  return adapter
}

async function loadRules(folder: string): Promise<readonly Rule[]> {
  const file = join(folder, 'rules.ts')
  if (!existsSync(file)) return []
  const module: { rules: readonly Rule[] } = await import(pathToFileURL(file).href)
  return module.rules
}

/** Every adapter of the project, found by listing `adapters/`. */
export const allAdapters: readonly LoadedAdapter[] = await Promise.all(folders(adaptersFolder).map(load))
/** Adapters of providers' wires. */
export const adapters = allAdapters.filter(({ adapter }) => !adapter.lacks.has('http'))
/** Adapters of formats that are not wires. */
export const formats = allAdapters.filter(({ adapter }) => adapter.lacks.has('http'))
export const registry = createRegistry(allAdapters.map(({ adapter }) => adapter))

/** Returns true if an adapter cannot encode. */
export function isReadOnly({ adapter }: LoadedAdapter): boolean {
  return adapter.codecs.readOnly === true
}

export function adapterOf(wire: string): LoadedAdapter {
  const found = allAdapters.find((adapter) => adapter.wire === wire)
  if (found === undefined) throw new Error(`no adapter ${wire}`)
  return found
}

/**
 * Tests that one of the two is made of the other's codecs, or both of the same, through their `family.ts`: such wires read each
 * other's frames. A relative that takes only how bodies are walked and tools are fitted has frames of its own.
 */
export function areRelated(one: LoadedAdapter, other: LoadedAdapter): boolean {
  return baseOf(one) === baseOf(other)
}

/** Returns the wire whose codecs make the adapter: its own, if it has a format of its own. */
function baseOf({ wire, folder }: LoadedAdapter): string {
  const [, base] = /'\.\.\/([\w-]+)\/family\.js'/.exec(textOf(folder, 'family.ts')) ?? []
  return base !== undefined && textOf(folder, 'stream.ts').includes("'./family.js'") ? base : wire
}

function textOf(folder: string, name: string): string {
  const file = join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
