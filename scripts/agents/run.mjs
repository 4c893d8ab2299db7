// Lets real agents work through the proxy over each other wire: see README.md.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createProxy } from '../../dist/src/proxy/index.js'
import { serveFetch } from '../../dist/src/replay/server.js'
import { agents } from './agents.mjs'
import { startModel } from './model.mjs'

const TIMEOUT = 180_000
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string', multiple: true } },
})
const folder = process.env.AGENTS_FOLDER ?? join(tmpdir(), 'toolwire-agents')
const wires = new Map()
for (const wire of readdirSync('dist/adapters')) {
  const { default: adapter } = await import(`../../dist/adapters/${wire}/index.js`)
  if (!adapter.lacks.has('http')) wires.set(wire, adapter)
}
let failed = 0
for (const [name, agent] of Object.entries(agents)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const bin = install(name, agent)
  for (const [to, target] of wires) {
    if (to === agent.wire || (values.to && !values.to.includes(to))) continue
    const outcome = await runOne(agent, bin, target)
    if (!outcome.isGood) failed += 1
    console.log(`${name} (${agent.wire}) over ${to}: ${outcome.text}`)
  }
}
process.exit(failed > 0 ? 1 : 0)

/** Gives the folder of its commands. */
function install(name, { package: id, version }) {
  const place = join(folder, `${name}-${version}`)
  const bin = join(place, 'node_modules', '.bin')
  if (existsSync(bin)) return bin
  mkdirSync(place, { recursive: true })
  execFileSync('npm', ['install', '--prefix', place, '--no-audit', '--no-fund', `${id}@${version}`], {
    stdio: 'inherit',
  })
  return bin
}

async function runOne(agent, bin, target) {
  const model = await startModel(target)
  const told = []
  const { fetch } = createProxy({
    routes: [
      {
        from: wires.get(agent.wire),
        to: { adapter: target, url: model.url, model: 'script', maxOutputTokens: 4096 },
      },
    ],
    onAnswered: (one) => told.push(one),
  })
  const server = await serveFetch((input, init) => fetch(new Request(input, init)))
  try {
    const { code, home, output } = await runAgent(agent, bin, server.url)
    const isRepaired = readFileSync(join(home, 'work/sum.js'), 'utf8').includes('a + b')
    const failures = told.filter(({ status }) => status >= 400)
    const isGood = code === 0 && isRepaired && output.includes('Done: sum.js adds now.')
    const refusals = failures.map(({ path, status, error }) => `${path} ${status} ${error}`).join('; ')
    return {
      isGood,
      text: isGood
        ? `repaired in ${told.length} requests`
        : `exit ${code}, repaired: ${isRepaired}; ${refusals}; ${output.slice(-400)}`,
    }
  } finally {
    await server.close()
    await model.close()
  }
}

async function runAgent({ env, files, command: [program, ...args] }, bin, base) {
  const home = mkdtempSync(join(tmpdir(), 'toolwire-agent-'))
  const put = (path, text) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  for (const [path, text] of Object.entries(files(base))) put(path, text)
  put('work/sum.js', 'export const sum = (a, b) => a - b\n')
  put(
    'work/check.js',
    "import { sum } from './sum.js'\nif (sum(2, 3) !== 5) process.exit(1)\nconsole.log('fine')\n",
  )
  put('work/package.json', '{"type":"module"}\n')
  const child = spawn(join(bin, program), args, {
    cwd: join(home, 'work'),
    env: { PATH: process.env.PATH, HOME: home, ...env(base) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(child, 'exit')
  return { code, home, output }
}
