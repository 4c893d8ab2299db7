import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  at,
  expectArray,
  expectObject,
  expectString,
  isArray,
  isObject,
  objectIn,
} from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { ROLES } from '../../src/base/model/constants.js'
import type { Context } from '../../src/base/model/context.js'
import { mintId } from '../../src/base/model/ids.js'
import { metadataOf, type OwnMetadata } from '../../src/base/model/metadata.js'
import type { Message, Part } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import { extraOf, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import { decodePart, encodePart } from './parts.js'
import { asPackages, asWires } from './ran.js'
import { joinReasoning, splitReasoning } from './reasoning.js'
import { opened, originOf, type PartPlace, withOrigin } from './slots.js'
import { fromUiPart, toTool, toUiPart } from './ui-parts.js'

const FIELDS: Fields = { role: 'string', parts: 'any' }

/** Returns true for a UI message: it has `parts` instead of `content`. */
export function isUiMessage({ parts, content }: JsonObject): boolean {
  return isArray(parts) && content === undefined
}

interface UiStep {
  readonly parts: Part[]
  readonly results: Part[]
  /** The native parts in the form of a prompt. */
  readonly native: JsonObject[]
  /** The members of the `step-start` part with which the step starts. Undefined without such a part. */
  readonly mark: JsonObject | undefined
}

/**
 * Decodes a UI message. It contains all steps of the assistant: each step becomes a message, and so do its
 * results.
 */
export function decodeUiMessage(message: JsonObject, context: Context): Message[] {
  const [native, , kept] = opened(message, 'metadata')
  const said = expectString(native.role, `${context.path}/role`)
  const role = ROLES.find((one) => one === said && one !== 'tool') ?? 'user'
  const own = (entries: object, isFirst: boolean) =>
    metadataFor(isFirst ? native : {}, FIELDS, context, {
      form: 'ui',
      continued: isFirst ? undefined : true,
      role: isFirst && role !== said ? said : undefined,
      ...entries,
    })
  const messages: Message[] = []
  for (const { parts, results, native: list, mark } of stepsOf(native.parts, role, context)) {
    messages.push(
      compact({
        role,
        parts: asWires(joinReasoning(parts, context), context),
        origin: role === 'assistant' ? originOf(list, 'providerOptions', context) : undefined,
        providerMetadata: own(markEntries(mark), messages.length === 0),
      }),
    )
    if (results.length > 0)
      messages.push(compact({ role: 'tool' as const, parts: results, providerMetadata: own({}, false) }))
  }
  const [first, ...more] = messages
  return first === undefined ? [] : [withCarried(first, kept), ...more]
}

/** Returns the metadata of a step that starts with a `step-start` part. The part has other members in some programs. */
function markEntries(mark: JsonObject | undefined): object {
  if (mark === undefined) return {}
  return { place: 'step', body: Object.keys(mark).length === 0 ? undefined : mark }
}

/** Returns the `step-start` part of a message from its metadata. */
export function stepStart(metadata: OwnMetadata | undefined): JsonObject {
  return { type: 'step-start', ...objectIn(metadata?.body) }
}

function stepsOf(value: JsonValue | undefined, role: Message['role'], context: Context): readonly UiStep[] {
  const { path } = context
  const newStep = (mark?: JsonObject): UiStep => ({ parts: [], results: [], native: [], mark })
  const steps = [newStep()]
  expectArray(value, `${path}/parts`).forEach((item, index) => {
    const place = at(`${path}/parts`, index)
    const native = expectObject(item, place)
    const { type, ...mark } = native
    if (type === 'step-start' && role === 'assistant') {
      steps.push(newStep(mark))
      return
    }
    const step = steps.at(-1)
    const { part, result } = fromUiPart(native)
    const call = decodePart(part, { slot: 'providerOptions', role }, { ...context, path: place })
    step?.native.push(part)
    step?.parts.push(call)
    if (result === undefined) return
    const isExecuted = call.type === 'tool-call' && call.providerExecuted
    const stands: PartPlace = { slot: 'providerOptions', role: isExecuted ? 'assistant' : 'tool' }
    const list = isExecuted ? step?.parts : step?.results
    list?.push(decodePart(result, stands, { ...context, path: place }))
  })
  const [before, ...marked] = steps
  return before === undefined || (before.parts.length === 0 && marked.length > 0) ? marked : steps
}

/** A UI message during encoding. Later steps and results are added to it. */
interface UiMessageDraft {
  readonly first: Message
  readonly path: string
  readonly parts: JsonObject[]
  /** Calls in the form of a prompt, by id, with their index among the parts. */
  readonly calls: Map<
    JsonValue | undefined,
    { readonly call: JsonObject; readonly index: number; isDone: boolean }
  >
}

function newDraft(first: Message, path: string): UiMessageDraft {
  return { first, path, parts: [], calls: new Map() }
}

/** Encodes UI messages. Consecutive assistant and tool messages become one UI message. */
export function encodeUiMessages(messages: readonly Message[], context: Context, start = 0): JsonObject[] {
  const drafts: UiMessageDraft[] = []
  messages.forEach((message, index) => {
    const path = at('/messages', index + start)
    const { role } = message
    const metadata = metadataOf(message, context)
    const open = drafts.at(-1)
    const isNew = metadata?.form === 'ui' && metadata.continued !== true
    const joins = open?.first.role === 'assistant' && (role === 'tool' || (role === 'assistant' && !isNew))
    const draft = joins ? open : newDraft(message, path)
    if (!joins && role !== 'tool') drafts.push(draft)
    if (role === 'assistant' && (metadata?.form !== 'ui' || metadata.place === 'step'))
      draft.parts.push(stepStart(metadata))
    addParts(draft, message, { ...context, path })
  })
  return drafts.map((draft) => nativeMessage(draft, context))
}

function addParts(draft: UiMessageDraft, message: Message, context: Context): void {
  const { path } = context
  const { role, origin } = message
  const made = message.parts.flatMap((part) => (part.type === 'tool-call' ? part.id : []))
  const calls = new Set([...draft.calls.keys(), ...made].flatMap((id) => (typeof id === 'string' ? id : [])))
  const place: PartPlace = { slot: 'providerOptions', role, origin, calls, isUi: true }
  const added: { readonly native: JsonValue; readonly path: string }[] = asPackages(
    message.parts,
    context,
  ).flatMap((part, index) =>
    splitReasoning(part, context).flatMap((piece) => {
      const partPath = at(`${path}/parts`, index)
      const native = encodePart(piece, place, { ...context, path: partPath })
      return native === undefined ? [] : { native, path: partPath }
    }),
  )
  const told = withOrigin(
    added.map(({ native }) => native),
    place,
    context,
  )
  told.forEach((value, index) => {
    const native = objectIn(role === 'assistant' ? value : added[index]?.native)
    const partPath = added[index]?.path ?? path
    if (native.type === 'tool-result') addResult(draft, native, { ...context, path: partPath })
    else if (native.type === 'tool-call') {
      draft.calls.set(native.toolCallId, { call: native, index: draft.parts.length, isDone: false })
      draft.parts.push(toTool(native, undefined))
    } else draft.parts.push(toUiPart(native))
  })
}

function addResult(draft: UiMessageDraft, result: JsonObject, context: Context): void {
  const known = draft.calls.get(result.toolCallId)
  if (known === undefined || known.isDone) {
    dropPart(known ? 'a second result for a call' : 'a result without its call', context)
    return
  }
  known.isDone = result.preliminary !== true
  draft.parts[known.index] = toTool(known.call, result)
}

function nativeMessage({ first, path, parts }: UiMessageDraft, context: Context): JsonObject {
  const metadata = metadataOf(first, context)
  const slot = carried(first, context, ['origin'])
  const before = extraOf(metadata).metadata
  const kept = slot && { ...(isObject(before) ? before : {}), [CARRIED]: slot }
  const role = typeof metadata?.role === 'string' ? metadata.role : first.role
  const fresh = { role, parts, metadata: kept }
  return withExtras(fresh, metadata, { id: mintId(path, role, '') })
}
