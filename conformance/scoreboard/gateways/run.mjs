// Starts an installed gateway with the played servers as its upstreams, and runs the conformance cases against it.
//     npm run build && node conformance/scoreboard/gateways/run.mjs litellm [options of `toolwire conformance`]
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GATEWAYS = ['litellm', 'bifrost', 'cliproxyapi']
const START_MS = 120_000

const [name, ...more] = process.argv.slice(2)
if (!GATEWAYS.includes(name)) {
  console.error(`name one of ${GATEWAYS.join(', ')}`)
  process.exit(2)
}
const { command, files, options, port } = await import(`./${name}.mjs`)
const url = `http://127.0.0.1:${port}`

const cwd = mkdtempSync(join(tmpdir(), `${name}-`))
for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text)
const [program, ...given] = command
const gateway = spawn(program, given, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
const stopped = new Promise((resolve) => {
  gateway.once('error', (error) => resolve(error.message))
  gateway.once('exit', (code) => resolve(`it ended with status ${code}`))
})
const reason = await Promise.race([stopped, answering()])
if (reason === undefined) process.exitCode = await conformance()
else {
  console.error(`${name} does not answer at ${url}: ${reason}. Its configuration is in ${cwd}`)
  process.exitCode = 2
}
gateway.kill()

/** Waits until the port answers, with any status. */
async function answering() {
  for (const end = Date.now() + START_MS; Date.now() < end; ) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer !== undefined) return undefined
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return `no answer within ${START_MS / 1000} seconds`
}

async function conformance() {
  const cli = join(import.meta.dirname, '../../../dist/cli.js')
  const argv = [cli, 'conformance', '--base-url', url, ...options, ...more]
  const child = spawn(process.execPath, argv, { stdio: 'inherit' })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
