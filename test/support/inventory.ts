import type { JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { isVendorTool } from '../../src/base/model/calls-to-answer.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Conversation, Message, Part, ToolOutput } from '../../src/base/model/types.js'
import { stringsOf } from './values.js'

/** A piece of content in a conversation, and the strings that identify it. */
export interface Item {
  readonly what: string
  /** JSON Pointer into the canonical conversation. */
  readonly path: string
  readonly needles: readonly string[]
}

/** Returns all content of a canonical conversation for the model. */
export function inventory(conversation: Conversation): Item[] {
  const said = conversation.messages.flatMap((message, index) => itemsOf(message, `/messages/${index}`))
  const tools = (conversation.tools ?? []).map((tool, index) => ({
    what: 'tool',
    path: `/tools/${index}`,
    needles: isVendorTool(tool) ? [] : [tool.name, tool.description ?? ''],
  }))
  return [...said, ...tools].filter(({ needles }) => needles.some((needle) => needle.trim() !== ''))
}

function itemsOf({ parts }: Message, path: string): Item[] {
  return parts.map((part, index) => ({
    what: part.type,
    path: `${path}/parts/${index}`,
    needles: needlesOf(part).filter((needle) => needle.trim() !== ''),
  }))
}

function needlesOf(part: Part): string[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [part.text]
    case 'tool-call':
      return [
        part.name,
        ...(part.arguments === undefined ? [part.rawArguments ?? ''] : stringsOf(part.arguments)),
      ]
    case 'tool-result':
      return outputNeedles(part.output)
    case 'media':
      return stringsOf({ ...part.source, type: '' }).filter((text) => text.length > 4)
    default:
      return []
  }
}

function outputNeedles(output: ToolOutput): string[] {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return [output.value]
    case 'json':
    case 'error-json':
      return stringsOf(output.value)
    case 'content':
      return output.value.flatMap(needlesOf)
    case 'denied':
      return [output.reason ?? '']
  }
}

/** Returns all text of a native body, including text inside JSON texts. */
export function haystack(value: JsonValue): string {
  const strings = stringsOf(value)
  const inner = strings.flatMap((text) => {
    const parsed = /^\s*[[{]/.test(text) ? tryParseJson(text) : undefined
    return parsed === undefined ? [] : stringsOf(parsed)
  })
  return [...strings, ...inner, ...bytesIn(value)].join('\n\u0000\n')
}

/** Returns files stored as byte arrays, as base64. */
function bytesIn(value: JsonValue): string[] {
  if (!isArray(value)) return isObject(value) ? Object.values(value).flatMap(bytesIn) : []
  const bytes = value.filter((item) => typeof item === 'number')
  return bytes.length > 0 && bytes.length === value.length
    ? [Buffer.from(bytes).toString('base64')]
    : value.flatMap(bytesIn)
}

/** Returns the items that the text contains only partly or not at all. Files may have become base64. */
export function missing(items: readonly Item[], text: string): Item[] {
  const holds = (needle: string) =>
    text.includes(needle) || text.includes(Buffer.from(needle).toString('base64'))
  return items.filter(({ needles }) => !needles.every(holds))
}

/** Returns true if the notice is about the path, one of its children or one of its parents. */
export function concerns(notice: Notice, path: string): boolean {
  return notice.path !== '' && (notice.path.startsWith(path) || path.startsWith(`${notice.path}/`))
}
