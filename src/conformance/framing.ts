import type { JsonValue } from '../base/json/json-types.js'
import { parseExact, stringifyExact, tryParseJson } from '../base/json/parse.js'
import type { CaseApi, CaseEvent } from './case.js'
import type { NativeEvent } from './reading.js'

/** APIs whose streams are lines of JSON. Converse is framed so in cases, with the type of each event. */
const IN_LINES: readonly CaseApi[] = ['ollama-chat', 'bedrock-converse', 'canonical']

/** Writes the events of a case as the bytes of a stream. */
export function streamText(api: CaseApi, stream: string | readonly CaseEvent[]): string {
  if (typeof stream === 'string') return stream
  return stream.map((event) => frame(api, event)).join('')
}

function frame(api: CaseApi, { event, data }: CaseEvent): string {
  const text = typeof data === 'string' ? data : stringifyExact(data)
  if (api === 'bedrock-converse') return `{${stringifyExact(event ?? '')}:${text}}\n`
  if (IN_LINES.includes(api)) return `${text}\n`
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}

/** Reads the bytes of a stream as events. */
export function streamEvents(api: CaseApi, text: string): readonly NativeEvent[] {
  if (api === 'canonical') return [eventOf(undefined, text)]
  const lines = text.split(/\r\n|\n|\r/)
  if (!IN_LINES.includes(api)) return serverSentEvents(lines)
  const filled = lines.filter((line) => line.trim() !== '')
  return api === 'bedrock-converse'
    ? filled.map(converseEvent)
    : filled.map((line) => eventOf(undefined, line))
}

function converseEvent(line: string): NativeEvent {
  const event = eventOf(undefined, line)
  const [[name, data] = []] = Object.entries(event.data ?? {})
  return { ...event, name, data }
}

function eventOf(name: string | undefined, text: string): NativeEvent {
  return { name, text, data: exactOrUndefined(text) }
}

function exactOrUndefined(text: string): JsonValue | undefined {
  return tryParseJson(text) === undefined ? undefined : parseExact(text)
}

/** Reads server-sent events by the HTML standard. */
function serverSentEvents(lines: readonly string[]): readonly NativeEvent[] {
  const events: NativeEvent[] = []
  let [name, data]: [string | undefined, string[]] = [undefined, []]
  for (const line of [...lines, '']) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (line === '') {
      if (data.length > 0) events.push(eventOf(name, data.join('\n')))
      ;[name, data] = [undefined, []]
    } else if (field === 'event') name = value
    else if (field === 'data') data.push(value)
  }
  return events
}
