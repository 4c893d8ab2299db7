import colors from 'picocolors'
import stringWidth from 'string-width'
import { table } from '../../src/cli/printed-table.js'
import { fitted, wrapped } from '../../src/cli/printed-text.js'
import type { Message, Notice, Part, ToolCall, ToolResult } from '../../src/index.js'
import type { Verdict } from './provider.js'

/** Width in columns. Piped output uses the width in the environment. */
const WIDTH = Math.min(process.stdout.columns ?? Number(process.env.COLUMNS ?? 110), 130)
const INDENT = '   '
const ROLE = 10
/** Indentation of rows in the table of notices. */
const TABLE_INDENT = 1

type Paint = (text: string) => string
/** Pieces of one line, each with its color. The line is truncated to the width of the terminal. */
type Line = readonly (readonly [text: string, paint?: Paint])[]

function print(line: Line): void {
  let room = WIDTH
  let shown = ''
  for (const [text, paint = String] of line) {
    const piece = fitted(text, room)
    room -= stringWidth(piece)
    shown += paint(piece)
  }
  console.log(shown)
}

function printWrapped(text: string, paint: Paint): void {
  for (const line of wrapped(text, WIDTH - INDENT.length)) console.log(INDENT + paint(line))
}

export function heading(step: number, title: string, aside = ''): void {
  console.log()
  print([[`${step}  ${title}`, (text) => colors.bold(colors.cyan(text))]])
  if (aside !== '') print([[INDENT], [aside, colors.dim]])
}

export function printMessage(message: Message): void {
  for (const part of message.parts) {
    const line = partLine(part)
    if (line.length > 0) print([[INDENT], [`${message.role.padEnd(ROLE)} `, colors.dim], ...line])
  }
}

function partLine(part: Part): Line {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [[oneLine(part.text)]]
    case 'reasoning':
      return [[`(thinking) ${oneLine(part.text)}`, colors.dim]]
    case 'tool-call':
      return callLine(part)
    case 'tool-result':
      return resultLine(part)
    case 'media':
      return [[`[${part.kind}${part.mediaType ? ` ${part.mediaType}` : ''}]`, colors.magenta]]
    case 'source':
      return [[`[source ${part.title ?? part.url ?? ''}]`, colors.dim]]
    case 'opaque':
      return [[`[kept for ${part.wire}]`, colors.dim]]
  }
}

function callLine(call: ToolCall): Line {
  const text = call.rawArguments ?? JSON.stringify(call.arguments ?? {})
  return [
    ['call ', colors.yellow],
    [`${call.name} `, colors.bold],
    [oneLine(text)],
    [call.status === 'complete' ? '' : ` ${call.status}`, colors.red],
    [call.providerExecuted ? ' run by the provider' : '', colors.dim],
    [call.minted ? '  (its id is minted)' : `  ${call.id}`, colors.dim],
  ]
}

function resultLine(result: ToolResult): Line {
  const value = 'value' in result.output ? result.output.value : (result.output.reason ?? '')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const word: Line = result.isError ? [['error ', colors.red]] : [['result ', colors.green]]
  return [...word, [`${result.name} ${oneLine(text)}`]]
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Prints the changes of the conversion with their reasons: one row per kind of change. */
export function printNotices(notices: readonly Notice[]): void {
  if (notices.length === 0) note('nothing had to be changed')
  const rows = grouped(notices).flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const more = others.length > 0 ? ` (and ${others.length} more like it)` : ''
    const paint = first.severity === 'warning' ? colors.yellow : colors.dim
    return [[{ text: first.code, paint }, { text: `${first.message}${more}` }]]
  })
  const style = { paint: colors, width: WIDTH - TABLE_INDENT }
  for (const line of table(['changed', 'what and why'], rows, style, 'wrap'))
    console.log(' '.repeat(TABLE_INDENT) + line)
}

function grouped(notices: readonly Notice[]): Notice[][] {
  const groups = new Map<string, Notice[]>()
  for (const notice of notices) groups.set(notice.code, [...(groups.get(notice.code) ?? []), notice])
  return [...groups.values()]
}

export function printVerdict(wire: string, verdict: Verdict | undefined): void {
  if (verdict === undefined) return
  const passed = verdict.broken.length === 0
  if (passed)
    printWrapped(`accepted: breaks none of the ${verdict.rules} acceptance rules of ${wire}`, colors.green)
  else printWrapped(`refused by ${wire}: ${verdict.broken.join('; ')}`, colors.red)
}

export function note(text: string): void {
  printWrapped(text, colors.dim)
}

export function printFailure({ message }: { readonly message: string }): void {
  console.error(colors.red(`   ${message}`))
}
