import { outputText } from '../adapter/results.js'
import type { JsonValue } from '../json/types.js'
import type { Conversation, Message, Part } from '../model/types.js'
import { type Noise, type NormalRequest, normalRequest } from './match.js'

/**
 * What a conversation says, whatever the wire: the texts, calls and results in order, without ids, metadata, reasoning
 * and settings. Two requests with the same essence ask the same of different providers.
 */
export function essence({ messages }: Conversation): JsonValue {
  return messages.flatMap(({ parts, role }) => mergeTexts(parts.flatMap((part) => partEssence(part, role))))
}

/** The request as it is compared with recordings of other wires. */
export function normalizeEssence(conversation: Conversation, noise?: Noise): NormalRequest {
  return normalRequest('conversation', essence(conversation), noise)
}

type Said = readonly [what: string, ...details: JsonValue[]]

function partEssence(part: Part, role: Message['role']): Said[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [[role, part.text.trim()]]
    case 'tool-call':
      return part.providerExecuted
        ? []
        : [['call', plainName(part.name), part.arguments ?? part.rawArguments ?? '']]
    case 'tool-result':
      return part.providerExecuted ? [] : [['result', outputText(part.output).trim(), part.isError]]
    case 'media':
      return [[role, `[${part.kind}]`]]
    default:
      return []
  }
}

/** Wires cut text into parts in different ways. */
function mergeTexts(said: readonly Said[]): JsonValue[] {
  const merged: Said[] = []
  for (const item of said) {
    const last = merged.at(-1)
    const [what, text] = item
    if (last !== undefined && last[0] === what && isText(what))
      merged.splice(-1, 1, [what, `${last[1]}\n${text}`])
    else merged.push(item)
  }
  return merged
}

function isText(what: string): boolean {
  return what !== 'call' && what !== 'result'
}

/** A tool's name as far as every wire can write it: other characters and the hash that `fit` adds do not count. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '_').replace(/_[0-9a-f]{8}$/, '')
}
