import Table from 'cli-table3'
import colors from 'picocolors'
import type { Message, Notice, Part, ToolCall, ToolResult } from '../src/index.js'
import type { Verdict } from './provider.js'

const WIDTH = Math.min(process.stdout.columns ?? 110, 130)

export function heading(step: number, title: string, aside = ''): void {
  console.log(`\n${colors.bold(colors.cyan(`${step}  ${title}`))}  ${colors.dim(aside)}`)
}

export function printMessage(message: Message): void {
  for (const part of message.parts) {
    const line = partLine(part)
    if (line !== '') console.log(`   ${colors.dim(message.role.padEnd(10))} ${line}`)
  }
}

function partLine(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? '' : shorten(part.text)
    case 'reasoning':
      return colors.dim(`(thinking) ${shorten(part.text)}`)
    case 'tool-call':
      return callLine(part)
    case 'tool-result':
      return resultLine(part)
    case 'media':
      return colors.magenta(`[${part.kind}${part.mediaType ? ` ${part.mediaType}` : ''}]`)
    case 'source':
      return colors.dim(`[source ${part.title ?? part.url ?? ''}]`)
    case 'opaque':
      return colors.dim(`[kept for ${part.wire}]`)
  }
}

function callLine(call: ToolCall): string {
  const text = call.rawArguments ?? JSON.stringify(call.arguments ?? {})
  const state = call.status === 'complete' ? '' : colors.red(` ${call.status}`)
  const runner = call.providerExecuted ? colors.dim(' run by the provider') : ''
  const id = colors.dim(`  ${call.id}${call.minted ? ' (minted)' : ''}`)
  return `${colors.yellow('call')} ${colors.bold(call.name)} ${shorten(text)}${state}${runner}${id}`
}

function resultLine(result: ToolResult): string {
  const value = 'value' in result.output ? result.output.value : (result.output.reason ?? '')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const word = result.isError ? colors.red('error') : colors.green('result')
  return `${word} ${result.name} ${shorten(text)}`
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const most = WIDTH - 40
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** What the conversion changed, and why: one row per kind of change. */
export function printNotices(notices: readonly Notice[]): void {
  if (notices.length === 0) {
    console.log(colors.dim('   nothing had to be changed'))
    return
  }
  const table = new Table({
    head: ['changed', 'what and why', 'where'],
    colWidths: [24, WIDTH - 24 - 30, 26],
    wordWrap: true,
    style: colors.isColorSupported ? { head: ['dim'], border: ['dim'] } : { head: [], border: [] },
  })
  for (const group of grouped(notices)) {
    const [first] = group
    if (first === undefined) continue
    const color = first.severity === 'warning' ? colors.yellow : colors.dim
    const more = group.length > 1 ? ` (and ${group.length - 1} more like it)` : ''
    table.push([color(first.code), `${first.message}${more}`, colors.dim(first.path)])
  }
  console.log(indent(table.toString()))
}

function grouped(notices: readonly Notice[]): Notice[][] {
  const groups = new Map<string, Notice[]>()
  for (const notice of notices) groups.set(notice.code, [...(groups.get(notice.code) ?? []), notice])
  return [...groups.values()]
}

export function printVerdict(wire: string, verdict: Verdict | undefined): void {
  if (verdict === undefined) return
  const passed = verdict.broken.length === 0
  const words = passed
    ? colors.green(`accepted: breaks none of the ${verdict.rules} acceptance rules of ${wire}`)
    : colors.red(`refused by ${wire}: ${verdict.broken.join('; ')}`)
  console.log(`   ${words}`)
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '   ')
}

export function note(text: string): void {
  console.log(colors.dim(`   ${text}`))
}

export function printFailure({ message }: { readonly message: string }): void {
  console.error(colors.red(`   ${message}`))
}
