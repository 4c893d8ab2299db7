import type { JsonArray, JsonObject } from '../../src/base/json/json-types.js'
import { expectObject, expectString, isArray } from '../../src/base/json/read-json.js'
import { asWord, compact } from '../../src/base/json/write-json.js'
import { callsToAnswer } from '../../src/base/model/calls-to-answer.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, ToolResult } from '../../src/base/model/types.js'
import type { MessagesCodec } from '../../src/codec/shape/codecs.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropEmptyMessage, dropPart, reportUnknownRole } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeContent, encodeContent } from './content.js'
import { DEVELOPER, OLDER_TOOL, ROLE_NAMES } from './maps.js'
import { decodeResult, encodeResult, OpenCalls } from './results.js'
import { isRun } from './runs.js'
import { plainSpelling } from './spelling.js'
import { decodeTurn, type TurnStep } from './turn.js'
import { encodeTurn } from './written-turn.js'

const FIELDS: Fields = { role: 'any' }
const WITH_CONTENT: Fields = { ...FIELDS, content: 'any' }

export const messages: MessagesCodec = {
  decode: decodeMessages,
  encode: (canonical, context) => ({ messages: encodeMessages(canonical, context) }),
  encodeResults,
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonObject[] {
  return results.map((result, index) => encodeResult(result, { ...context, path: `/${index}` }))
}

/**
 * Native messages that form one canonical message: consecutive results, or several messages of the model with
 * xAI's tool runs between them.
 */
interface Run {
  readonly kind: 'turn' | 'results' | 'message'
  readonly steps: TurnStep[]
}

function decodeMessages(natives: JsonArray, context: Context): Message[] {
  const calls = new OpenCalls()
  const decoded = runsOf(natives, context).map(({ kind, steps }) => {
    if (kind === 'results') return decodeResults(steps, calls)
    if (kind === 'message') return decodeMessage(steps[0])
    const turn = decodeTurn(steps, { place: steps[0]?.context.path ?? '' }, context)
    calls.begin(callsToAnswer(turn.parts))
    return turn
  })
  return nameResults(decoded)
}

function runsOf(natives: JsonArray, context: Context): Run[] {
  const runs: Run[] = []
  natives.forEach((value, index) => {
    const here = contextAt(context, index)
    const { value: native } = plainSpelling(expectObject(value, here.path))
    const kind = kindOf(expectString(native.role, `${here.path}/role`), native)
    const latest = runs.at(-1)
    const isNext = latest !== undefined && latest.kind === kind && goesOn(native, latest)
    const step = { native, context: here, output: isNext && kind === 'turn' ? latest.steps.length : 0 }
    if (isNext) latest.steps.push(step)
    else runs.push({ kind, steps: [step] })
  })
  return runs
}

function kindOf(role: string, native: JsonObject): Run['kind'] {
  if (role === ROLE_NAMES.assistant || isRun(native)) return 'turn'
  return role === ROLE_NAMES.tool || role === OLDER_TOOL ? 'results' : 'message'
}

/**
 * Returns true if a message continues the turn. Two messages of the model are one turn only if xAI ran a tool
 * between them.
 */
function goesOn(native: JsonObject, { kind, steps }: Run): boolean {
  const before = steps.at(-1)
  return (
    kind === 'results' ||
    (kind === 'turn' && (isRun(native) || (before !== undefined && isRun(before.native))))
  )
}

function decodeResults(steps: readonly TurnStep[], calls: OpenCalls): Message {
  return { role: 'tool', parts: steps.map(({ native, context }) => decodeResult(native, calls, context)) }
}

function decodeMessage(step: TurnStep | undefined): Message {
  const { native = {}, context } = step ?? {}
  if (context === undefined) return { role: 'user', parts: [] }
  const { role, content } = native
  const isSystem = role === ROLE_NAMES.system || role === DEVELOPER
  if (!isSystem && role !== ROLE_NAMES.user) reportUnknownRole(asWord(role), contextAt(context, 'role'))
  const canonical = isSystem ? ('system' as const) : ('user' as const)
  return compact({
    role: canonical,
    parts: decodeContent(content, contextAt(context, 'content')),
    providerMetadata: metadataFor(
      native,
      isArray(content) || typeof content === 'string' ? WITH_CONTENT : FIELDS,
      context,
      {
        role: role === ROLE_NAMES[canonical] ? undefined : role,
        form: isArray(content) || typeof content === 'string' ? undefined : 'absent',
      },
    ),
  })
}

function encodeMessages(canonical: readonly Message[], context: Context): JsonArray {
  return canonical.flatMap((message, index) => {
    const here = { ...context, path: `/messages/${index}` }
    if (message.role === 'assistant') return encodeAnswer(message, here)
    return message.role === 'tool'
      ? encodeToolMessage(message, here)
      : [encodeMessage(message, message.role, here)]
  })
}

/** Returns an empty list if the wire supports none of the parts. */
function encodeAnswer(message: Message, context: Context): JsonObject[] {
  const steps = encodeTurn(message, { isRequest: true }, context)
  return steps.length === 0 ? (dropEmptyMessage(message, context) ?? []) : steps.map(({ native }) => native)
}

function encodeToolMessage({ parts }: Message, context: Context): JsonObject[] {
  return parts.flatMap((part, index) => {
    const here = contextAt(context, 'parts', index)
    return part.type === 'tool-result' ? [encodeResult(part, here)] : (dropPart(part.type, here) ?? [])
  })
}

function encodeMessage(message: Message, role: 'system' | 'user', context: Context): JsonObject {
  const own = metadataOf(message, context)
  const content = encodeContent(message.parts, contextAt(context, 'parts'))
  const isAbsent = content.length === 0 && own?.form === 'absent'
  return withExtras({ role: own?.role ?? ROLE_NAMES[role], content: isAbsent ? undefined : content }, own)
}

/** The keys of this wire's metadata, described in the README of this folder. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys
    extends Record<'calls' | 'deferred' | 'output' | 'outputs' | 'spelling' | 'text', unknown> {}
}
