import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { KnownRefusal } from '../../src/index.js'
import { adapterOf } from './adapters.js'

/** Loads the refusals of a wire. */
export async function refusalsFor(wire: string): Promise<readonly KnownRefusal[]> {
  const module: unknown = await import(pathToFileURL(join(adapterOf(wire).folder, 'rules.ts')).href)
  if (typeof module !== 'object' || module === null || !('refusals' in module)) return []
  const { refusals } = module
  return isList(refusals) ? refusals : []
}

function isList(value: unknown): value is readonly KnownRefusal[] {
  return Array.isArray(value)
}
