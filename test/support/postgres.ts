import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { describe } from 'vitest'
import { killedAtTheEnd } from './children.js'
import { freePort } from './free-port.js'

/** Debian installs the server's programs outside of the usual path. */
const DEBIAN = '/usr/lib/postgresql'
const folders = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
const [programs] = [...folders, ''].filter(
  (folder) => spawnSync(join(folder, 'initdb'), ['--version']).status === 0,
)
/** The server refuses to run as root. Debian creates a user for it. */
const user = process.getuid?.() === 0 ? userOf('postgres') : {}
const canRun = programs !== undefined && user !== undefined
if (!canRun)
  console.warn(
    'There is no PostgreSQL on this machine: what needs one is not tested (Debian: apt-get install postgresql).',
  )

/** Like vitest's `describe`. Without PostgreSQL its tests are skipped, and a line reports it. */
export function describeWithPostgres(name: string, body: () => void): void {
  describe.skipIf(!canRun)(name, body)
}

interface SystemUser {
  readonly uid?: number
  readonly gid?: number
}

function userOf(name: string): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, name], { encoding: 'utf8' }))
  return uid?.status === 0 && gid?.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined
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
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-postgres-'))
  if (user?.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const settings = { cwd: folder, stdio: 'ignore', ...user } as const
  execFileSync(
    join(programs ?? '', 'initdb'),
    ['-D', data, '-U', 'tester', '-A', 'trust', '--no-sync'],
    settings,
  )
  const port = await freePort()
  const place = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F']
  const server = killedAtTheEnd(spawn(join(programs ?? '', 'postgres'), ['-D', data, ...place], settings))
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
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
      server.kill('SIGQUIT')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
