import { describe } from 'vitest'
import { asJson } from '../../src/base/json/read-json.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Conversation, Message, ModelResponse, Part, ResultPart } from '../../src/base/model/types.js'
import { haystack } from '../support/inventory.js'
import { forEachAdapter, holdsFor, someExchangesOf } from '../support/law.js'
import { stored } from '../support/values.js'

/**
 * Changes one aspect of a part, so that `mark` must appear in the output. Returns undefined if the part lacks
 * this aspect.
 */
type Edit = (part: Part, mark: string) => Part | undefined

/** Calls of vendor-defined tools are named by their type. */
const HAS_NAME: readonly string[] = ['function', 'custom']

const EDITS: Readonly<Record<string, Edit>> = {
  text: (part, mark) => (part.type === 'text' ? { ...part, text: mark } : undefined),
  arguments: (part, mark) =>
    part.type === 'tool-call' &&
    part.kind !== 'custom' &&
    part.arguments !== undefined &&
    !part.providerExecuted
      ? { ...part, arguments: { ...part.arguments, edited: mark } }
      : undefined,
  'arguments of calls that were cut or malformed': (part, mark) =>
    part.type === 'tool-call' && part.status !== 'complete' && part.kind !== 'custom'
      ? { ...part, status: 'complete', arguments: { edited: mark } }
      : undefined,
  'free text input': (part, mark) =>
    part.type === 'tool-call' && part.kind === 'custom'
      ? { ...part, status: 'complete', arguments: mark }
      : undefined,
  'names of calls': (part, mark) =>
    part.type === 'tool-call' && HAS_NAME.includes(part.kind) && !part.providerExecuted
      ? { ...part, name: mark }
      : undefined,
  'ids of calls': (part, mark) =>
    part.type === 'tool-call' && !part.providerExecuted && part.minted !== true
      ? { ...part, id: mark }
      : undefined,
  'ids of results': (part, mark) =>
    part.type === 'tool-result' && !part.providerExecuted && part.minted !== true
      ? { ...part, callId: mark }
      : undefined,
  outputs: (part, mark) =>
    part.type === 'tool-result' && !part.providerExecuted
      ? { ...part, output: { type: 'text', value: mark }, isError: false }
      : undefined,
  'outputs that become errors': (part, mark) =>
    part.type === 'tool-result' && !part.providerExecuted
      ? { ...part, output: { type: 'error-text', value: mark }, isError: true }
      : undefined,
  'JSON outputs': (part, mark) =>
    part.type === 'tool-result' && !part.providerExecuted
      ? { ...part, output: { type: 'json', value: { edited: mark } }, isError: false }
      : undefined,
  media: (part, mark) =>
    part.type === 'media' && part.source.type === 'url'
      ? { ...part, source: { type: 'url', url: mark } }
      : undefined,
  // Sound is sent in pieces, which would cut the mark.
  'data of media': (part, mark) =>
    part.type === 'media' && part.kind !== 'audio' && part.source.type === 'data'
      ? { ...part, source: { type: 'data', data: mark } }
      : undefined,
  'names of files': (part, mark) =>
    part.type === 'media' && part.filename !== undefined ? { ...part, filename: mark } : undefined,
}

/** Returns the message with all possible edits, and adds the inserted marks to `marks`. */
function edited({ parts, ...message }: Message, edit: Edit, marks: string[], index: number): Message {
  return { ...message, parts: editedParts(parts, edit, marks, `edited_${index}`) }
}

function editedParts(parts: readonly Part[], edit: Edit, marks: string[], start: string): Part[] {
  return parts.map((part, position) => {
    const mark = `${start}_${position}`
    const changed = edit(part, mark)
    if (changed !== undefined) marks.push(mark)
    return changed ?? editedInside(part, edit, marks, mark)
  })
}

/** Edits the parts inside a result of the client. */
function editedInside(part: Part, edit: Edit, marks: string[], start: string): Part {
  if (part.type !== 'tool-result' || part.providerExecuted || part.output.type !== 'content') return part
  const value = editedParts(part.output.value, edit, marks, start).filter(isResultPart)
  return { ...part, output: { type: 'content', value } }
}

function isResultPart(part: Part): part is ResultPart {
  return part.type === 'text' || part.type === 'media' || part.type === 'opaque'
}

function absent(marks: readonly string[], native: object): string[] {
  const text = haystack(asJson(native))
  return marks.filter((mark) => !text.includes(mark))
}

function editConversation(conversation: Conversation, edit: Edit, marks: string[]): Conversation {
  const messages = conversation.messages.map((message, index) => edited(message, edit, marks, index))
  return { ...conversation, messages }
}

function editResponse(response: ModelResponse, edit: Edit, marks: string[]): ModelResponse {
  return { ...response, message: edited(response.message, edit, marks, 0) }
}

function warnings(notices: readonly Notice[]): number {
  return notices.filter(({ severity }) => severity === 'warning').length
}

const SETTINGS = { maxOutputTokens: 4321, temperature: 0.123, topP: 0.456 } as const

/** Settings that another value came back for, without a warning about this very setting. */
function silentSettings(again: Conversation, notices: readonly Notice[]): string[] {
  const isTold = (name: string) =>
    notices.some(
      ({ code, severity, path }) =>
        code === 'setting-dropped' && severity === 'warning' && path === `/${name}`,
    )
  return (['maxOutputTokens', 'temperature', 'topP'] as const).flatMap((name) =>
    again[name] === SETTINGS[name] || (again[name] === undefined && isTold(name))
      ? []
      : [`setting ${name}: ${again[name]}`],
  )
}

describe('law 10: an edit of a canonical value changes the output, or a notice states the reason', () => {
  for (const [title, edit] of Object.entries(EDITS)) {
    forEachAdapter(title, ['request', 'writing'], ({ wire, adapter }) => {
      holdsFor(someExchangesOf(wire), ({ request, response }) => {
        const problems: string[] = []
        if (request !== undefined) {
          const marks: string[] = []
          const conversation = editConversation(stored(adapter.decodeRequest(request).value), edit, marks)
          const { value: native, notices } = adapter.encodeRequest(conversation)
          const lost = absent(marks, stored(native))
          if (lost.length > warnings(notices))
            problems.push(`request: ${lost.slice(0, 3).join(', ')} of ${marks.length} not found`)
        }
        if (response !== undefined) {
          const marks: string[] = []
          const value = editResponse(stored(adapter.decodeResponse(response).value), edit, marks)
          const { value: native, notices } = adapter.encodeResponse(value)
          const lost = absent(marks, stored(native))
          if (lost.length > warnings(notices))
            problems.push(`response: ${lost.slice(0, 3).join(', ')} of ${marks.length} not found`)
        }
        return problems
      })
    })
  }

  forEachAdapter('tool definitions and settings', ['http'], ({ wire, adapter }) => {
    holdsFor(someExchangesOf(wire), ({ request }) => {
      if (request === undefined) return undefined
      const conversation = stored(adapter.decodeRequest(request).value)
      const names: string[] = []
      const tools = conversation.tools?.map((tool, index) => {
        if (tool.type === 'provider') return tool
        names.push(`edited_tool_${index}`, `edited description ${index}`)
        return { ...tool, name: `edited_tool_${index}`, description: `edited description ${index}` }
      })
      const changed = { ...conversation, ...(tools && { tools }), ...SETTINGS }
      const encoded = adapter.encodeRequest(changed)
      const native = stored(encoded.value)
      const lost = absent(names, native)
      return [
        ...(lost.length > 2 * encoded.notices.length ? [`not found: ${lost.join(', ')}`] : []),
        ...silentSettings(adapter.decodeRequest(native).value, encoded.notices),
      ]
    })
  })

  forEachAdapter('what is removed is gone', ['request', 'writing'], ({ wire, adapter }) => {
    holdsFor(someExchangesOf(wire), ({ request }) => {
      if (request === undefined) return undefined
      const conversation = stored(adapter.decodeRequest(request).value)
      const kept = conversation.messages.slice(0, 1)
      const again = adapter.decodeRequest(
        stored(adapter.encodeRequest({ ...conversation, messages: kept }).value),
      ).value
      return again.messages.length <= 1 ? undefined : `${again.messages.length} messages of 1`
    })
  })
})
