import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { describe } from 'vitest'
import { killedAtTheEnd } from './children.js'
import { freePort } from './free-port.js'
import { canRunPostgres, spawnPostgres } from './postgres-server.js'

if (!canRunPostgres)
  console.warn(
    'There is no PostgreSQL on this machine: what needs one is not tested (Debian: apt-get install postgresql).',
  )

/** Like vitest's `describe`. Without PostgreSQL its tests are skipped, and a line reports it. */
export function describeWithPostgres(name: string, body: () => void): void {
  describe.skipIf(!canRunPostgres)(name, body)
}

/** A server for a single test. */
export interface TestPostgres {
  /** Opens connections to the server. */
  pool(): Pool
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

/** Starts a server on a free port of this machine, with a temporary folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const port = await freePort()
  const { server, stop } = spawnPostgres(port)
  killedAtTheEnd(server)
  const pools: Pool[] = []
  const pool = () => {
    const made = new Pool({ host: '127.0.0.1', port, user: 'tester', database: 'postgres' })
    // If a test fails, the server ends before its clients.
    made.on('error', () => {})
    pools.push(made)
    return made
  }
  const first = pool()
  while ((await first.query('SELECT 1').catch(() => undefined)) === undefined) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`)
    await sleep(50)
  }
  return {
    pool,
    async close() {
      await Promise.all(pools.map((each) => each.end()))
      await stop()
    },
  }
}
