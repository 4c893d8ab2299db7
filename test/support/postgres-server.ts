import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian installs the server's programs outside of the usual path. */
const DEBIAN = '/usr/lib/postgresql'
const folders = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
const [programs] = [...folders, ''].filter(
  (folder) => spawnSync(join(folder, 'initdb'), ['--version']).status === 0,
)
/** The server refuses to run as root. Debian creates a user for it. */
const user = process.getuid?.() === 0 ? userOf('postgres') : {}
/** True if this machine has PostgreSQL, and a user that may run it. */
export const canRunPostgres = programs !== undefined && user !== undefined

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

interface PostgresProcess {
  readonly server: ChildProcess
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

/** Starts a server with the user `tester`, the database `postgres` and a temporary folder. */
export function spawnPostgres(port: number): PostgresProcess {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-postgres-'))
  if (user?.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const settings = { cwd: folder, stdio: 'ignore', ...user } as const
  execFileSync(
    join(programs ?? '', 'initdb'),
    ['-D', data, '-U', 'tester', '-A', 'trust', '--no-sync'],
    settings,
  )
  const place = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F']
  const server = spawn(join(programs ?? '', 'postgres'), ['-D', data, ...place], settings)
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  return {
    server,
    async stop() {
      server.kill('SIGQUIT')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
