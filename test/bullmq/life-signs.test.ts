import { expect, test } from 'vitest'
import { LifeSigns } from '../../src/tools/queue/life-signs.js'
import { ShutDown } from '../../src/tools/queue/queue-errors.js'

test('a call that arrives while its worker ends is stopped before it begins', async () => {
  const calls = { signOf: (owner: string) => owner, beat: async () => ['0'] as const }
  const heartbeat = { add() {}, remove() {}, turn() {} }
  const lifeSigns = new LifeSigns(calls, { extendJobLocks: async () => [] }, 30_000, heartbeat)
  const running = () => ({ key: 'call', owner: 'run', keep: 1000, stop: new AbortController() })
  const [before, after] = [running(), running()]
  await lifeSigns.show(before, async () => {
    expect(before.stop.signal.aborted).toBe(false)
    lifeSigns.stopAll()
    expect(before.stop.signal.reason).toBeInstanceOf(ShutDown)
  })
  await lifeSigns.show(after, async () => expect(after.stop.signal.reason).toBeInstanceOf(ShutDown))
})
