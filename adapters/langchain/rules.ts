import { arrayOr, at, isArray, isObject, objectsIn, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { callIdsUnique, callsAnswered, resultsCalled } from '../../src/lint/checks.js'
import type { Check, Rule, RuleText } from '../../src/lint/rule.js'
import type { MessageView, PartView, RequestView, TurnView } from '../../src/lint/view.js'
import { createContext } from '../../src/model/context.js'
import { isCallBlock } from './calls.js'
import { type Opened, openMessage } from './forms.js'
import { CALL_BLOCKS, CLASSES, ROLES } from './maps.js'

/** A message of a request, whatever its form, with its place. */
interface Found extends Opened {
  readonly native: JsonValue
  readonly path: string
}

function messagesOf({ messages }: JsonObject): Found[] {
  return arrayOr(messages, []).flatMap((native, index) => {
    const path = at('/messages', index)
    try {
      return [{ ...openMessage(native, path, createContext('langchain')), native, path }]
    } catch {
      return []
    }
  })
}

function isAnswer({ type }: Found): boolean {
  return ROLES.get(type) === 'assistant'
}

function contentOf({ fields }: Found): readonly JsonObject[] {
  return objectsIn(fields.content ?? fields.content_blocks)
}

/** Calls of a message; those in its content only when they are told nowhere else. */
function callsOf(message: Found): PartView[] {
  const listed = objectsIn(message.fields.tool_calls).map((call, index) =>
    partOf(call, `${message.path}/tool_calls/${index}`),
  )
  const ids = new Set(listed.map(({ id }) => id?.text))
  const blocks = contentOf(message).flatMap((block, index) => {
    const isOwn = isCallBlock(block) && CALL_BLOCKS[stringOr(block.type, '')]?.[1] === false
    const part = partOf(block, `${message.path}/content/${index}`)
    return isOwn && !ids.has(part.id?.text) ? [part] : []
  })
  return [...listed, ...blocks]
}

function partOf(call: JsonObject, path: string): PartView {
  return { kind: 'call', path, id: { text: stringOr(call.id, ''), path: `${path}/id` } }
}

function resultOf({ fields, path }: Found): PartView {
  return {
    kind: 'result',
    path,
    id: { text: stringOr(fields.tool_call_id, ''), path: `${path}/tool_call_id` },
  }
}

function viewOf(request: JsonObject): RequestView {
  const messages = messagesOf(request).map((message): MessageView => {
    const isTool = ROLES.get(message.type) === 'tool'
    const parts = isAnswer(message) ? callsOf(message) : isTool ? [resultOf(message)] : []
    return { role: message.type, path: message.path, isEmpty: false, parts }
  })
  const turns: TurnView[] = []
  for (const { role, parts } of messages) {
    const isModels = ROLES.get(role) === 'assistant'
    const before = turns.at(-1)
    if (before !== undefined && !isModels && !before.isModels)
      turns[turns.length - 1] = { isModels, parts: [...before.parts, ...parts] }
    else turns.push({ isModels, parts })
  }
  return { messages, turns, instructions: [], tools: [] }
}

/** Refuses what a function finds in a message. */
function none(find: (message: Found) => readonly string[], says: string): Check {
  return (request, report) => {
    for (const message of messagesOf(request)) for (const path of find(message)) report(path, says)
  }
}

const DOCS = 'https://docs.langchain.com/oss/javascript/langchain/messages'
const CORE = '@langchain/core 1.4.0'

function rule(
  id: string,
  severity: Rule['severity'],
  summary: string,
  check: Check,
  more: Partial<RuleText> = {},
): Rule {
  return { id: `LANGCHAIN-${id}`, severity, summary, evidence: CORE, ...more, check }
}

const PAIRING: Partial<RuleText> = {
  error: 'INVALID_TOOL_RESULTS',
  evidence: 'https://github.com/langchain-ai/langchainjs/issues/6621',
}

/** What LangChain itself and the providers behind it make of messages. It checks hardly anything when they are made. */
export const rules: readonly Rule[] = [
  rule(
    'PAIR-01',
    'warning',
    'A ToolMessage with its id follows each call before the next message of the user or the model.',
    (request, report) => callsAnswered(viewOf(request), report),
    PAIRING,
  ),
  rule(
    'PAIR-02',
    'warning',
    'A ToolMessage answers a call of the AI message before it; trimming a history cuts such pairs.',
    (request, report) => resultsCalled('whole')(viewOf(request), report),
    PAIRING,
  ),
  rule('ID-01', 'warning', 'Every call has an id, and every ToolMessage names one.', (request, report) => {
    for (const { parts } of viewOf(request).messages)
      for (const { id } of parts) if (id?.text === '') report(id.path, 'the id is missing')
  }),
  rule('ID-02', 'warning', 'The ids within an AI message differ.', (request, report) =>
    callIdsUnique(viewOf(request), report),
  ),
  rule(
    'ARG-01',
    'error',
    'The args of a call are an object; nothing checks that when a message is made.',
    none(
      (message) =>
        objectsIn(message.fields.tool_calls).flatMap(({ args }, index) =>
          args === undefined || isObject(args) ? [] : [`${message.path}/tool_calls/${index}/args`],
        ),
      'the args are no object',
    ),
  ),
  rule(
    'INVALID-01',
    'info',
    'Calls among invalid_tool_calls are sent to no provider, so their results answer nothing.',
    none(
      (message) =>
        objectsIn(message.fields.invalid_tool_calls).map(
          (_, index) => `${message.path}/invalid_tool_calls/${index}`,
        ),
      'the call cannot be run, and is not sent on',
    ),
    { evidence: DOCS },
  ),
  rule(
    'SERVER-01',
    'warning',
    'Calls that the provider ran are answered inside the same message, never by a ToolMessage.',
    (request, report) => {
      const messages = messagesOf(request)
      const executed = messages
        .flatMap(contentOf)
        .filter(({ type }) => CALL_BLOCKS[stringOr(type, '')]?.[1] === true)
      const ids = new Set(executed.map(({ id }) => id))
      for (const { fields, path } of messages)
        if (typeof fields.tool_call_id === 'string' && ids.has(fields.tool_call_id))
          report(`${path}/tool_call_id`, 'the provider ran this call itself')
    },
    { evidence: DOCS },
  ),
  rule(
    'FORMAT-01',
    'warning',
    'The id of a constructor is langchain_core, messages and a class, or load refuses it.',
    none(({ native, path }) => {
      const id = isObject(native) && native.lc !== undefined && isArray(native.id) ? native.id : undefined
      if (id === undefined) return []
      const isKnown = id[0] === 'langchain_core' && id[1] === 'messages' && isClass(id.at(-1))
      return isKnown ? [] : [`${path}/id`]
    }, 'load does not know this class'),
    { error: 'Invalid namespace' },
  ),
  rule(
    'FORMAT-02',
    'error',
    'A stored message is of type human, ai, system, function, tool or generic.',
    none(
      ({ metadata, type, path }) =>
        metadata.form !== 'stored' || (CLASSES[type] !== undefined && type !== 'remove')
          ? []
          : [`${path}/type`],
      'no message is made of this type',
    ),
    { error: 'Got unexpected type' },
  ),
  rule(
    'FORMAT-03',
    'warning',
    'A stored message of version 1 has its content under that name, too, or it is read as empty.',
    none(
      ({ metadata, fields, path }) =>
        metadata.form === 'stored' && fields.content === undefined && isArray(fields.content_blocks)
          ? [`${path}/data/content_blocks`]
          : [],
      'mapStoredMessagesToChatMessages reads no content here',
    ),
  ),
]

function isClass(name: JsonValue | undefined): boolean {
  const bare = stringOr(name, '').replace(/Chunk$/, '')
  return Object.values(CLASSES).some((title) => `${title}Message` === bare)
}
