import type { Command } from 'commander'
import { AdapterError } from '../../base/json/adapter-error.js'
import { counted, shown } from '../../traffic/input/shown-text.js'
import { type Drift, findDrift } from '../../traffic/replay/drift.js'
import type { Difference } from '../../traffic/replay/match.js'
import { FAILED_STATUS } from '../pump.js'
import type { CommandSession } from '../session.js'

interface Options {
  readonly update?: boolean
}

export function addCheck(program: Command, session: CommandSession): void {
  program
    .command('check')
    .argument('<path>', 'a cassette, a fixture folder, or a folder of them')
    .description('decode recordings again and report what changed since their canonical values were stored')
    .option('--update', 'store the canonical values as they are now (not while something records)')
    .addHelpText('after', EXAMPLE)
    .action((path: string, options: Options) => check(path, options, session))
}

const EXAMPLE = `
Exit status: 0 nothing changed, 1 something changed or cannot be decoded.
Example: did an upgrade change what my recordings mean?
  toolwire check fixtures --update
  npm install toolwire@latest
  toolwire check fixtures`

async function check(path: string, { update }: Options, session: CommandSession): Promise<void> {
  const { stdout } = session.streams
  const counts = new Map<Drift['outcome'], number>()
  for await (const drift of findDrift(path, await session.registry(), { update })) {
    counts.set(drift.outcome, (counts.get(drift.outcome) ?? 0) + 1)
    stdout.write(described(drift))
  }
  // A mistyped folder must not be reported as unchanged.
  if (counts.size === 0) throw new AdapterError('missing-field', '', `there are no recordings at ${path}`)
  stdout.write(summary(counts, update ?? false))
  const changed = (counts.get('changed') ?? 0) > 0 && !update
  if (changed || counts.has('unreadable')) session.exitCode = FAILED_STATUS
}

function described({ name, outcome, differences, error }: Drift): string {
  if (outcome === 'unreadable') return `${name} cannot be decoded: ${shown(error?.message ?? '', 300)}\n`
  if (outcome !== 'changed') return ''
  return `${name} changed in ${counted(differences.length, 'place')}:\n${differences.map(difference).join('')}`
}

function difference({ path, recorded, received }: Difference): string {
  if (recorded === undefined) return `  ${path || '/'} is new: ${value(received)}\n`
  if (received === undefined) return `  ${path || '/'} is gone; it was ${value(recorded)}\n`
  return `  ${path || '/'} was ${value(recorded)}, is now ${value(received)}\n`
}

function value(json: Difference['recorded']): string {
  return shown(JSON.stringify(json ?? null), 120)
}

function summary(counts: ReadonlyMap<Drift['outcome'], number>, update: boolean): string {
  const of = (outcome: Drift['outcome']) => counts.get(outcome) ?? 0
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const stored = update ? 'stored now' : 'not stored yet (--update stores it)'
  const parts = [
    `${of('same')} unchanged`,
    ...(of('changed') > 0 ? [`${of('changed')} changed${update ? ' and stored' : ''}`] : []),
    ...(of('not-stored') > 0 ? [`${of('not-stored')} ${stored}`] : []),
    ...(of('unreadable') > 0 ? [`${of('unreadable')} unreadable`] : []),
  ]
  return `${counted(total, 'recording')}: ${parts.join(', ')}\n`
}
