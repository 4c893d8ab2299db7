import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FactSource, FactSources } from '../src/codec/wire/fact-sources.js'
import { allAdapters, folders } from './support/adapters.js'
import { fixturesFolder } from './support/exchanges.js'

/** Wires of providers, with HTTP or sockets. */
const wires = allAdapters.filter(
  ({ folder, adapter }) => !adapter.lacks.has('http') || existsSync(join(folder, 'rules/shapes.ts')),
)

const ADDRESS = /^https:\/\/\S+$|^(?:@[\w-]+\/)?[\w-]+ \d+\.\d+(?:, .+)?$/

function expectSource({ seen, at }: FactSource): void {
  expect(['bytes', 'documentation', 'library']).toContain(seen)
  expect(at.length).toBeGreaterThan(0)
  for (const address of at) expect(address).toMatch(ADDRESS)
}

/** Returns the streams of the fixtures of a wire. */
function streamsOf(wire: string): string[] {
  const folder = join(fixturesFolder, wire)
  return folders(folder).flatMap((name) =>
    ['stream.sse', 'stream.ndjson']
      .map((file) => join(folder, name, file))
      .filter(existsSync)
      .map((file) => readFileSync(file, 'utf8')),
  )
}

describe.each(wires)('$wire', ({ wire, folder, adapter }) => {
  const load = async () => {
    const { sources }: { sources: FactSources } = await import(join(folder, 'sources.ts'))
    return sources
  }

  test('has sources of its streams, headers, errors and limits', async () => {
    const { stream, headers, errors, limits } = await load()
    for (const source of [stream, headers, limits]) expectSource(source)
    // Statuses are facts of HTTP.
    expect(errors !== undefined).toBe(!adapter.lacks.has('http'))
    if (errors !== undefined) expectSource(errors)
  })

  test('has a fixture whose stream begins and ends as a recording does', async () => {
    const { begins, ends } = (await load()).stream
    const streams = streamsOf(wire)
    expect(streams.length).toBeGreaterThan(0)
    expect(streams.filter((stream) => begins.test(stream) && ends.test(stream))).not.toEqual([])
  })
})
