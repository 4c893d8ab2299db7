import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { counted, shownControls } from '../../traffic/input/shown-text.js'
import { findSecrets } from '../../traffic/redaction/redact.js'
import { FAILED_STATUS } from '../pump.js'
import type { CommandSession } from '../session.js'

interface Options {
  readonly json?: boolean
}

export function addScan(program: Command, session: CommandSession): void {
  program
    .command('scan')
    .argument('<paths...>', 'files and folders; hidden ones and node_modules in folders are passed over')
    .description('find keys, tokens and passwords in recordings and other text, without printing them')
    .option('--json', 'one JSON object per find')
    .addHelpText('after', EXAMPLE)
    .action((paths: readonly string[], options: Options) => scan(paths, options, session))
}

const EXAMPLE = `
Exit status: 0 nothing found, 1 something found, 2 a file cannot be read.
Example: fail a build in which a recording holds a key
  toolwire scan fixtures tests`

/** A secret in a file. */
interface Find {
  readonly file: string
  /** The line number, from 1. */
  readonly line: number
  /** The column in characters, from 1. */
  readonly column: number
  /** The first characters of the secret. */
  readonly begins: string
  /** The length of the secret in characters. */
  readonly length: number
}

async function scan(paths: readonly string[], { json }: Options, session: CommandSession): Promise<void> {
  const { stdout } = session.streams
  let finds = 0
  let files = 0
  for (const path of paths)
    for await (const file of filesBelow(path)) {
      files += 1
      for await (const find of secretsOf(file)) {
        finds += 1
        stdout.write(json === true ? `${JSON.stringify(find)}\n` : printed(find))
      }
    }
  if (json !== true) stdout.write(`${counted(finds, 'secret')} in ${counted(files, 'file')}\n`)
  if (finds > 0) session.exitCode = FAILED_STATUS
}

function printed({ file, line, column, begins, length }: Find): string {
  return `${shownControls(file)}:${line}:${column}  ${begins}… (${counted(length, 'character')})\n`
}

async function* filesBelow(path: string): AsyncGenerator<string> {
  if (!(await stat(path)).isDirectory()) {
    yield path
    return
  }
  for (const name of (await readdir(path)).sort())
    if (!name.startsWith('.') && name !== 'node_modules') yield* filesBelow(join(path, name))
}

/** Maximum number of characters searched at once: complete lines, unless a line is far longer. */
const WINDOW = 4_000_000
const LONGEST_LINE = 64_000_000
/**
 * Number of first characters that are shown of a secret with at least `SHORTEST_SHOWN` characters. Shorter
 * secrets are not shown.
 */
const SHOWN = 4
const SHORTEST_SHOWN = 16

async function* secretsOf(file: string): AsyncGenerator<Find> {
  let text = ''
  let line = 1
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lastLine = text.length + String(chunk).lastIndexOf('\n') + 1
    const hasEnd = lastLine > text.length
    text += chunk
    if (text.length < WINDOW || (!hasEnd && text.length < LONGEST_LINE)) continue
    const end = hasEnd ? lastLine : text.length
    line = yield* findsIn(text.slice(0, end), file, line)
    text = text.slice(end)
  }
  yield* findsIn(text, file, line)
}

/**
 * Finds the secrets in a text.
 * @returns the number of the line in which the text ends.
 */
function* findsIn(text: string, file: string, firstLine: number): Generator<Find, number> {
  let line = firstLine
  let seen = 0
  for (const { start, end } of findSecrets(text)) {
    line += linesIn(text.slice(seen, start))
    seen = start
    const length = end - start
    const begins = length < SHORTEST_SHOWN ? '' : text.slice(start, start + SHOWN)
    yield { file, line, column: start - text.lastIndexOf('\n', start - 1), begins, length }
  }
  return line + linesIn(text.slice(seen))
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}
