// The display for the person. It contains no logic of the agent.
import type { Notice, StreamEvent, ToolResult } from 'toolwire'
import type { ApprovalRequest, ToolEvent } from 'toolwire/tools'
import type { Model } from '../models.js'
import type { Done, Talk } from '../talk.js'
import { isTerminal, paint, Screen } from './screen.js'

const screen = new Screen()

export function title(): void {
  screen.line()
  screen.line('One conversation, four models, two processes', { style: paint.bold })
  screen.line('offline: recordings answer the official SDKs', { style: paint.dim })
}

export function serving(worker: number | undefined): void {
  const text =
    worker === undefined
      ? 'no redis-server here: plot_course runs in the agent itself'
      : `redis-server started, a BullMQ worker waits in process ${worker}`
  screen.line(text, { style: paint.dim })
}

export function processBegins(talk: Talk): void {
  const before = talk.processes.at(-2)
  const text = before === undefined ? '' : paint.dim(`, goes on where ${before} ended`)
  screen.bare()
  screen.bare(`${paint.dim('╭─')} ${paint.bold(`process ${process.pid}`)}${text}`)
  screen.rail = '│'
}

export function processEnds(talk: Talk): void {
  screen.line()
  screen.rail = ''
  const calls = talk.waiting.map(({ name }) => name).join(', ')
  const text = calls === '' ? 'nothing is left to do' : `${calls} waits in conversation.json`
  screen.bare(paint.dim(`╰─ process ${process.pid} ends; ${text}`))
}

export function question(text: string): void {
  screen.line()
  screen.line(text, { mark: 'you  ', markStyle: paint.bold })
}

/** Begins the display of the next model's turn, whatever it streams. */
export function turnBegins(turn: number, { name, provider }: Model): void {
  told.clear()
  const color = COLORS[(turn - 1) % COLORS.length] ?? String
  screen.line()
  screen.line('', {
    mark: `${turn}  `,
    markStyle: paint.dim,
    lead: name,
    leadStyle: (text) => paint.bold(color(text)),
    aside: `${provider.model}, ${provider.wire}`,
  })
}

const COLORS = [paint.yellow, paint.green, paint.blue, paint.magenta]

/** Shows a change that this model requires in the conversation. Only one notice of each kind is shown. */
export function notice({ code, message }: Notice): void {
  if (!told.has(code)) screen.line(message, { mark: '   ~ ', markStyle: paint.dim, style: paint.dim })
  told.add(code)
}

const told = new Set<string>()

export function modelSays(event: StreamEvent): void {
  if (event.type === 'reasoning-delta') screen.text(event.delta, 3, (word) => paint.dim(paint.italic(word)))
  if (event.type === 'text-delta') screen.text(event.delta, 3)
  if (event.type === 'reasoning-end' || event.type === 'text-end') screen.endText()
}

/** Receives every event of a call. */
export function toolEvent(event: ToolEvent, place: string): void {
  const { callId, name } = event
  if (event.type === 'input-delta') grow(callId, name, event.delta)
  else if (event.type === 'started') begin(callId, name, event.arguments)
  else if (event.type === 'output-chunk') chunk(callId, name, event.chunk)
  else if (event.type === 'preliminary') line(name, shown(event.result), '≈', paint.dim, paint.dim)
  else if (event.type === 'waiting') {
    begin(callId, name, event.request.arguments)
    settle(callId)
    line(name, `needs your approval. ${event.request.reason ?? ''}`, '▲', paint.yellow)
  } else if (event.type === 'retrying') line(name, `is tried again: ${event.message}`, '↻', paint.yellow)
  else if (event.type === 'completed' || event.type === 'failed' || event.type === 'denied') {
    settle(callId)
    const isDone = event.type === 'completed'
    const took = 'duration' in event ? `${place}, ${milliseconds(event.duration)}` : 'not allowed'
    line(name, shown(event.result), isDone ? '✓' : '✗', isDone ? paint.green : paint.red, String, took)
  }
}

/** The shown text of each active call. */
const growing = new Map<string, string>()

function grow(callId: string, name: string, more: string): void {
  const text = (growing.get(callId) ?? '') + more
  growing.set(callId, text)
  screen.live(callId, name, text)
}

function begin(callId: string, name: string, given: unknown): void {
  settle(callId)
  line(name, words(given), '→', paint.cyan)
  grow(callId, name, '')
}

function chunk(callId: string, name: string, text: string): void {
  if (!isTerminal) line(name, text.trim(), '·', paint.dim, paint.dim)
  grow(callId, name, text)
}

function settle(callId: string): void {
  growing.delete(callId)
  screen.settle(callId)
}

function line(
  name: string,
  text: string,
  mark: string,
  markStyle: (text: string) => string,
  style: (text: string) => string = String,
  aside = '',
): void {
  const leadStyle = style === paint.dim ? style : paint.bold
  screen.line(text, { mark: `   ${mark} `, markStyle, lead: name, leadStyle, style, aside })
}

function shown({ output }: ToolResult): string {
  if (!('value' in output)) return output.reason ?? 'denied'
  const parts = output.type === 'content' ? output.value : []
  const texts = parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`))
  return output.type === 'content' ? texts.join(' ') : words(output.value)
}

/** Formats JSON as readable text. */
function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(' / ')
  if (typeof value !== 'object' || value === null) return String(value)
  // Name and value stay on one line.
  return Object.entries(value)
    .map(([name, inner]) => `${name}:\u00a0${words(inner)}`)
    .join(' · ')
}

/** Asks at the terminal. Without a terminal, the answer given in advance is used. */
export async function askApproval(request: ApprovalRequest, beforehand: string): Promise<boolean> {
  screen.line()
  line(
    request.name,
    `${words(request.input ?? request.arguments)}. ${request.reason ?? ''}`,
    '▲',
    paint.yellow,
  )
  const isAsked = isTerminal && process.stdin.isTTY
  if (!isAsked) screen.line(beforehand, { mark: 'you  ', markStyle: paint.bold })
  const meaning = (typed: string) => (/^\s*n/i.test(typed) ? 'no' : 'yes')
  const answer = isAsked ? await screen.ask('you  ', 'Enter allows it, n does not:', meaning) : beforehand
  return answer !== 'no'
}

export function summary({ messages, speakers, done, processes }: Talk, began: number): void {
  const parts = messages.flatMap((message) => message.parts)
  const [calls, results] = ['tool-call', 'tool-result'].map(
    (type) => parts.filter((part) => part.type === type).length,
  )
  screen.bare()
  const models = new Set(speakers)
  screen.line(`${speakers.length} turns of ${models.size} models`, { mark: '   ', style: paint.bold })
  screen.line([...models].join(' · '), { mark: '   ', style: paint.dim })
  screen.bare()
  screen.line(`${calls} calls, ${results} results`, { mark: '   ', style: paint.bold })
  const room = Math.max(...done.map(({ name }) => name.length)) + 2
  for (const each of done)
    screen.line(each.name.padEnd(room) + where(each), {
      mark: '   ',
      style: paint.dim,
      aside: each.ending === 'denied' ? '' : milliseconds(each.milliseconds),
    })
  screen.bare()
  const text = `${processes.length} processes, ${milliseconds(Date.now() - began)}, no request left this machine`
  screen.line(text, { mark: '   ', style: paint.dim })
  screen.bare()
}

function where({ ending, place }: Done): string {
  if (ending === 'denied') return 'not allowed'
  return ending === 'failed' ? `failed in ${place}` : place
}

function milliseconds(time: number): string {
  return time < 1000 ? `${Math.round(time)} ms` : `${(time / 1000).toFixed(1)} s`
}
