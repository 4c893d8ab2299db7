import { describe, expect, test } from 'vitest'
import { memoryStreams, stateStreams } from '../../src/chat/serve/index.js'
import { memoryState } from '../../src/tools/context/memory-state.js'

const stores = { memoryStreams: () => memoryStreams(), stateStreams: () => stateStreams(memoryState()) }

for (const [name, made] of Object.entries(stores))
  describe(name, () => {
    test('nothing is kept of a run that never began, and readers do not wait for it', async () => {
      const store = made()
      expect(await store.latest('chat')).toBeUndefined()
      expect(await store.read('run', 0)).toBeUndefined()
      await store.wait('run', 0, new AbortController().signal)
    })

    test('returns the events after a position, and none after a position beyond the end', async () => {
      const store = made()
      await store.begin('chat', 'run')
      await store.append('run', ['a', 'b'], false)
      await store.append('run', ['c'], true)
      expect(await store.read('run', 1)).toEqual({ frames: ['b', 'c'], isEnded: true })
      expect(await store.read('run', 9)).toEqual({ frames: [], isEnded: true })
    })

    test('a second run is the latest, and the first one is still read', async () => {
      const store = made()
      await store.begin('chat', 'one')
      await store.append('one', ['a'], true)
      await store.begin('chat', 'two')
      expect(await store.latest('chat')).toBe('two')
      expect(await store.read('one', 0)).toEqual({ frames: ['a'], isEnded: true })
      expect(await store.read('two', 0)).toEqual({ frames: [], isEnded: false })
    })
  })

describe('memoryStreams', () => {
  test('deletes ended runs and their streams when others begin, and keeps running ones', async () => {
    const store = memoryStreams({ keep: 0 })
    for (const run of ['ended', 'going']) await store.begin(`chat of ${run}`, run)
    await store.append('ended', ['a'], true)
    await store.begin('another chat', 'another')
    expect(await store.read('ended', 0)).toBeUndefined()
    expect(await store.latest('chat of ended')).toBeUndefined()
    expect(await store.latest('chat of going')).toBe('going')
  })

  test('data appended to a run that is not kept is dropped', async () => {
    const store = memoryStreams()
    await store.append('run', ['a'], false)
    expect(await store.read('run', 0)).toBeUndefined()
  })
})

describe('stateStreams', () => {
  test('another process continues a run at its position', async () => {
    const state = memoryState()
    const store = stateStreams(state)
    await store.begin('chat', 'run')
    await store.append('run', ['a'], false)
    const other = stateStreams(state)
    await other.append('run', ['b'], true)
    expect(await store.read('run', 0)).toEqual({ frames: ['a', 'b'], isEnded: true })
  })

  test('a run whose head the state forgot begins at its first frame', async () => {
    const store = stateStreams(memoryState())
    await store.append('run', ['a'], false)
    expect(await store.read('run', 0)).toEqual({ frames: ['a'], isEnded: false })
  })

  test('a run of which the state forgot a frame is not read in part', async () => {
    const state = memoryState()
    const get = async (key: string) => (key === 'run run 0' ? undefined : state.get(key))
    const store = stateStreams({ ...state, get })
    await store.begin('chat', 'run')
    await store.append('run', ['a', 'b'], true)
    expect(await store.read('run', 0)).toBeUndefined()
    expect(await store.read('run', 1)).toEqual({ frames: ['b'], isEnded: true })
  })
})
