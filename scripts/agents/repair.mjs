// Runs one agent in one scenario over one other wire.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startModel } from './model.mjs'
import { startCommand, startProxy } from './proxies.mjs'

/** A server with a tool that agents must find. */
const SHELF = fileURLToPath(new URL('shelf.mjs', import.meta.url))
const TIMEOUT = Number(process.env.AGENT_TIMEOUT ?? 180_000)
/** The files of the program that agents repair. */
export const PROGRAM = {
  'work/sum.js': 'export const sum = (a, b) => a - b\n',
  'work/check.js':
    "import { sum } from './sum.js'\nif (sum(2, 3) !== 5) throw new Error('sum(2, 3) is not 5')\nconsole.log('check is fine')\n",
  'work/package.json': '{ "type": "module" }\n',
}

/**
 * Returns `failed` with the reason of a failure, or the number of requests with the `lost` and `changed`
 * notices by code.
 * @param byCommand true to use the command-line proxy, whose log is then shown.
 * @param isKept true to keep its home folder, with the requests to the server.
 */
export async function repairOver(
  { agent, variant, scenario, scenarioName, client, target, path },
  { byCommand, isKept },
) {
  const home = mkdtempSync(join(tmpdir(), 'toolwire-agent-'))
  const work = join(home, 'work')
  const set = { ...variant, ...(scenario.needs === 'search' && { shelf: SHELF }) }
  const steps = scenario.steps(variant.tools ?? agent.tools, work, { ...agent, ...variant })
  const model = await startModel(target, { steps, faults: scenario.faults })
  const proxy = await (byCommand ? startCommand : startProxy)(client.adapter, target, model.url)
  const told = () => ({
    requests: model.asked.length,
    ...(model.refused.length > 0 && { refused: model.refused }),
    ...proxy.notices(),
  })
  try {
    writeFiles(home, { ...PROGRAM, ...agent.files?.(proxy.url, set) })
    const env = { PATH: path, HOME: home, ...agent.env?.(proxy.url, set) }
    const prompts = scenario.prompts(agent).slice(0, agent.forgets ? 1 : undefined)
    for (const [index, [prompt, words]] of prompts.entries()) {
      const command = agent.command({ ...set, prompt, again: index > 0 })
      const end = await run(command, { cwd: work, env })
      const lastWords = agent.givesUp?.[scenarioName]
      if (lastWords !== undefined && end.output.includes(lastWords)) return { ...told(), givesUp: true }
      const failed = failureOf(end, words)
      // The proxy fixes requests after a refusal of a server, and remembers the fix.
      const refused = target.strict ? repeated(model.refused) : model.refused
      const refusals = [...refused, ...proxy.refusals().filter((text) => !/ 429\b/.test(text))]
      if (failed !== undefined || refusals.length > 0)
        return { failed: [`prompt ${index + 1}`, refusals[0] ?? failed].join(': ') }
    }
    if (scenario.isSummarized && !model.isSummarized()) return { failed: 'no summary came back' }
    return scenario.isDone?.(work) === false ? { failed: 'the work is not done' } : told()
  } finally {
    await proxy.close()
    await model.close()
    if (isKept) writeFiles(home, { 'asked.json': JSON.stringify(model.asked, null, 1) })
    if (isKept) console.log(home)
    else rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the refusals that occur twice, regardless of numbers. */
function repeated(refusals) {
  const reasons = refusals.map((text) => text.replaceAll(/\d+/g, '0'))
  return refusals.filter((_text, index) => reasons.indexOf(reasons[index]) < index)
}

/** Returns undefined if a command succeeded and printed these words. */
function failureOf({ code, output }, words) {
  return code === 0 && output.includes(words) ? undefined : `exit ${code}: ${output.slice(-600)}`
}

export function writeFiles(home, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
}

/** Runs a program in a separate process group, so that all processes of an agent can be ended. */
export async function run([program, ...args], options) {
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
  const timer = setTimeout(end, TIMEOUT)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  end()
  return { code: code ?? signal, output }
}
