import { equalJson } from '../../base/json/write-json.js'
import { isHandover } from '../../base/model/calls-to-answer.js'
import { isOwn, mapAllParts, mapMessages, mapOutput, mapParts } from '../../base/model/change.js'
import { metadataOf, type OwnMetadata, withMetadata, withoutKey } from '../../base/model/metadata.js'
import type {
  Conversation,
  Message,
  OpaquePart,
  Part,
  ProviderMetadata,
  ResultPart,
  ToolResult,
} from '../../base/model/types.js'
import { dropHandover, dropOpaque, dropSource } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

const NOTHING_LEFT = '(The result holds only content that cannot be shown here.)'

/** Drops parts that only their own wire can decode: opaque parts and citations of other wires. */
export function dropForeignParts(conversation: Conversation, fit: FitContext): Conversation {
  return mapAllParts(conversation, fit, (part, message) => keepReadable(part, message, fit))
}

export function keepReadable(part: Part, message: Message, fit: FitContext): Part | undefined {
  if (part.type === 'opaque') return keepOpaque(part, fit)
  if (part.type === 'tool-result') return cleanResult(part, fit)
  if (part.type !== 'source' || fit.limits.carries?.includes('source') || isOwn(part, message, fit.wire))
    return part
  return dropSource(part, { ...fit, path: fit.pathOf(part) })
}

/** Returns true if the target understands the opaque part. */
export function isUnderstood({ wire }: OpaquePart, fit: FitContext): boolean {
  return wire === fit.wire && fit.limits.vendorParts !== false
}

function keepOpaque<Opaque extends Extract<ResultPart, { type: 'opaque' }>>(
  part: Opaque,
  fit: FitContext,
): Opaque | undefined {
  if (isUnderstood(part, fit) || fit.limits.carries?.includes('opaque')) return part
  const here = { ...fit, path: fit.pathOf(part) }
  return isHandover(part) ? dropHandover(part, here) : dropOpaque(part, here)
}

function toldOpaque(part: OpaquePart, fit: FitContext): ResultPart | undefined {
  if (part.text === undefined || fit.limits.carries?.includes('opaque') || isUnderstood(part, fit))
    return keepOpaque(part, fit)
  fit.report({
    code: 'opaque-as-text',
    severity: 'info',
    path: fit.pathOf(part),
    message: `a part that only ${part.wire} understands is sent as text`,
  })
  return { type: 'text', text: part.text }
}

function cleanResult(result: ToolResult, fit: FitContext): ToolResult {
  const clean = mapOutput(result, fit, (part) => (part.type === 'opaque' ? toldOpaque(part, fit) : part))
  const { output } = clean
  if (clean === result || output.type !== 'content' || output.value.length > 0) return clean
  return { ...result, output: { type: 'text', value: NOTHING_LEFT } }
}

/**
 * Withholds reasoning, and every `signature`, from every wire and model except the author: providers reject
 * signatures of other providers. The input conversation keeps both, so a later turn can be sent to the author
 * again.
 */
export function holdBackReasoning(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.carries?.includes('reasoning')) return conversation
  return mapMessages(conversation, fit, (message) => {
    const otherModel = isFromOtherModel(message, fit)
    const goesBack = takesThinking(message, fit)
    const author = otherModel || fit.model === undefined ? undefined : authorOf(message, fit)
    const shared = (part: Part) => (author === undefined ? part : withSharedSignature(part, author, fit))
    const kept = mapParts(message, fit, (part) =>
      goesBack && part.type === 'reasoning'
        ? part
        : holdBack(shared(withIssued(part, fit)), message, otherModel, fit),
    )
    return otherModel ? withoutSignature(kept, fit) : kept
  })
}

/**
 * Returns a call with the signature that the target's provider issued when the provider was called through
 * another format: `issuer` in its metadata, or `Limits.callSignatures`.
 */
export function withIssued<Any extends Part>(
  part: Any,
  fit: Pick<FitContext, 'limits' | 'wire' | 'derive'>,
): Any {
  if (part.type !== 'tool-call' || metadataOf(part, fit)?.signature !== undefined) return part
  const { callSignatures } = fit.limits
  const issued = Object.entries(part.providerMetadata ?? {}).find(
    ([wire, { issuer }]) => issuer === fit.wire || wire === callSignatures,
  )
  const signature = issued?.[1].signature ?? ''
  if (signature === '') return part
  return fit.derive(part, withMetadata(part, { ...metadataOf(part, fit), signature }, fit))
}

/**
 * Returns reasoning with the signature that the same model issued on another wire, if the signature is valid
 * on the target's wire: `Limits.sharedReasoning`.
 * @param author the model that wrote the reasoning, or an empty text if it is not known.
 */
export function withSharedSignature<Any extends Part>(
  part: Any,
  author: string,
  fit: Pick<FitContext, 'limits' | 'wire' | 'derive'>,
): Any {
  const { sharedReasoning: shared } = fit.limits
  if (part.type !== 'reasoning' || shared === undefined || metadataOf(part, fit) !== undefined) return part
  const { signature, ...marks } = metadataOf(part, shared) ?? {}
  if (typeof signature !== 'string' || signature === '' || !shared.models.test(author)) return part
  const { theirs, own } = shared.redacted
  const form = hasAll(marks, theirs) ? own : {}
  return fit.derive(part, withMetadata(part, { signature, ...form }, fit))
}

function hasAll(metadata: OwnMetadata, marks: OwnMetadata): boolean {
  return equalJson({ ...metadata, ...marks }, metadata)
}

/**
 * Returns true if the target accepts the message's thinking from any author. Thinking without text or calls
 * is excluded, since it is not an answer.
 */
function takesThinking({ parts }: Message, { limits: { thinkingBack } }: FitContext): boolean {
  const isWanted = thinkingBack === 'in-text' || typeof thinkingBack === 'object'
  return isWanted && parts.some(({ type }) => type !== 'reasoning')
}

function holdBack(part: Part, message: Message, otherModel: boolean, fit: FitContext): Part | undefined {
  if (part.type === 'opaque') return part
  if (part.type !== 'reasoning') return otherModel ? withoutSignature(part, fit) : part
  const isMarked = part.providerMetadata?.[fit.wire] !== undefined
  const own = fit.limits.bareReasoning === true ? isOwn(part, message, fit.wire) : isMarked
  const isUnwanted = fit.limits.thinkingBack === 'none'
  if (own && !otherModel && !isUnwanted) return part
  fit.report({
    code: 'reasoning-held-back',
    severity: 'info',
    path: fit.pathOf(part),
    message: isUnwanted
      ? 'reasoning is not sent: the target does not accept it'
      : own
        ? 'reasoning of another model is not sent: only the model that wrote it accepts it'
        : 'reasoning of another wire is not sent: only the wire that wrote it accepts it',
  })
  return undefined
}

function isFromOtherModel(message: Message, fit: FitContext): boolean {
  if (message.role !== 'assistant') return false
  const author = authorOf(message, fit)
  return author !== undefined && fit.model !== undefined && !isSameModel(author, fit.model)
}

function authorOf({ origin }: Message, { sourceModel }: FitContext): string | undefined {
  return origin?.model ?? sourceModel
}

/** Matches a suffix that pins a version of a model: a date, three or four digits, or `latest`. */
const VERSION = /^[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3,4}|latest)$/

/**
 * Returns true if two names refer to the same model: the names are equal, or differ only in a version suffix.
 * A path before the name is ignored, and so are a vendor before the name and a version of its host.
 */
export function isSameModel(a: string, b: string): boolean {
  const [short = '', long = ''] = [baseName(a), baseName(b)].sort((x, y) => x.length - y.length)
  return long === short || (long.startsWith(short) && VERSION.test(long.slice(short.length)))
}

/** Matches the name of a model on a host of several vendors: its region, vendor, name and version. */
const HOSTED_NAME = /^(?:[a-z-]+\.)+([a-z][a-z\d-]*?)(?:-v\d+(?::\d+k?)*)?$/

function baseName(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1)
  return HOSTED_NAME.exec(name)?.[1] ?? name
}

function withoutSignature<Value extends { readonly providerMetadata?: ProviderMetadata }>(
  value: Value & object,
  fit: FitContext,
): Value {
  const unsigned = withoutKey(value, 'signature', fit)
  if (unsigned === value) return value
  fit.report({
    code: 'signature-held-back',
    severity: 'info',
    path: fit.pathOf(value),
    message: 'the signature of another model is not sent: only the model that signed accepts it',
  })
  return unsigned
}
