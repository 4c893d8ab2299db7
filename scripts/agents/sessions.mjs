// Converts sessions between agents, and resumes them: `npm run agents -- --sessions`. Each agent repairs a program and
// stops. Its session is converted for each other agent, which continues it at a server that enforces the rules of its wire.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveFetch } from '../../build/src/traffic/replay/server.js'
import { lint } from '../../build/src/translate/lint/lint-request.js'
import { agents } from './agents.mjs'
import { startModel, told } from './model.mjs'
import { PROGRAM, run, writeFiles } from './repair.mjs'
import { LAST_WORDS, scenarios } from './scenarios.mjs'

/** The agents, with the wire at which each runs, the file of its session, and the command that resumes it. */
const SESSIONS = {
  'claude-code': {
    wire: 'anthropic-messages',
    find: (home) => fileIn(join(home, '.claude/projects'), /\.jsonl$/),
    resume: (id, prompt) => insert(agents['claude-code'].command({ prompt }), 3, ['--resume', id]),
  },
  codex: {
    wire: 'openai-responses',
    model: 'gpt-5.5',
    find: (home) => fileIn(join(home, '.codex/sessions'), /^rollout-.*\.jsonl$/),
    resume: (id, prompt) => [
      ...agents.codex.command({ prompt, again: false }).slice(0, -1),
      'resume',
      id,
      prompt,
    ],
  },
  opencode: {
    wire: 'openai-chat',
    find(home, env) {
      const file = join(home, 'export.json')
      const options = { env, cwd: join(home, 'work'), encoding: 'utf8', maxBuffer: 1 << 26 }
      const [id] = /ses_\w+/.exec(execFileSync('opencode', ['session', 'list'], options))
      writeFileSync(
        file,
        execFileSync('opencode', ['export', id], { ...options, stdio: ['ignore', 'pipe', 'ignore'] }),
      )
      return file
    },
    resume: (id, prompt) => insert(agents.opencode.command({ prompt, again: false }), 2, ['--session', id]),
  },
}

/**
 * Runs all pairs of the chosen agents, and returns the number of failures.
 * @param paths the command search path of each agent.
 */
export async function resumeAll(wires, paths) {
  const chosen = Object.keys(SESSIONS).filter((name) => paths.has(name))
  let failed = 0
  for (const from of chosen) {
    const source = await recorded(from, wires, paths.get(from))
    for (const to of chosen.filter((name) => name !== from)) {
      const outcome = await resumed(source, to, wires, paths.get(to))
      if (outcome !== undefined) failed += 1
      console.log(`${from} to ${to}: ${outcome === undefined ? 'resumed' : `FAILED: ${outcome}`}`)
    }
    rmSync(source.home, { recursive: true, force: true, maxRetries: 5 })
  }
  return failed
}

/** Lets an agent repair the program at its own provider. Returns its session. */
async function recorded(name, wires, path) {
  const { wire, model, find } = SESSIONS[name]
  const { home, agent, set } = placeFor(name, wire, model)
  const steps = scenarios.repair.steps(set.tools ?? agent.tools, join(home, 'work'), agent).slice(0, 4)
  const server = await startModel(wires.get(wire), { steps })
  const env = settle(home, agent, set, server.url, path)
  const [[prompt]] = scenarios.repair.prompts(agent)
  const { code, output } = await run(agent.command({ ...set, prompt, again: false }), {
    cwd: join(home, 'work'),
    env,
  })
  await server.close()
  if (code !== 0 || !output.includes(LAST_WORDS[0]))
    throw new Error(`${name}: exit ${code}: ${output.slice(-600)}`)
  return { home, prompt, file: find(home, env) }
}

/** Converts a session, and lets the other agent continue it. Returns the reason of a failure. */
async function resumed({ file, prompt: first }, name, wires, path) {
  const { wire, model, resume } = SESSIONS[name]
  const { home, agent, set } = placeFor(name, wire, model)
  const work = join(home, 'work')
  const server = await startChecker(wires.get(wire), (set.tools ?? agent.tools).run('node check.js'))
  try {
    const env = settle(home, agent, set, server.url, path)
    writeFiles(home, { 'work/sum.js': 'export const sum = (a, b) => a + b\n' })
    const output = join(home, 'session.json')
    const isImported = name === 'opencode'
    const place = isImported ? ['--output', output] : ['--install']
    const toolwire = [process.execPath, 'dist/cli.js', 'session', 'convert', file]
    const converted = await run([...toolwire, '--to', name, '--folder', work, ...place], { env })
    if (converted.code !== 0) return converted.output
    const [, id] = /(?:--resume|resume|--session) (\S+)\s*$/.exec(converted.output)
    if (isImported) {
      const imported = await run(['opencode', 'import', output], { cwd: work, env })
      if (imported.code !== 0) return imported.output
    }
    const { code, output: said } = await run(resume(id, 'Run the check once more.'), { cwd: work, env })
    const sent = JSON.stringify(server.asked)
    if (server.refused.length > 0) return server.refused[0]
    if (code !== 0 || !said.includes(LAST_WORDS[1])) return `exit ${code}: ${said.slice(-600)}`
    const missing = [first, 'check is fine', LAST_WORDS[0], 'a - b'].filter((text) => !sent.includes(text))
    return missing.length > 0 ? `the history lacks ${missing.join(', ')}` : undefined
  } finally {
    await server.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

function placeFor(name, wire, model) {
  const agent = agents[name]
  const set = agent.variants.find((one) => one.wire === wire && (model === undefined || one.model === model))
  return { home: mkdtempSync(join(tmpdir(), 'toolwire-session-')), agent, set }
}

/** Writes the program and the agent's settings. Returns its environment. */
function settle(home, agent, set, url, path) {
  writeFiles(home, { ...PROGRAM, ...agent.files?.(url, set) })
  return { PATH: path, HOME: home, ...agent.env?.(url, set) }
}

/** Starts a server that calls the check once, and refuses requests that break a rule of its wire. */
async function startChecker({ adapter, rules }, [name, input]) {
  const { codecs } = adapter
  const asked = []
  const refused = []
  const { url, close } = await serveFetch(async (given, init) => {
    const request = new Request(given, init)
    const path = new URL(request.url).pathname
    if (!codecs.http.path.test(path)) return new Response('not here', { status: 404 })
    const body = await request.json()
    const broken = lint(rules, body).filter(({ severity }) => severity === 'error')
    if (broken.length > 0) {
      refused.push(broken.map(({ rule, path: at, message }) => `${rule} at ${at}: ${message}`).join('; '))
      return Response.json({ error: { message: refused.at(-1) } }, { status: 400 })
    }
    const { messages, tools = [] } = adapter.decodeRequest(body).value
    // Requests for a title have no tools.
    if (tools.length > 0) asked.push(body)
    const isAnswered = messages.at(-1).parts.some(({ type }) => type === 'tool-result')
    const call = { type: 'tool-call', id: 'call_of_the_check', name, arguments: input }
    const calls = tools.length > 0 && !isAnswered
    const part = calls
      ? { ...call, kind: 'function', status: 'complete', providerExecuted: false }
      : { type: 'text', text: LAST_WORDS[1] }
    const answer = {
      ...{ id: `answer-${asked.length}`, model: 'script', message: { role: 'assistant', parts: [part] } },
      ...{ finish: { reason: calls ? 'tool-calls' : 'stop' }, usage: { inputTokens: 9, outputTokens: 1 } },
    }
    return told(adapter, answer, codecs.http.streams(path, body))
  })
  return { url: `${url}${codecs.http.base ?? ''}`, asked, refused, close }
}

function fileIn(folder, name) {
  const file = readdirSync(folder, { recursive: true }).find((path) => name.test(path.split('/').at(-1)))
  return join(folder, file)
}

function insert(list, index, items) {
  return list.toSpliced(index, 0, ...items)
}
