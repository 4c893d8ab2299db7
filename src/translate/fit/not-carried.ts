import type { JsonObject } from '../../base/json/json-types.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { equalJson, without } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import type {
  Conversation,
  ModelResponse,
  Part,
  ProviderError,
  ProviderMetadata,
  ProviderTool,
  ToolDefinition,
} from '../../base/model/types.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import type { CarriedKind } from '../../codec/wire/limits.js'

/**
 * Reports native fields that decoding kept for their own wire and that no other wire has a field for. At most
 * three notices: for settings of the request, for negligible settings, and for fields inside the request.
 * @param conversation the conversation before fitting. Fields of values that a step rewrote are lost as well.
 * @param fitted the conversation after fitting. Data of other wires that the target carries must still be in
 * this conversation.
 */
export function reportNotCarried(conversation: Conversation, fitted: Conversation, fit: FitContext): void {
  const losses = innerFields(conversation, fit)
  if (fit.limits.carries?.includes('metadata')) removeArrived(losses, innerFields(fitted, fit))
  else reportSettings(conversation, fit)
  conversation.tools?.forEach((tool, index) => {
    if (tool.type === 'provider' && tool.wire !== fit.wire && !fit.limits.carries?.includes('provider-tools'))
      addClientTool(tool, `/tools/${index}/value`, losses)
  })
  report(FIELDS, 'fields of another wire on messages, parts or tools are not carried over', losses, fit)
}

function reportSettings(conversation: Conversation, fit: FitContext): void {
  const found: ForeignFields = { weighty: new Map(), negligible: new Map() }
  addForeignFields(conversation, () => '', fit.wire, found)
  const code = 'settings-not-carried'
  report({ code, severity: 'warning' }, 'settings of another wire are not carried over', found.weighty, fit)
  report(
    { code, severity: 'info' },
    'settings that have little effect are not carried over',
    found.negligible,
    fit,
  )
}

/**
 * Returns the fields inside a request, except the fields of reasoning. Reasoning is withheld completely, with
 * a separate notice.
 */
function innerFields({ messages, tools = [] }: Conversation, { wire, pathOf }: FitContext): Losses {
  const losses: Losses = new Map()
  const found: ForeignFields = { weighty: losses, negligible: losses }
  const look = (value: object) => addForeignFields(value, pathOf, wire, found)
  for (const message of messages) {
    look(message)
    for (const part of message.parts) if (part.type !== 'reasoning') forEachValue(part, look)
  }
  tools.forEach(look)
  for (const { parts } of messages)
    for (const part of parts)
      for (const [tool, path] of addedTools(part, wire))
        addForeignFields(tool, () => pathOf(part) + path, wire, found)
  return losses
}

/** Returns the tools that a part of another wire adds in mid-conversation: `settleChanges` declares them. */
function addedTools(part: Part, wire: string): readonly (readonly [tool: ToolDefinition, path: string])[] {
  if (part.type !== 'opaque' || part.wire === wire) return []
  return (part.changes ?? []).flatMap((change, place) => {
    const tools = change.type === 'tools-added' ? change.tools : []
    return tools.map((tool, number) => [tool, `/changes/${place}/tools/${number}`] as const)
  })
}

/** A response without its message. */
type Envelope = Omit<ModelResponse, 'message' | 'error'> & { readonly error?: ProviderError | undefined }

/** Collects the losses of an answer that arrives part by part. */
export interface Losing {
  addPart(part: Part, path: string): void
  /** Adds the content of a field that is partly carried. */
  addField(field: string, path: string): void
  /** Adds the data next to the message, and the metadata of the message. */
  addAnswer(answer: Envelope, messageMetadata: ProviderMetadata | undefined): void
  report(): void
}

export function createLosses(fit: FitContext): Losing {
  const { wire, limits } = fit
  const losses: Losses = new Map()
  const found: ForeignFields = { weighty: losses, negligible: losses }
  const carries = (kind: CarriedKind) => limits.carries?.includes(kind) === true
  const isCarried = (part: Part) => carries('metadata') && (!isExecuted(part) || carries('provider-executed'))
  return {
    addPart(part, path) {
      if (isCarried(part)) return
      forEachValue(part, (value, inside) => addForeignFields(value, () => path + inside, wire, found))
    },
    addField: (field, path) => add(losses, field, () => path),
    addAnswer(answer, messageMetadata) {
      addUnreadError(answer, losses, wire)
      if (carries('metadata')) return
      addForeignFields(answer, () => '', wire, found)
      if (messageMetadata !== undefined)
        addForeignFields({ providerMetadata: messageMetadata }, () => '/message', wire, found)
      addUnreadUsage(answer, losses, wire)
    },
    report: () => report(FIELDS, 'fields of another wire in the response are not carried over', losses, fit),
  }
}

function isExecuted(part: Part): boolean {
  return 'providerExecuted' in part && part.providerExecuted
}

const FIELDS = { code: 'fields-not-carried', severity: 'info' } as const

/**
 * Reports the further answers of a response. On wires with several answers, the adapter decodes one and keeps
 * the others as `alternatives` in its metadata, which only the same wire can encode again.
 */
export function reportAlternatives({ providerMetadata = {} }: Envelope, fit: FitContext): void {
  for (const [wire, { alternatives }] of Object.entries(providerMetadata)) {
    if (wire === fit.wire || !isArray(alternatives)) continue
    fit.report({
      code: 'alternatives-dropped',
      severity: 'warning',
      path: `/providerMetadata/${wire}/alternatives`,
      message: `the response has ${alternatives.length} further answers; only the one that was read is carried over`,
    })
  }
}

/** Visits a part and the parts of its output, with their paths inside the part. */
function forEachValue(part: Part, visit: (value: object, path: string) => void): void {
  visit(part, '')
  if (part.type !== 'tool-result' || part.output.type !== 'content') return
  for (const [index, item] of part.output.value.entries()) visit(item, `/output/value/${index}`)
}

/** Per field: the number of occurrences, and the path of the first one. */
type Losses = Map<Loss[0], Loss[1]>
type Loss = readonly [field: string, loss: { count: number; readonly path: string }]

interface ForeignFields {
  readonly weighty: Losses
  readonly negligible: Losses
}

/** @param pathOf returns the path of the value. Most values lose nothing, and need no path. */
function addForeignFields(
  value: object,
  pathOf: (value: object) => string,
  wire: string,
  found: ForeignFields,
): void {
  const metadata = hasMetadata(value) ? value.providerMetadata : undefined
  // A value with metadata of the target wire loses nothing.
  if (metadata === undefined || metadata[wire] !== undefined) return
  for (const [source, own] of Object.entries(metadata)) {
    const path = () => `${pathOf(value)}/providerMetadata/${source}`
    addFields(own.issuer === wire ? without(own, 'signature') : own, path, found)
  }
}

function hasMetadata(value: object): value is { readonly providerMetadata?: ProviderMetadata } {
  return 'providerMetadata' in value
}

/**
 * Adds signatures, the members of every `extra`, at any depth (see `innerExtras`), and lists of native
 * objects kept under a key.
 */
function addFields(metadata: JsonObject, path: () => string, found: ForeignFields): void {
  const unmissed = isArray(metadata.negligible) ? metadata.negligible : []
  for (const [key, member] of Object.entries(metadata)) {
    // `forms` is not a loss: it only records the native form of canonical settings.
    if (key === 'forms') continue
    if (
      (key === 'signature' && member !== '') ||
      (isArray(member) && key !== 'alternatives' && member.some(isObject))
    )
      add(found.weighty, key, () => `${path()}/${key}`)
    if (!isObject(member)) continue
    if (key !== 'extra') addFields(member, () => `${path()}/${key}`, found)
    else
      for (const field of Object.keys(member))
        if (member[field] !== null)
          add(unmissed.includes(field) ? found.negligible : found.weighty, field, () =>
            at(`${path()}/extra`, field),
          )
  }
}

/** Removes the fields that are still present. */
function removeArrived(losses: Losses, arrived: Losses): void {
  for (const [field, { count }] of arrived) {
    const loss = losses.get(field)
    if (loss === undefined || loss.count <= count) losses.delete(field)
    else loss.count -= count
  }
}

function add(losses: Losses, field: string, path: () => string): void {
  const loss = losses.get(field)
  if (loss === undefined) losses.set(field, { count: 1, path: path() })
  else loss.count += 1
}

/**
 * Adds the members of a vendor's tool that are missing in its function form; other vendor tools are dropped
 * completely, with a notice.
 */
function addClientTool({ client, value }: ProviderTool, path: string, losses: Losses): void {
  if (client === undefined || !isObject(value)) return
  const carried = [client.description, client.parameters, null]
  for (const [field, member] of Object.entries(value))
    if (field !== 'type' && field !== 'name' && !carried.some((one) => equalJson(one, member)))
      add(losses, field, () => at(path, field))
}

/** Adds the native usage that the canonical form lacks; zeros are ignored. */
function addUnreadUsage({ usage = {}, providerMetadata = {} }: Envelope, losses: Losses, wire: string): void {
  for (const [source, metadata] of Object.entries(providerMetadata)) {
    if (source === wire || !isObject(metadata.usage)) continue
    addOthers(metadata.usage, [0, ...Object.values(usage)], `/providerMetadata/${source}/usage`, losses)
  }
}

/** Adds the native error members that the canonical form lacks. */
function addUnreadError({ error, providerMetadata = {} }: Envelope, losses: Losses, wire: string): void {
  if (error !== undefined && isObject(error.raw) && providerMetadata[wire] === undefined)
    addOthers(error.raw, [error.message, error.code], '/error/raw', losses)
}

/** Adds members, at any depth, whose values are not carried. */
function addOthers(native: JsonObject, carried: readonly unknown[], path: string, losses: Losses): void {
  for (const [field, value] of Object.entries(native)) {
    if (isObject(value)) addOthers(value, carried, at(path, field), losses)
    else if (value !== null && !carried.includes(value)) add(losses, field, () => at(path, field))
  }
}

/** Reports all fields in one notice, and signatures in another notice. */
function report(
  kind: Pick<Notice, 'code' | 'severity'>,
  what: string,
  losses: Losses,
  fit: FitContext,
): void {
  const all = [...losses]
  const isProof = ([field]: Loss) => field === 'signature'
  reportFields(
    kind,
    what,
    all.filter((one) => !isProof(one)),
    fit,
  )
  reportFields(kind, what, all.filter(isProof), fit)
}

function reportFields(
  kind: Pick<Notice, 'code' | 'severity'>,
  what: string,
  losses: readonly Loss[],
  fit: FitContext,
): void {
  const [first] = losses
  if (first === undefined) return
  const listed = losses.map(([field, { count }]) => (count === 1 ? field : `${field} (${count} times)`))
  fit.report({
    ...kind,
    path: first[1].path,
    message: `${what}: ${listed.join(', ')}`,
    detail: Object.fromEntries(losses.map(([field, { count }]) => [field, count])),
  })
}
