import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '../support/project.js'
import { runCli } from '../support/run-cli.js'

const guide = readFileSync(join(projectRoot, 'docs/conformance.md'), 'utf8')
const adapters = new URL('../../adapters/', import.meta.url)
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill()
})

/** Returns the code of a section of the guide, by language. */
function blocksOf(section: string): ReadonlyMap<string, string> {
  const [, text = ''] = guide.split(`### ${section}\n`)
  const blocks = [...(text.split('\n### ')[0] ?? '').matchAll(/```(\w+)\n([^`]*)```/g)]
  return new Map(blocks.map(([, language = '', code = '']) => [language, code]))
}

/** Splits a command of a shell into its words. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return String(typeof address === 'object' ? address?.port : address)
}

/** Waits until the gateway answers. */
async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await fetch(url).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no answer of ${url}`)
}

interface Result {
  readonly id: string
  readonly state: string
  readonly reasons: readonly string[]
}

/** Runs the commands of a section, on free ports. @returns the results of a few topics. */
async function resultsOf(section: string, { language, file, name, port }: Record<string, string>) {
  const [own, servers] = [await freePort(), await freePort()]
  const moved = (text = '') => text.replaceAll('8790', servers).replaceAll(port ?? '', own)
  const blocks = blocksOf(section)
  const cwd = mkdtempSync(join(tmpdir(), 'adopter-'))
  writeFileSync(join(cwd, file ?? ''), moved(blocks.get(language ?? '')))
  const [start = '', run = ''] = moved(blocks.get('sh')).replaceAll('\\\n', ' ').trim().split('\n')
  const [program, ...given] = wordsOf(start)
  const [npx, toolwire, ...argv] = wordsOf(run)
  expect([program, given.at(-1), npx, toolwire]).toEqual([name, '&', 'npx', 'toolwire'])
  const script = join(import.meta.dirname, `gateways/${name}.mjs`)
  children.push(spawn(process.execPath, [script, ...given.slice(0, -1)], { cwd, stdio: 'ignore' }))
  await answering(`http://127.0.0.1:${own}`)
  const json = join(cwd, 'results.json')
  const only = ['--only', 'parallel/*', 'errors/*', 'ends/*']
  await runCli([...argv, '--port', servers, '--json', json, ...only], '', { adapters })
  const report: { results: readonly Result[] } = JSON.parse(readFileSync(json, 'utf8'))
  return report.results
}

const PYTHON = { language: 'yaml', file: 'config.yaml', name: 'litellm', port: '4000' }
const GO = { language: 'json', file: 'config.json', name: 'bifrost-http', port: '8080' }

test.each([
  ['A proxy in Python', PYTHON],
  ['A gateway in Go', GO],
])('the commands of "%s" lead to a report', { timeout: 60_000 }, async (section, gateway) => {
  const results = await resultsOf(section, gateway)
  const count = (state: string) => results.filter((result) => result.state === state).length
  expect(count('passed')).toBeGreaterThan(10)
  expect(count('failed')).toBeGreaterThan(0)
  const reasons = results.filter(({ state }) => state === 'failed').map((result) => result.reasons.join())
  expect(reasons.filter((reason) => reason.includes('no answer of the proxy'))).toEqual([])
})
