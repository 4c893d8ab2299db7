// Usage: node check.js
import { strictEqual } from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../test/support/free-port.js'
import { canRunPostgres, spawnPostgres } from '../../test/support/postgres-server.js'
import { checkSurvival, owned, startProgram } from '../durable-parts/survival.js'

const main = new URL('./main.js', import.meta.url)
let program: ChildProcess

if (canRunPostgres) await check()
else console.log('DBOS: skipped, PostgreSQL is missing (Debian: apt-get install postgresql).')

async function check(): Promise<void> {
  const port = await freePort()
  const { server, stop } = spawnPostgres(port)
  owned(server)
  while (!(await accepts(port))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`)
    await sleep(50)
  }
  const DBOS_SYSTEM_DATABASE_URL = `postgresql://tester@127.0.0.1:${port}/dbos`
  await checkSurvival({
    name: 'DBOS',
    start(folder, fatalTurn = 0) {
      program = startProgram(main, [folder, String(fatalTurn)], { DBOS_SYSTEM_DATABASE_URL })
      return program
    },
    async conversation(folder) {
      const [status] = await once(program, 'exit')
      strictEqual(status, 0)
      return JSON.parse(readFileSync(join(folder, 'conversation.json'), 'utf8'))
    },
  })
  await stop()
}

/** Returns true if the server accepts clients. */
async function accepts(port: number): Promise<boolean> {
  const client = new Client({ host: '127.0.0.1', port, user: 'tester', database: 'postgres' })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
