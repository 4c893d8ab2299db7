import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FactSource, FactSources } from '../src/codec/wire/fact-sources.js'
import type { ProfileSources } from '../src/codec/wire/limit-sources.js'
import { allAdapters, folders } from './support/adapters.js'
import { fixturesFolder } from './support/exchanges.js'

/** Wires of providers, with HTTP or sockets. */
const wires = allAdapters.filter(
  ({ folder, adapter }) => !adapter.lacks.has('http') || existsSync(join(folder, 'rules/shapes.ts')),
)

const ADDRESS = /^https:\/\/\S+$|^(?:@[\w-]+\/)?[\w-]+ \d+\.\d+(?:, .+)?$/

/** The kinds of sources. */
const KINDS = ['bytes', 'documentation', 'library', 'thread']

function expectSource({ seen, at }: FactSource): void {
  expect(KINDS).toContain(seen)
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

/** Limits that are tables with sources of their own: settings, and the profiles with their choice. */
const TABLES = /^(?:settingRanges|profile|unknownHost)/

test.each(wires)('each limit of $wire has a source, or the mark unverified', async ({ folder, adapter }) => {
  const { sources }: { sources: FactSources } = await import(join(folder, 'sources.ts'))
  const names = Object.keys(adapter.codecs.limits).filter((name) => !TABLES.test(name))
  expect(Object.keys(sources.ownLimits).sort()).toEqual(names.sort())
  for (const { seen, at } of Object.values(sources.ownLimits))
    if (seen === 'unverified') expect(at).toEqual([])
    else expectSource({ seen, at })
})

interface VendorSources {
  readonly vendorSources: Readonly<Record<string, ProfileSources>>
}

/** Returns the sources of the profiles of vendors; none if the wire has no such profiles. */
async function vendorsOf(folder: string): Promise<VendorSources['vendorSources']> {
  if (!existsSync(join(folder, 'vendor-sources.ts'))) return {}
  const { vendorSources }: VendorSources = await import(join(folder, 'vendor-sources.ts'))
  return vendorSources
}

describe.each(wires)('profiles of $wire', ({ folder, adapter }) => {
  test('have a source for each limit, or the mark unverified', async () => {
    const { sources }: { sources: FactSources } = await import(join(folder, 'sources.ts'))
    const vendors = Object.entries(await vendorsOf(folder)).map(
      ([name, { limits }]) => [name, limits] as const,
    )
    const found = Object.fromEntries([...vendors, ...Object.entries(sources.profiles ?? {})])
    const profiles = Object.entries(adapter.codecs.limits.profiles ?? {})
    expect(Object.keys(found).sort()).toEqual(profiles.map(([name]) => name).sort())
    for (const [name, profile] of profiles)
      expect(Object.keys(found[name] ?? {}).sort(), name).toEqual(Object.keys(profile).sort())
    for (const { seen, at } of Object.values(found).flatMap((limits) => Object.values(limits)))
      if (seen === 'unverified') expect(at).toEqual([])
      else expectSource({ seen, at })
  })

  test('of vendors have the day on which their sources were read', async () => {
    for (const { date } of Object.values(await vendorsOf(folder))) expect(date).toMatch(/^2026-\d\d-\d\d$/)
  })
})
