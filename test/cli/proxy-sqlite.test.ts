import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { OpenStates } from '../../src/cli/proxy/proxy-state.js'
import { SqliteStore } from '../support/keyv-stores.js'
import { temporaryFolder } from '../support/replay.js'

// Keyv's package for SQLite must be compiled. It is replaced by one that runs everywhere.
vi.mock('@keyv/sqlite', () => ({
  default: class extends SqliteStore {
    constructor(url: string) {
      super(url.replace('sqlite://', ''))
    }
  },
}))

test('a state in SQLite is found by the next process, and opened once', async () => {
  const url = `sqlite://${join(temporaryFolder(), 'state.sqlite')}`
  const first = new OpenStates()
  const state = await first.open(url, 60_000)
  await state.set('key', 'a text')
  expect(await (await first.open(url, 60_000)).get('key')).toBe('a text')
  expect(await first.open(url, 60_000)).toBe(state)
  expect(await first.open(url, 50_000)).not.toBe(state)
  await first.close()
  const second = new OpenStates()
  expect(await (await second.open(url, 60_000)).get('key')).toBe('a text')
  await second.close()
})

test('a state that cannot be opened is tried anew', async () => {
  const states = new OpenStates()
  await expect(states.open('nothing://x', undefined)).rejects.toThrow('has to begin with')
  await expect(states.open('nothing://x', undefined)).rejects.toThrow('has to begin with')
  await states.close()
})
