import type { Command } from 'commander'
import { comparedName } from '../../translate/catalogue/catalogue.js'
import { type ModelReasoning, type ModelRow, models } from '../../translate/catalogue/index.js'
import { nearModels } from '../near-models.js'
import { type Cell, table } from '../printed-table.js'
import { wrapped } from '../printed-text.js'
import { FAILED_STATUS } from '../pump.js'
import type { CommandSession } from '../session.js'
import { writeMessage } from '../standard-streams.js'
import { type VendorProfile, vendorProfiles } from '../vendor-profiles.js'

interface Options {
  readonly json?: boolean
}

export function addModels(program: Command, session: CommandSession): void {
  program
    .command('models')
    .argument('[name]', 'a model, as its provider or a platform names it, or a vendor. Default: all models')
    .description('show the facts about models and vendors: reasoning, limits and their sources')
    .option('--json', 'one JSON object per model or profile')
    .addHelpText('after', EXAMPLE)
    .action(async (name: string | undefined, { json }: Options) => {
      if (name === undefined) show(models.rows, json, session)
      else await showNamed(name, json, session)
    })
}

const EXAMPLE = `
Exit status: 0 it is known, 1 it is not.
Example: what can be asked of a model, and who says so?
  toolwire models hosted/gpt-oss-120b
Example: which profile of limits does a vendor's server have, and which models?
  toolwire models vllm`

async function showNamed(name: string, json: boolean | undefined, session: CommandSession): Promise<void> {
  const vendors = await vendorProfiles(name, session)
  if (vendors.length === 0) showOne(name, json, session)
  else showVendors(name, vendors, json, session)
}

/** Shows the models whose names begin with the vendor's name, and the differences of its servers. */
function showVendors(
  name: string,
  vendors: readonly VendorProfile[],
  json: boolean | undefined,
  session: CommandSession,
): void {
  const rows = models.rows.filter((row) => comparedName(row.name).startsWith(comparedName(name)))
  if (rows.length > 0) show(rows, json, session)
  const { stdout } = session.streams
  if (json === true) for (const vendor of vendors) stdout.write(`${JSON.stringify(vendor, patternAsText)}\n`)
  else {
    const title = session.paint('stdout').bold('vendors')
    const parts = vendors.map(({ profile, wire, ...rest }) => whole({ profile, wire, ...rest }, session))
    stdout.write(`${[...(rows.length > 0 ? [''] : []), title, ...parts.flat()].join('\n')}\n`)
  }
}

function patternAsText(_key: string, value: unknown): unknown {
  return value instanceof RegExp ? value.source : value
}

function show(rows: readonly ModelRow[], json: boolean | undefined, session: CommandSession): void {
  const { stdout } = session.streams
  if (json === true) for (const row of rows) stdout.write(`${JSON.stringify(row)}\n`)
  else stdout.write(`${listing(rows, session).join('\n')}\n`)
}

function showOne(name: string, json: boolean | undefined, session: CommandSession): void {
  const { stdout, stderr } = session.streams
  const row = models.find(name)
  if (row !== undefined) {
    stdout.write(
      json === true ? `${JSON.stringify(row)}\n` : `${whole(wholeModel(row), session).join('\n')}\n`,
    )
    return
  }
  const near = nearModels(name)
  const hint =
    near.length === 0 ? '. `toolwire models` lists the known models' : `. Did you mean ${near.join(', ')}?`
  writeMessage(stderr, `nothing is known of a model "${name}"${hint}`)
  session.exitCode = FAILED_STATUS
}

function styleOf(session: CommandSession) {
  return { paint: session.paint('stdout'), width: session.streams.stdout.columns ?? 80 }
}

function listing(rows: readonly ModelRow[], session: CommandSession): string[] {
  const head = ['name', 'reasons', 'effort', 'context', 'output', 'source']
  const cells = rows.map(({ name, reasoning, context, output, source }): readonly Cell[] =>
    [name, switchOf(reasoning), depthOf(reasoning), tokens(context), tokens(output), siteOf(source)].map(
      (text) => ({ text }),
    ),
  )
  return table(head, cells, styleOf(session))
}

function switchOf(reasoning: ModelRow['reasoning']): string {
  if (reasoning === undefined) return ''
  if (reasoning === false) return 'no'
  return reasoning.alwaysOn ? 'always' : reasoning.startsOff ? 'if asked' : 'yes'
}

/** Returns the reasoning efforts from lowest to highest, or the bounds of the budget. */
function depthOf(reasoning: ModelRow['reasoning']): string {
  if (!reasoning) return ''
  const { efforts, budget } = reasoning
  if (efforts !== undefined && efforts.length > 0) return [...new Set([efforts[0], efforts.at(-1)])].join('…')
  return budget === undefined ? '' : budgetText(budget)
}

function budgetText({ least, most }: NonNullable<ModelReasoning['budget']>): string {
  return most === undefined ? `≥${tokens(least)}` : `${tokens(least)}…${tokens(most)}`
}

/** Formats token counts as vendors do: 200K, 1M. */
function tokens(count: number | undefined): string {
  if (count === undefined) return ''
  if (count >= 1_000_000) return `${Math.round(count / 10_000) / 100}M`
  return count >= 1_000 ? `${Math.round(count / 1_000)}K` : `${count}`
}

/** Returns the site of the source page. */
function siteOf([first = '']: ModelRow['source']): string {
  return new URL(first).host.split('.').slice(-2).join('.')
}

/** Returns all facts of one model, with its names first. */
function wholeModel({ name, also = [], source, date, ...rest }: ModelRow): object {
  return { name: [name, ...also], ...rest, source, date }
}

/** Prints all facts, member by member. */
function whole(known: object, session: CommandSession): string[] {
  const { width, paint } = styleOf(session)
  const members = Object.entries(known).flatMap(([member, value]) => linesOf(member, value))
  const column = Math.max(...members.map(([title]) => title.length))
  return members.flatMap(([title, text]) => {
    const [first = '', ...others] = text.startsWith('https:') ? [text] : wrapped(text, width - column - 2)
    const indent = ' '.repeat(column + 2)
    return [`${paint.dim(title.padEnd(column))}  ${first}`, ...others.map((each) => indent + each)]
  })
}

function linesOf(member: string, value: unknown): (readonly [title: string, text: string])[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [[member, 'none']]
    if (member !== 'source') return [[member, value.join(', ')]]
    return value.map((each, index) => [index === 0 ? member : '', String(each)])
  }
  if (value instanceof RegExp) return [[member, value.source]]
  if (typeof value === 'number' && member.startsWith('limits.')) return [[member, String(value)]]
  if (typeof value === 'number') return [[member, `${value.toLocaleString('en')} tokens`]]
  if (typeof value === 'string') return [[member, value.trim() === '' ? JSON.stringify(value) : value]]
  if (typeof value !== 'object' || value === null) return [[member, String(value)]]
  return Object.entries(value).flatMap(([name, inner]) => linesOf(`${member}.${name}`, inner))
}
