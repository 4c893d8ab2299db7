// Runs real agents through the proxy over each other wire: see README.md.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { servers } from '../../build/src/traffic/mock/rows/index.js'
import { adapterName } from '../adapter-name.mjs'
import { agents } from './agents.mjs'
import { hostOf } from './hosts.mjs'
import { repairOver } from './repair.mjs'
import { scenarios } from './scenarios.mjs'
import { keep, writeTable } from './seen.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', multiple: true },
    to: { type: 'string', multiple: true },
    command: { type: 'boolean' },
    scenario: { type: 'string', multiple: true },
    keep: { type: 'boolean' },
    table: { type: 'boolean' },
    server: { type: 'string' },
    model: { type: 'string' },
    limits: { type: 'string' },
    sessions: { type: 'boolean' },
  },
})
if (values.table) writeTable()
else process.exit(await (values.sessions ? runSessions() : runAll()))

/** Converts sessions between the chosen agents and resumes them. Returns the exit status. */
async function runSessions() {
  const folder = process.env.AGENTS_FOLDER ?? join(tmpdir(), 'toolwire-agents')
  const node = install(folder, 'node', { package: 'node', version: '24' })
  const chosen = Object.entries(agents).filter(([name]) => isChosen(name, positionals))
  const { resumeAll } = await import('./sessions.mjs')
  const paths = chosen.map(([name, agent]) => [
    name,
    [install(folder, name, agent), node, process.env.PATH].join(delimiter),
  ])
  return (await resumeAll(await loadWires(), new Map(paths))) > 0 ? 1 : 0
}

/** Runs all agents and returns the exit status. */
async function runAll() {
  const wires = strictWires(await loadWires())
  const folder = process.env.AGENTS_FOLDER ?? join(tmpdir(), 'toolwire-agents')
  const node = install(folder, 'node', { package: 'node', version: '24' })
  let failed = 0
  for (const [name, agent] of Object.entries(agents)) {
    if (!isChosen(name, positionals)) continue
    const path = [install(folder, name, agent), node, process.env.PATH].join(delimiter)
    for (const run of runsOf(agent, wires)) {
      const { variant, target, to, scenarioName: scenario } = run
      const outcome = await repairOver({ ...run, path }, { byCommand: values.command, isKept: values.keep })
      const { wire: from, model } = variant
      if (outcome.failed !== undefined) failed += 1
      else if (!values.command)
        keep({
          ...(values.server !== undefined && { server: values.server }),
          agent: name,
          version: agent.version,
          from,
          model,
          to: target.adapter.id,
          scenario,
          ...outcome,
        })
      console.log(
        `${name} (${[from, model].filter(Boolean).join(', ')}) over ${to}, ${scenario}: ${lineOf(outcome)}`,
      )
    }
  }
  return failed > 0 ? 1 : 0
}

/** Returns each variant of an agent over each other wire, in each scenario that it supports. */
function runsOf(agent, wires) {
  return agent.variants.flatMap((variant) =>
    [...wires].flatMap(([to, target]) =>
      Object.entries(scenarios).flatMap(([scenarioName, scenario]) => {
        const isServed = values.server === undefined ? variant.wire !== to : target.strict !== undefined
        const isWanted = isServed && isChosen(variant.wire, values.from) && isChosen(to, values.to)
        const canDo = scenario.needs === undefined || { ...agent, ...variant }[scenario.needs] !== undefined
        if (!isWanted || !canDo || !isChosen(scenarioName, values.scenario)) return []
        return [{ agent, variant, scenario, scenarioName, client: wires.get(variant.wire), target, to }]
      }),
    ),
  )
}

function isChosen(name, names = []) {
  return names.length === 0 || names.includes(name)
}

function lineOf({ failed, givesUp, requests, lost, changed }) {
  if (failed !== undefined) return `FAILED: ${failed}`
  return `${givesUp ? 'gave up, as with its own provider,' : 'repaired'} in ${requests} requests; lost: ${listOf(lost)}; changed: ${listOf(changed)}`
}

function listOf(counts) {
  const list = Object.entries(counts).map(([code, count]) => `${code} ×${count}`)
  return list.sort().join(', ') || 'nothing'
}

/** Returns the wires with HTTP, each with its rules. */
async function loadWires() {
  const wires = new Map()
  for (const wire of readdirSync('build/adapters')) {
    const { [adapterName(wire)]: adapter } = await import(`../../build/adapters/${wire}/index.js`)
    if (adapter.lacks.has('http')) continue
    const { rules, refusals = [] } = await import(`../../build/adapters/${wire}/rules.js`)
    wires.set(wire, { adapter, rules, known: [...rules, ...refusals] })
  }
  return wires
}

/** Adds the options of the mock to the wires that the server of `--server` serves. */
function strictWires(wires) {
  const { server: as, limits } = values
  if (as === undefined) return wires
  const apis = servers[as]?.apis
  if (apis === undefined) throw new Error(`no server ${as}; known are ${Object.keys(servers).join(', ')}`)
  // APIs at other paths than those of the wire need a platform.
  const isServed = ({ adapter }) => {
    const { base = '', pathFor } = adapter.codecs.http
    const { pathname } = new URL(pathFor('m', true).slice(base.length), 'http://server')
    const address = hostOf(as, adapter).url + pathname
    return apis.some(({ wire, path }) => wire === adapter.id && path.test(address))
  }
  const strictOf = ({ adapter }) => {
    const host = hostOf(as, adapter)
    return { as, limits, ...host, model: values.model ?? host.model }
  }
  return new Map(
    [...wires].map(([wire, target]) => [
      wire,
      isServed(target) ? { ...target, strict: strictOf(target) } : target,
    ]),
  )
}

/** Returns the folder of its commands. */
function install(folder, name, { package: id, version }) {
  const place = join(folder, `${name}-${version}`)
  const bin = join(place, 'node_modules', '.bin')
  if (existsSync(bin)) return bin
  mkdirSync(place, { recursive: true })
  execFileSync('npm', ['install', '--prefix', place, '--no-audit', '--no-fund', `${id}@${version}`], {
    stdio: 'inherit',
  })
  return bin
}
