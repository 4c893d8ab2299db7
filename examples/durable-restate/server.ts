import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.js'
import { owned } from '../durable-parts/survival.js'

/** Starts a Restate server on free ports, with a temporary folder. */
export async function startRestate() {
  const [ingress, admin, node] = await Promise.all([freePort(), freePort(), freePort()])
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-restate-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const settings = {
    RESTATE_BASE_DIR: folder,
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_BIND_PORT: String(node),
    RESTATE_INGRESS__BIND_PORT: String(ingress),
    RESTATE_ADMIN__BIND_PORT: String(admin),
    RESTATE_DEFAULT_NUM_PARTITIONS: '1',
    RESTATE_DISABLE_TELEMETRY: 'true',
    // The server looks up its newest version.
    RESTATE_LOG_FILTER: 'error,octocrab=off',
  }
  const server = owned(
    spawn(binary(), ['--no-logo'], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const urls = { ingress: `http://127.0.0.1:${ingress}`, admin: `http://127.0.0.1:${admin}` }
  for (const url of [`${urls.admin}/health`, `${urls.ingress}/restate/health`])
    while (!(await isHealthy(url))) {
      if (server.exitCode !== null) throw new Error(`Restate ended with ${server.exitCode}.`)
      await sleep(50)
    }
  return urls
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Returns the path of the server. The launcher of its package would outlive a kill. */
function binary(): string {
  const { resolve } = createRequire(import.meta.url)
  const launcher = createRequire(resolve('@restatedev/restate-server/package.json'))
  return launcher.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`)
}
