import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JsonObject } from '../../../src/base/json/json-types.js'
import { adapters } from '../adapters.js'
import type { NativeCall, NativeReader, NativeResult, NativeTurn, NativeView } from './view.js'

async function load(wire: string): Promise<[string, NativeReader][]> {
  const file = join(import.meta.dirname, `${wire}.ts`)
  if (!existsSync(file)) return []
  const module: { read: NativeReader } = await import(pathToFileURL(file).href)
  return [[wire, module.read]]
}

const readers = new Map((await Promise.all(adapters.map(({ wire }) => load(wire)))).flat())

/** Returns the content of a native request, or undefined for a wire without a reader. */
export function viewOf(wire: string, request: JsonObject): NativeView | undefined {
  return readers.get(wire)?.(request)
}

/**
 * Returns the faults that the provider would reject: pairing, order, uniqueness, characters, and rules of the
 * wire.
 */
export function faultsOf(view: NativeView): string[] {
  const { turns, tools, limits, faults } = view
  const calls = turns.flatMap(callsOf)
  return [
    ...faults,
    ...calls.filter(({ name }) => !limits.name.test(name)).map(({ name }) => `call of "${name}"`),
    ...calls.filter(({ id }) => id !== undefined && !limits.id.test(id)).map(({ id }) => `call id "${id}"`),
    ...repeated(calls.flatMap(({ id }) => id ?? [])).map((id) => `two calls have the id "${id}"`),
    ...tools.filter((name) => name !== '' && !limits.name.test(name)).map((name) => `tool "${name}"`),
    ...repeated(tools.filter((name) => name !== '')).map((name) => `two tools are named "${name}"`),
    ...turns.flatMap((turn, index) => pairingFaults(turn, turns.slice(index + 1), limits.resultsAtOnce)),
    ...strayResults(turns),
  ]
}

export function callsOf({ items }: NativeTurn): NativeCall[] {
  return items.filter((item) => item.type === 'call')
}

export function resultsOf({ items }: NativeTurn): NativeResult[] {
  return items.filter((item) => item.type === 'result')
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

/**
 * Checks that every call of a turn has one result with its name in the next turn (or later, if the wire
 * allows it).
 */
function pairingFaults(turn: NativeTurn, later: readonly NativeTurn[], atOnce: boolean): string[] {
  const calls = callsOf(turn)
  if (calls.length === 0) return []
  const results = (atOnce ? later.slice(0, 1) : later).flatMap(resultsOf)
  const byOrder = results.every(({ id }) => id === undefined)
  if (byOrder) {
    const same =
      calls.length === results.length && calls.every(({ name }, at) => (results[at]?.name ?? name) === name)
    return same
      ? []
      : [
          `calls of ${calls.map(({ name }) => name).join()} answered by ${results.map(({ name }) => name).join()}`,
        ]
  }
  return calls.flatMap(({ id, name }) => {
    const own = results.filter((result) => result.id === id)
    const misnamed = own.some((result) => result.name !== undefined && result.name !== name)
    return [
      ...(own.length === 1 ? [] : [`the call "${id}" has ${own.length} results`]),
      ...(misnamed ? [`the result of "${id}" bears another name`] : []),
    ]
  })
}

function strayResults(turns: readonly NativeTurn[]): string[] {
  const called = new Set<string>()
  return turns.flatMap((turn) => {
    for (const { id } of callsOf(turn)) if (id !== undefined) called.add(id)
    return resultsOf(turn).flatMap(({ id }) =>
      id === undefined || called.has(id) ? [] : [`no call before the result of "${id}"`],
    )
  })
}
