// One agent at one repair over one other wire.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LAST_WORDS, startModel } from './model.mjs'
import { startCommand, startProxy } from './proxies.mjs'

const TIMEOUT = 180_000
const PROMPTS = [
  'The check fails: run `node check.js`, repair sum.js, and run it again.',
  'Run the check once more.',
]
const PROGRAM = {
  'work/sum.js': 'export const sum = (a, b) => a - b\n',
  'work/check.js':
    "import { sum } from './sum.js'\nif (sum(2, 3) !== 5) throw new Error('sum(2, 3) is not 5')\nconsole.log('check is fine')\n",
  'work/package.json': '{ "type": "module" }\n',
}

/**
 * Gives `failed`, why it is not done, or how many requests it took and what was `lost` and `changed`, by code of notices.
 * @param byCommand whether the proxy is that of the command line, whose log is then shown.
 * @param isFaulty whether the model refuses once, for a rate limit, and breaks off once.
 * @param isKept whether its home folder stays, with what the server was asked.
 */
export async function repairOver({ agent, variant, client, target, path }, { byCommand, isFaulty, isKept }) {
  const home = mkdtempSync(join(tmpdir(), 'toolwire-agent-'))
  const work = join(home, 'work')
  const model = await startModel(target, variant.tools ?? agent.tools, work, isFaulty)
  const proxy = await (byCommand ? startCommand : startProxy)(client.adapter, target.adapter, model.url)
  try {
    writeFiles(home, { ...PROGRAM, ...agent.files?.(proxy.url, variant) })
    const env = { PATH: path, HOME: home, ...agent.env?.(proxy.url, variant) }
    for (const [index, prompt] of PROMPTS.slice(0, agent.forgets ? 1 : undefined).entries()) {
      const command = agent.command({ ...variant, prompt, again: index > 0 })
      const failed = await failureOf(command, { cwd: work, env }, LAST_WORDS[index])
      const refusals = [...model.refused, ...proxy.refusals().filter((text) => !/ 429\b/.test(text))]
      if (failed !== undefined || refusals.length > 0)
        return { failed: [`prompt ${index + 1}`, refusals[0] ?? failed].join(': ') }
    }
    const isRepaired = readFileSync(join(work, 'sum.js'), 'utf8').includes('a + b')
    return isRepaired
      ? { requests: model.asked.length, ...proxy.notices() }
      : { failed: 'it is not repaired' }
  } finally {
    await proxy.close()
    await model.close()
    if (isKept) writeFiles(home, { 'asked.json': JSON.stringify(model.asked, null, 1) })
    if (isKept) console.log(home)
    else rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Nothing, when a command ends well and says these words. */
async function failureOf(command, options, words) {
  const { code, output } = await run(command, options)
  return code === 0 && output.includes(words) ? undefined : `exit ${code}: ${output.slice(-600)}`
}

function writeFiles(home, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
}

/** A group of its own, so that nothing that an agent started stays behind. */
async function run([program, ...args], options) {
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It is over.
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
