import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { counted, shownControls } from '../../traffic/input/shown-text.js'
import { type FoundSecret, findSecrets } from '../../traffic/redaction/find-secrets.js'
import { writeAtomically } from '../../traffic/replay/atomic.js'
import { FAILED_STATUS } from '../pump.js'
import { ScanBaseline } from '../scan-baseline.js'
import type { CommandSession } from '../session.js'

interface Options {
  readonly json?: boolean
  readonly baseline?: string
  readonly update?: boolean
}

export function addScan(program: Command, session: CommandSession): void {
  program
    .command('scan')
    .argument('<paths...>', 'files and folders; .git and node_modules in folders are passed over')
    .description('find keys, tokens and passwords in recordings and other text, without printing them')
    .option('--json', 'one JSON object per find')
    .option('--baseline <file>', 'a file of known finds, which are not reported')
    .option('--update', 'write all finds to the baseline')
    .addHelpText('after', EXAMPLE)
    .action((paths: readonly string[], options: Options) => scan(paths, options, session))
}

const EXAMPLE = `
Exit status: 0 nothing found, 1 something found, 2 a file cannot be read.
A line with the comment toolwire:allow is passed over.
Example: fail a build in which a recording holds a key
  toolwire scan fixtures tests`

/** A secret in a file. */
interface Find {
  readonly file: string
  /** The line number, from 1. */
  readonly line: number
  /** The column in characters, from 1. */
  readonly column: number
  /** The shape of the key, or the kind of place in which it was found. */
  readonly rule: string
  /** The JSON Pointer of the value, in JSON. */
  readonly pointer?: string | undefined
  /** The first characters of the secret. */
  readonly begins: string
  /** The length of the secret in characters. */
  readonly length: number
}

async function scan(paths: readonly string[], options: Options, session: CommandSession): Promise<void> {
  const { json, baseline: path, update } = options
  const { stdout } = session.streams
  const baseline = await ScanBaseline.read(path, update === true)
  let finds = 0
  let files = 0
  for (const root of paths)
    for await (const file of filesBelow(root)) {
      files += 1
      for await (const { find, secret } of secretsOf(file)) {
        if (baseline.has(find, secret)) continue
        finds += 1
        stdout.write(json === true ? `${JSON.stringify(find)}\n` : printed(find))
      }
    }
  if (path !== undefined && update === true) await writeAtomically(path, [baseline.written()])
  if (json !== true) stdout.write(`${counted(finds, 'secret')} in ${counted(files, 'file')}\n`)
  if (finds > 0) session.exitCode = FAILED_STATUS
}

function printed({ file, line, column, rule, pointer, begins, length }: Find): string {
  const at = pointer === undefined ? '' : `  at ${pointer}`
  return `${shownControls(file)}:${line}:${column}  ${rule}  ${shownControls(begins)}… (${counted(length, 'character')})${shownControls(at)}\n`
}

/** Folders whose files are not written by people. */
const SKIPPED = new Set(['.git', 'node_modules'])

async function* filesBelow(path: string): AsyncGenerator<string> {
  if (!(await stat(path)).isDirectory()) {
    yield path
    return
  }
  for (const name of (await readdir(path)).sort()) if (!SKIPPED.has(name)) yield* filesBelow(join(path, name))
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

/** A find, and the secret, which is never printed. */
interface FoundInFile {
  readonly find: Find
  readonly secret: string
}

async function* secretsOf(file: string): AsyncGenerator<FoundInFile> {
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
function* findsIn(text: string, file: string, firstLine: number): Generator<FoundInFile, number> {
  let line = firstLine
  let seen = 0
  for (const found of findSecrets(text)) {
    line += linesIn(text.slice(seen, found.start))
    seen = found.start
    if (isAllowed(text, found.start)) continue
    const column = found.start - text.lastIndexOf('\n', found.start - 1)
    yield {
      find: { file, line, column, ...shownOf(text, found) },
      secret: text.slice(found.start, found.end),
    }
  }
  return line + linesIn(text.slice(seen))
}

function shownOf(text: string, { start, end, rule, pointer }: FoundSecret) {
  const begins = end - start < SHORTEST_SHOWN ? '' : text.slice(start, start + SHOWN)
  return { rule, ...(pointer !== undefined && { pointer }), begins, length: end - start }
}

/** Maximum distance of a comment in a line, since lines may be very long. */
const LONGEST_COMMENTED = 2000

/** Returns true for a line with the comment `toolwire:allow`. */
function isAllowed(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_COMMENTED), start)
  const after = text.slice(start, start + LONGEST_COMMENTED)
  const line = before.slice(before.lastIndexOf('\n') + 1) + (/^[^\r\n]*/.exec(after)?.[0] ?? '')
  return line.includes('toolwire:allow')
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}
