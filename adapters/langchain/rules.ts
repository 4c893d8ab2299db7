import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, at, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import {
  callIdsUnique,
  callsAnswered,
  each,
  idsIn,
  none,
  resultsCalled,
} from '../../src/translate/lint/checks.js'
import { pairedResults, pairedWithText } from '../../src/translate/lint/fix-with-fit.js'
import {
  type Found,
  fieldOf,
  listAt,
  objectsOf,
  those,
  typeOf,
  within,
} from '../../src/translate/lint/found.js'
import { type RuleRows, rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import {
  type MessageView,
  type PartView,
  type RequestView,
  type TurnView,
  textAt,
} from '../../src/translate/lint/view.js'
import { isCallBlock } from './calls.js'
import { type OpenedMessage, openMessage } from './forms.js'
import { limits } from './limits.js'
import { CALL_BLOCKS, CLASSES, ROLE_NAMES } from './maps.js'
import { messages } from './messages.js'
import { requestIn } from './request.js'

/** A message of a request in any form, with its fields and path. */
interface NativeMessage extends OpenedMessage, Found {
  readonly native: JsonValue
}

function messagesOf({ messages }: JsonObject): NativeMessage[] {
  return arrayOr(messages, []).flatMap((native, index) => {
    const path = at('/messages', index)
    try {
      const opened = openMessage(native, { ...createContext('langchain'), path })
      return [{ ...opened, value: opened.fields, native, path }]
    } catch {
      return []
    }
  })
}

function isAnswer({ type }: NativeMessage): boolean {
  return ROLE_NAMES.get(type) === 'assistant'
}

const listedCalls = listAt('tool_calls')
const invalidCalls = within(messagesOf, listAt('invalid_tool_calls'))

/** Returns the content blocks, also of standard content, which has the same paths. */
function blocksOf({ value, path }: NativeMessage): Found[] {
  return objectsOf(value.content ?? value.content_blocks, `${path}/content`)
}

/** Returns true if the block is a call that this owner runs. */
function isCallOf(owner: 'provider' | 'client', block: Found): boolean {
  return CALL_BLOCKS[typeOf(block)]?.[1] === (owner === 'provider')
}

/** Returns the calls of a message. Calls in the content are used only if they are not listed elsewhere. */
function callsOf(message: NativeMessage): PartView[] {
  const listed = listedCalls(message).map(callPart)
  const ids = new Set(listed.map(({ id }) => id?.text))
  const blocks = blocksOf(message).filter((block) => isCallBlock(block.value) && isCallOf('client', block))
  return [...listed, ...blocks.map(callPart).filter(({ id }) => !ids.has(id?.text))]
}

function callPart(call: Found): PartView {
  return { kind: 'call', path: call.path, id: textAt(call, 'id') }
}

function resultPart(message: NativeMessage): PartView {
  return { kind: 'result', path: message.path, id: textAt(message, 'tool_call_id') }
}

function viewOf(request: JsonObject): RequestView {
  const messages = messagesOf(request).map((message): MessageView => {
    const isTool = ROLE_NAMES.get(message.type) === 'tool'
    const parts = isAnswer(message) ? callsOf(message) : isTool ? [resultPart(message)] : []
    return { role: message.type, path: message.path, isEmpty: false, parts }
  })
  const turns: TurnView[] = []
  for (const { role, parts } of messages) {
    const isModels = ROLE_NAMES.get(role) === 'assistant'
    const before = turns.at(-1)
    if (before !== undefined && !isModels && !before.isModels)
      turns[turns.length - 1] = { isModels, parts: [...before.parts, ...parts] }
    else turns.push({ isModels, parts })
  }
  return { messages, turns, instructions: [], tools: [] }
}

/** Returns calls that are only in the content or only in `tool_calls`, if both contain calls. */
function toldOnce(request: JsonObject): Found[] {
  return messagesOf(request)
    .filter(isAnswer)
    .flatMap((message) => {
      const blocks = blocksOf(message).filter(
        (block) => isCallBlock(block.value) && isCallOf('client', block),
      )
      const listed = listedCalls(message)
      if (blocks.length === 0 || listed.length === 0) return []
      const invalid = listAt('invalid_tool_calls')(message)
      const [inContent, inList] = [new Set(blocks.map(idOf)), new Set([...listed, ...invalid].map(idOf))]
      return [
        ...blocks.filter((block) => !inList.has(idOf(block))),
        ...listed.filter((call) => !inContent.has(idOf(call))),
      ]
    })
}

function idOf({ value: { id } }: Found): JsonValue | undefined {
  return id
}

/** Returns results of provider-executed calls. */
function executedResults(request: JsonObject): Found[] {
  const messages = messagesOf(request)
  const executed = messages.flatMap(blocksOf).filter((block) => isCallOf('provider', block))
  const ids = new Set(executed.map(({ value }) => value.id))
  return messages.filter(({ value: { tool_call_id: id } }) => typeof id === 'string' && ids.has(id))
}

/** Returns true for a constructor that `load` does not know. */
function isUnknownClass({ native }: NativeMessage): boolean {
  const id = isObject(native) && native.lc !== undefined && isArray(native.id) ? native.id : undefined
  return id !== undefined && !(id[0] === 'langchain_core' && id[1] === 'messages' && isClass(id.at(-1)))
}

function isClass(name: JsonValue | undefined): boolean {
  const bare = stringOr(name, '').replace(/Chunk$/, '')
  return Object.values(CLASSES).some((title) => `${title}Message` === bare)
}

/** Finds stored messages that break a condition, with the path of the faulty field. */
function stored(breaks: (message: NativeMessage) => boolean, key: string) {
  return within(messagesOf, (message) =>
    message.metadata.form === 'stored' && breaks(message) ? [{ path: `${message.path}/${key}` }] : [],
  )
}

const DOCS = 'https://docs.langchain.com/oss/javascript/langchain/messages'
const PAIRING = 'https://github.com/langchain-ai/langchainjs/issues/6621'

/** Stores keep open calls, which the provider behind an integration refuses. */
const form = {
  wire: 'langchain',
  codecs: {
    request: requestIn(messages),
    limits: { ...limits, carries: limits.carries?.filter((carried) => carried !== 'open-calls') },
  },
}

const ROWS: RuleRows = {
  'LANGCHAIN-PAIR-01': {
    ...pairedResults(form),
    // A stored list may end while a call runs.
    isFixedByUser: true,
    severity: 'warning',
    summary: 'Each call is followed by a ToolMessage with its id before the next human or AI message.',
    error: 'INVALID_TOOL_RESULTS',
    evidence: PAIRING,
    seen: callsAnswered,
  },
  'LANGCHAIN-PAIR-02': {
    ...pairedWithText(form),
    severity: 'warning',
    summary: 'A ToolMessage answers a call of the AI message before it; trimming a history cuts such pairs.',
    error: 'INVALID_TOOL_RESULTS',
    evidence: PAIRING,
    seen: resultsCalled('whole'),
  },
  'LANGCHAIN-ID-01': {
    severity: 'warning',
    summary: 'Every call has an id, and every ToolMessage names one.',
    seen: each(idsIn, ({ text }) => text === '', 'the id is missing'),
  },
  'LANGCHAIN-ID-02': {
    severity: 'warning',
    summary: 'The call ids within an AI message are unique.',
    seen: callIdsUnique,
  },
  'LANGCHAIN-ARG-01': {
    summary: 'The args of a call are an object; LangChain does not check this when it creates a message.',
    check: each(
      fieldOf(within(messagesOf, listedCalls), 'args'),
      ({ value }) => value !== undefined && !isObject(value),
      'the args are not an object',
    ),
  },
  'LANGCHAIN-DUP-01': {
    severity: 'warning',
    summary: 'Calls in the content and in tool_calls are the same ones: only one of the two is sent on.',
    check: none(toldOnce, 'the call is in only one of the two fields'),
  },
  'LANGCHAIN-INVALID-01': {
    severity: 'info',
    summary: 'Calls in invalid_tool_calls are not sent to the provider, so their results have no call.',
    evidence: DOCS,
    check: none(invalidCalls, 'the call cannot be run, and is not sent on'),
  },
  'LANGCHAIN-SERVER-01': {
    severity: 'warning',
    summary: 'Results of calls that the provider ran are in the same message, never in a ToolMessage.',
    evidence: DOCS,
    check: none(fieldOf(executedResults, 'tool_call_id'), 'the provider ran this call itself'),
  },
  'LANGCHAIN-FORMAT-01': {
    severity: 'warning',
    summary: 'The id of a constructor is langchain_core, messages and a class, or load refuses it.',
    error: 'Invalid namespace',
    check: none(fieldOf(those(messagesOf, isUnknownClass), 'id'), 'load does not know this class'),
  },
  'LANGCHAIN-FORMAT-02': {
    summary: 'A stored message is of type human, ai, system, function, tool or generic.',
    error: 'Got unexpected type',
    check: none(
      stored(({ type }) => CLASSES[type] === undefined || type === 'remove', 'type'),
      'no message class has this type',
    ),
  },
  'LANGCHAIN-FORMAT-03': {
    severity: 'warning',
    summary: 'A stored message of version 1 has the field content, too; otherwise it is read as empty.',
    check: none(
      stored(
        ({ value }) => value.content === undefined && isArray(value.content_blocks),
        'data/content_blocks',
      ),
      'mapStoredMessagesToChatMessages reads no content here',
    ),
  },
}

/**
 * Rules of LangChain and of the providers of its integrations. LangChain checks only a few conditions when
 * messages are created.
 */
export const rules: readonly Rule[] = rulesOf({ limits, viewOf, evidence: '@langchain/core 1.4.0' }, ROWS)
