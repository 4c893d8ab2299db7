import type { JsonValue } from '../../base/json/json-types.js'
import { compact } from '../../base/json/write-json.js'
import { type Context, contextAt, inform, type Notice, warn } from '../../base/model/context.js'
import type { HostedTool } from '../../base/model/hosted-settings.js'
import type {
  Conversation,
  CustomTool,
  MediaPart,
  Message,
  ModelResponse,
  OpaquePart,
  ProviderError,
  SourcePart,
  ToolCall,
  ToolChoice,
  ToolResult,
  Usage,
} from '../../base/model/types.js'
import type { SentSchema } from '../../base/schema/sent-schema.js'

// Notices of losses that several wires, or a wire and a step of `fit`, have in common.

/**
 * Encodes a part without canonical meaning; returns undefined with a notice if the part belongs to another
 * wire.
 */
export function encodeOpaque(part: OpaquePart, context: Context): JsonValue | undefined {
  return part.wire === context.wire ? part.value : dropOpaque(part, context)
}

/** Drops a part that only another wire supports, with a notice. */
export function dropOpaque({ wire }: OpaquePart, context: Context): undefined {
  warn('opaque-dropped', `the part has a meaning only on ${wire}; it is left out`, context)
}

/** Drops the mark that another model continued the answer. */
export function dropHandover({ changes = [] }: OpaquePart, context: Context): undefined {
  const [model] = changes.flatMap((change) => (change.type === 'model-replaced' ? [change.model] : []))
  inform('model-replaced', `${model ?? 'another model'} continues the answer from here`, context)
}

/**
 * Drops a citation. A request keeps its meaning without the citation; a reader of an answer loses information
 * (`warning`).
 */
export function dropSource(
  { url, title }: Pick<SourcePart, 'url' | 'title'>,
  context: Context,
  severity: Notice['severity'] = 'info',
): undefined {
  const message = `the citation of ${url ?? title ?? 'a source'} is not sent: this wire does not support it`
  context.report({ code: 'source-dropped', severity, path: context.path, message })
}

/** Drops a part of a kind that is invalid at its position. */
export function dropPart(what: string, context: Context): undefined {
  warn('part-dropped', `${what} is not supported here; it is left out`, context)
}

/** Drops reasoning without a signature that proves that this wire's provider generated it. */
export function dropReasoning(context: Context): undefined {
  warn(
    'reasoning-dropped',
    'this wire accepts only reasoning of its own models; the reasoning is left out',
    context,
  )
}

/**
 * Drops media with a notice.
 * @param outcome the consequence for the part.
 */
export function dropMedia(
  { kind, source, mediaType }: MediaPart,
  context: Context,
  outcome = 'it is left out',
): undefined {
  // The missing type may not be the reason, but without it no wire with a list of types accepts the bytes.
  const isUntyped = source.type === 'data' && mediaType === undefined
  const reason = isUntyped
    ? `this wire accepts no ${kind} without mediaType here, and its bytes do not show the type: set mediaType`
    : `this wire accepts no ${kind} as ${source.type} here`
  warn('media-dropped', `${reason}; ${outcome}`, context)
}

/**
 * Reports media that are moved after the value that contained them.
 * @param what the media.
 */
export function moveMedia(what: string, context: Context): void {
  inform('media-moved', `${what} is not allowed here; it follows in a user message`, context)
}

/** Reports a role that the wire does not have. */
export function reportUnknownRole(role: string, context: Context): void {
  const message = `the role "${role}" does not exist on this wire; the message is read as a user message`
  warn('unknown-role', message, context)
}

/** Reports cache marks that are kept without their lifetime. */
export function dropCacheLifetime(marks: number, context: Context): void {
  const message = 'this wire does not support this lifetime of cache marks; the marks are kept without it'
  context.report({
    code: 'cache-lifetime-dropped',
    severity: 'info',
    path: context.path,
    message,
    detail: { marks },
  })
}

/**
 * Reports that an answer, or a part of it, began again.
 * @param hadContent true if content was received before.
 */
export function reportRestart(what: string, hadContent: boolean, context: Context): void {
  const message = `${what} restarted; its earlier output is void, and the calls in it must not be run`
  const severity = hadContent ? 'warning' : 'info'
  context.report({ code: 'stream-restarted', severity, path: '', message })
}

/** Drops a call that another provider ran. */
export function dropExecutedCall({ name }: ToolCall, context: Context): undefined {
  warn('provider-call-dropped', `${name} was run by another provider; it is left out`, context)
}

/** Drops the result of a call that another provider ran. */
export function dropExecutedResult({ name }: ToolResult, context: Context): undefined {
  const message = `${name || 'a tool'} was run by another provider; its result is left out`
  warn('provider-result-dropped', message, context)
}

/**
 * Drops a tool that exists only on another wire.
 * @param hint advice for the caller.
 */
export function dropProviderTool(
  { name, wire }: { readonly name: string; readonly wire: string },
  context: Context,
  hint = '',
): undefined {
  warn('provider-tool-dropped', `${name} is a tool of ${wire}; it is left out${hint}`, context)
}

/** Drops a hosted tool of a kind that this wire does not have. */
export function dropHostedTool({ name }: HostedTool, context: Context): undefined {
  warn('hosted-tool-dropped', `this wire has no equivalent of ${name}; it is left out`, context)
}

/** Settings of hosted tools that only improve the result. */
const HINTS = 'contextSize userLocation maxResults width height environment quality'

/** Drops a setting of a hosted tool for which this wire has no field. */
export function dropHostedSetting({ name }: HostedTool, setting: string, context: Context): void {
  context.report({
    code: 'hosted-setting-dropped',
    severity: HINTS.split(' ').includes(setting) ? 'info' : 'warning',
    path: `${context.path}/settings/${setting}`,
    message: `on this wire, ${name} does not support ${setting} or this value of it; it is left out`,
  })
}

/** Reports request fields that a hosted tool needs, if tools are encoded without a request. */
export function dropRequestPart({ name }: HostedTool, fields: readonly string[], context: Context): void {
  context.report({
    code: 'hosted-tool-incomplete',
    severity: 'warning',
    path: context.path,
    message: `${name} also needs ${fields.join(', ')} in the request, which a list of tools cannot contain`,
    detail: fields,
  })
}

/** Reports a free-text tool on a wire whose tools take objects; its grammar is moved to the description. */
export function reportCustomTool({ name }: CustomTool, context: Context): void {
  const message = `this wire has no free-text tools; ${name} becomes a function with one text argument "input"`
  inform('custom-tool-as-function', message, context)
}

/** Reports free text that is wrapped in an object. */
export function reportWrapped({ name }: ToolCall, context: Context): void {
  const message = `this wire has no free-text calls; the text for ${name} goes into "input"`
  inform('custom-call-wrapped', message, context)
}

/** Reports a schema that is completed with keywords that the target requires and JSON Schema does not. */
export function reportCompleted(name: string, context: Context): void {
  const message = `the schema of ${name} gets the type, properties or items that this wire requires`
  inform('schema-completed', message, contextAt(context, 'parameters'))
}

/**
 * Drops the strict mode of a tool.
 * @param reason the reason why the tool cannot be strict on this wire.
 */
export function dropStrictMode(name: string, reason: string, context: Context): undefined {
  warn('strict-dropped', `${name} cannot be strict on this wire: ${reason}`, contextAt(context, 'strict'))
}

/**
 * Reports bounds in the output schema that the wire does not enforce.
 * @param isChecked true if the answer is checked against these bounds.
 */
export function moveOutputBounds(
  { moved, isRelaxed }: SentSchema,
  isChecked: boolean,
  context: Context,
): void {
  const place = isRelaxed ? 'they are in descriptions, as far as possible' : 'they are in descriptions'
  context.report({
    code: 'output-bounds-moved',
    severity: isRelaxed && !isChecked ? 'warning' : 'info',
    path: '/outputFormat',
    message: `this wire accepts no ${[...moved].join(', ')} in the schema of an output: ${place}${isChecked ? ', and the answer is checked for them' : ''}`,
  })
}

/** Reports a choice among allowed tools that the wire cannot restrict. */
export function widenAllowed(names: readonly string[], context: Context): undefined {
  const message = 'this wire cannot restrict the choice to some tools; all declared tools are allowed'
  const path = '/toolChoice'
  context.report({ code: 'allowed-tools-widened', severity: 'warning', path, message, detail: names })
}

/** Drops a choice that cannot be encoded. */
export function dropChoice(reason: string, context: Context): undefined {
  const message = `the tool choice ${reason}; it is left out`
  context.report({ code: 'tool-choice-dropped', severity: 'warning', path: '/toolChoice', message })
}

/**
 * Encodes a choice that has a meaning only on its own wire; returns undefined with a notice on any other
 * wire.
 */
export function encodeOpaqueChoice(
  { wire, value }: Extract<ToolChoice, { type: 'opaque' }>,
  context: Context,
): JsonValue | undefined {
  return wire === context.wire ? value : dropChoice(`has a meaning only on ${wire}`, context)
}

/**
 * Reports a choice that `fit` narrows or drops.
 * @param isHarmless true if the dropped choice equals the default behavior.
 */
export function repairChoice(
  context: Context,
  reason: string,
  replacement?: ToolChoice,
  isHarmless = false,
): ToolChoice | undefined {
  const outcome = replacement === undefined ? 'is left out' : 'is reduced to the remaining tools'
  context.report({
    code: 'tool-choice-repaired',
    severity: isHarmless ? 'info' : 'warning',
    path: '/toolChoice',
    message: `the tool choice ${reason} and ${outcome}`,
  })
  return replacement
}

/** Drops the flag for parallel calls. Forbidding them is a loss; allowing them is the default of models. */
export function dropParallelSwitch(reason: string, isLoss: boolean, context: Context): void {
  context.report({
    code: 'parallel-switch-dropped',
    severity: isLoss ? 'warning' : 'info',
    path: '/parallelToolCalls',
    message: `${reason}; the switch for parallel calls is left out`,
  })
}

/**
 * Drops stream and parallel-call flags on wires whose request body has neither.
 * @param asking the wire's way to request a stream instead.
 */
export function dropSwitches(
  { stream, parallelToolCalls }: Conversation,
  asking: string,
  context: Context,
): void {
  const message = `on this wire ${asking} requests a stream, not the body`
  if (stream === true) context.report({ code: 'stream-in-url', severity: 'info', path: '/stream', message })
  if (parallelToolCalls !== undefined) dropParallelSwitch('this wire has none', !parallelToolCalls, context)
}

/** Reports a token count that this wire does not report separately. The totals include the count. */
export function dropCount(name: keyof Usage, { [name]: count = 0 }: Usage, context: Context): void {
  const message = `this wire does not report ${name} separately: ${count}`
  if (count > 0) context.report({ code: 'count-dropped', severity: 'info', path: `/usage/${name}`, message })
}

/** Drops a message without remaining content, on wires that reject empty messages. */
export function dropEmptyMessage({ role }: Message, context: Context): undefined {
  const message = `the ${role} message has nothing that this wire can carry; it is left out`
  inform('empty-message-dropped', message, context)
}

/** Drops the id and the model of an answer, if the native body has no field for them. */
export function dropAnswerHead({ id, model }: Pick<ModelResponse, 'id' | 'model'>, context: Context): void {
  const head = { ...(id !== undefined && { id }), ...(model !== undefined && { model }) }
  const [first] = Object.keys(head)
  if (first === undefined) return
  const message = `an answer of this wire does not contain its ${Object.keys(head).join(' and ')}`
  context.report({ code: 'answer-head-dropped', severity: 'info', path: `/${first}`, message, detail: head })
}

/** Drops an error next to content. */
export function dropError({ message: detail }: ProviderError, context: Context): undefined {
  const message = 'this wire has no answer with both content and an error; the error is left out'
  context.report({ code: 'error-dropped', severity: 'warning', path: '/error', message, detail })
}

/** Returns a placeholder text for an error without a message. */
export function silentError(context: Context): string {
  const message = 'an error result without text is refused; a placeholder is sent'
  inform('error-text-added', message, contextAt(context, 'output'))
  return 'The tool failed and said nothing about why.'
}

/** Reports a setting, or a member of it, that the model or the chosen target rejects. */
export function refuseSetting(path: string, reason: string, context: Context, isMissed = true): void {
  context.report({
    code: 'setting-refused',
    severity: isMissed ? 'warning' : 'info',
    path,
    message: `${reason}: ${path.slice(1)} is left out`,
  })
}

/** Values of rejected settings that equal the model's default behavior. */
const USUAL: Readonly<Partial<Record<keyof Conversation, number>>> = { temperature: 1, topP: 1 }

/** Returns the conversation without rejected settings. */
export function withoutSettings(
  conversation: Conversation,
  names: readonly (keyof Conversation)[] = [],
  reason: string | ((name: string) => string),
  context: Context,
): Conversation {
  const reasonFor = typeof reason === 'string' ? () => reason : reason
  const isUsual = (name: keyof Conversation) => conversation[name] === USUAL[name]
  const given = names.filter((name) => conversation[name] !== undefined && !isUsual(name))
  if (given.length === 0) return conversation
  for (const name of given) refuseSetting(`/${name}`, reasonFor(name), context)
  return compact({ ...conversation, ...Object.fromEntries(given.map((name) => [name, undefined])) })
}
