import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { append, compact, define, joined } from '../../src/base/json/write-json.js'
import { contextAt, inform } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type {
  Message,
  OpaquePart,
  Part,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { metadataFor, type ReadFields, withExtras } from '../../src/codec/shape/fields.js'
import { joinedText } from '../../src/codec/shape/joined-text.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import {
  decodeCall,
  decodeLegacyCall,
  encodeCall,
  encodeCallBody,
  extraContent,
  isLegacyCall,
  siteOfCall,
  takeSignature,
} from './calls.js'
import { decodePart, encodePart } from './content.js'
import type { ChatContext, MessageSite, Side } from './dialect.js'
import { encodeExecutedTool, isExecutedTool, isSentBack } from './executed.js'
import { EXECUTED_TOOLS, OPAQUE_FIELDS } from './quirks.js'
import { encodeReasoning, isChunk } from './reasoning.js'

/**
 * Decodes an assistant message of a request's history or of a response. A stream builds the same message
 * first.
 */
export function decodeAssistant(native: JsonObject, site: MessageSite, model?: string): Message {
  const { context } = site
  const { additions } = context.dialect
  const taken: ReadFields = { role: 'any' }
  // In this order: each of them notes the fields that it reads.
  const before = additions?.before(native, taken, site) ?? []
  const content = decodeContent(native, taken, context)
  const calls = decodeCalls(native, taken, site)
  const parts = joined(joined(before, content), joined(calls, additions?.after(native, taken, site) ?? []))
  const { signature, rest } = takeSignature(native.extra_content)
  // An older field next to it repeats the same text.
  const isRepeated = signature !== undefined && native.thought_signature === signature
  if (isRepeated) taken.thought_signature = 'any'
  const fields = signature === undefined ? native : compact({ ...native, extra_content: rest })
  return compact({
    role: 'assistant' as const,
    parts,
    origin: compact({ wire: context.wire, model }),
    providerMetadata: metadataFor(fields, taken, context, {
      signature,
      signatureRepeated: isRepeated ? true : undefined,
      form: isArray(native.content) && taken.content !== undefined ? 'parts' : undefined,
      role: native.role === 'assistant' ? undefined : native.role,
      absent: native.role === undefined ? ['role'] : undefined,
    }),
  })
}

/** Decodes the content. An empty string next to calls has no meaning and stays an extra field. */
function decodeContent({ content }: JsonObject, taken: ReadFields, context: ChatContext): Part[] {
  if (isArray(content)) {
    taken.content = 'any'
    return content.map((item) => decodeItem(item, context))
  }
  if (typeof content !== 'string' || content === '') return []
  taken.content = 'any'
  return [{ type: 'text', text: content }]
}

/** Decodes an entry of a content list. */
function decodeItem(item: JsonValue, context: ChatContext): Part {
  const thinking = isObject(item) ? context.dialect.thinking?.read(item, context) : undefined
  return thinking ?? decodePart(item, context)
}

function decodeCalls(native: JsonObject, taken: ReadFields, site: MessageSite): readonly Part[] {
  const list = native.tool_calls
  const legacy = decodeLegacyCall(native.function_call, site)
  if (legacy !== undefined) taken.function_call = 'any'
  const after = legacy === undefined ? [] : [legacy]
  if (!isArray(list) || list.length === 0) return after
  taken.tool_calls = 'any'
  const calls = list.map((call, position) => {
    const last = legacy === undefined && position === list.length - 1
    return decodeCall(call, siteOfCall(site, position, last))
  })
  return joined(calls, after)
}

/**
 * Encodes an assistant message.
 * @param side a response may contain citations and thinking of any origin, a request may not.
 * @param cut true if the finish reason implies that the last call may be truncated.
 */
export function encodeAssistant(message: Message, side: Side, context: ChatContext, cut = false): JsonObject {
  const writer = new AssistantWriter(message, side, context, cut)
  for (const [index, part] of message.parts.entries()) writer.add(part, contextAt(context, 'parts', index))
  return writer.finish()
}

/**
 * The position of a citation is unknown for a source that `fit` has not processed. OpenRouter writes 0 in
 * this case.
 */
const UNPLACED: JsonObject = { extra: { start_index: 0, end_index: 0, title: '' } }

class AssistantWriter {
  readonly #texts: TextPart[] = []
  readonly #content: JsonValue[] = []
  readonly #fields: Record<string, JsonValue> = {}
  /** The lists in `#fields` that grow. */
  readonly #lists = new Map<string, JsonValue[]>()
  /** Ids of calls that are encoded together with their results. */
  readonly #executed: ReadonlySet<string>
  readonly #results: ReadonlyMap<string, ToolResult>
  readonly #cutCall: Part | undefined
  /** The previous part, and the text that the next part may continue. */
  #latest: Part | undefined
  #latestText: TextPart | undefined

  constructor(
    private readonly message: Message,
    private readonly side: Side,
    private readonly context: ChatContext,
    cut: boolean,
  ) {
    if (cut)
      this.#cutCall = message.parts.findLast((part) => part.type === 'tool-call' && !part.providerExecuted)
    const results = message.parts.filter((part) => part.type === 'tool-result')
    this.#results = new Map(results.map((result) => [result.callId, result]))
    const executed = message.parts
      .filter((part) => part.type === 'tool-call')
      .filter((call) => isExecutedTool(call, context))
    this.#executed = new Set(executed.map(({ id }) => id))
  }

  add(part: Part, context: ChatContext): void {
    switch (part.type) {
      case 'text':
        this.#texts.push(part)
        this.#content.push(encodePart(this.#apart(part), context) ?? '')
        this.#latestText = part
        break
      case 'reasoning':
        this.#addReasoning(part, context)
        break
      case 'tool-call':
        this.#addCall(part, context)
        break
      case 'tool-result':
        this.#addResult(part, context)
        break
      case 'source':
        this.#addSource(part, context)
        break
      case 'opaque':
        this.#addOpaque(part, context)
        break
      case 'media':
        dropPart(part.kind, context)
        break
    }
    this.#latest = part
  }

  /**
   * Returns the text with a separator. Clients join the chunks of an answer, so a blank line separates two
   * texts with a call between them, as in a stream.
   */
  #apart(part: TextPart): TextPart {
    const before = this.#latestText
    const isNext = before === undefined || before === this.#latest
    if (this.side === 'request' || isNext || before.text === '' || before.text.endsWith('\n')) return part
    return { ...part, text: `\n\n${part.text}` }
  }

  #addReasoning(part: ReasoningPart, context: ChatContext): void {
    const { dialect } = this.context
    if (dialect.thinking !== undefined && isChunk(part, this.side, this.context)) {
      this.#content.push(dialect.thinking.write(part, this.context))
      this.#latestText = undefined
    } else encodeReasoning(part, this.side, this.#fields, context)
  }

  finish(): JsonObject {
    const metadata = metadataOf(this.message, this.context)
    const fresh = {
      role: metadata?.role,
      content: this.#encodeContent(metadata?.form === 'parts'),
      ...this.#fields,
      extra_content: extraContent(metadata),
      thought_signature: metadata?.signatureRepeated === true ? metadata.signature : undefined,
    }
    const isOwn = this.message.origin?.wire === this.context.wire
    return withExtras(
      isOwn || this.side === 'request' ? fresh : { ...this.context.dialect.empty.message, ...fresh },
      metadata,
      { role: 'assistant' },
    )
  }

  /**
   * Encodes the content. Without text, the content is omitted (or null, as OpenAI sends next to calls). A
   * list is used only if it is required.
   */
  #encodeContent(asParts: boolean): JsonValue | undefined {
    const content = this.#content
    const texts = this.#texts
    if (asParts) return content
    const isPlain =
      texts.length === content.length && texts.every((text) => metadataOf(text, this.context) === undefined)
    if (content.length > 1 || !isPlain)
      return isPlain && this.side === 'response' ? joinedText(this.message.parts) : content
    if (texts[0] !== undefined) return texts[0].text
    if (this.message.origin?.wire === this.context.wire) return undefined
    const hasCalls = this.#fields.tool_calls !== undefined || this.side === 'response'
    return hasCalls ? null : ''
  }

  #append(field: string, values: readonly JsonValue[]): void {
    const known = this.#lists.get(field)
    if (known !== undefined && this.#fields[field] === known) append(known, values)
    else {
      const present = this.#fields[field]
      const list = isArray(present) ? [...present, ...values] : [...values]
      this.#lists.set(field, list)
      this.#fields[field] = list
    }
  }

  #addCall(call: ToolCall, context: ChatContext): void {
    const site = { context, side: this.side, cut: call === this.#cutCall }
    if (call.providerExecuted) this.#addExecuted(call, context)
    else if (isLegacyCall(call, this.context) && this.#fields.function_call === undefined)
      this.#fields.function_call = encodeCallBody(call, site)
    else this.#append('tool_calls', [encodeCall(call, site)])
  }

  #addExecuted(call: ToolCall, context: ChatContext): void {
    if (!isExecutedTool(call, this.context)) {
      dropPart(`a call of ${call.name} by another provider`, context)
    } else if (this.side === 'request' && !isSentBack(call, context)) reportExecuted(call, context)
    else this.#append(EXECUTED_TOOLS, [encodeExecutedTool(call, this.#results.get(call.id), this.context)])
  }

  /** Adds the result of an executed tool, which is encoded with its call. */
  #addResult(result: ToolResult, context: ChatContext): void {
    if (!this.#executed.has(result.callId)) dropPart(`a result of ${result.name}`, context)
  }

  #addSource(part: SourcePart, context: ChatContext): void {
    const metadata = metadataOf(part, this.context)
    const isCited = this.side === 'response' && part.url !== undefined && this.context.dialect.citations
    if (metadata === undefined && !isCited) {
      dropPart('source', context)
      return
    }
    // The position of a citation in the text is unknown for sources of other wires. OpenRouter writes 0 in
    // this case.
    const own = metadata === undefined ? UNPLACED : metadata.citation
    const citation = withExtras({ url: part.url, title: part.title }, own)
    this.#append('annotations', [withExtras({ type: 'url_citation', url_citation: citation }, metadata)])
  }

  #addOpaque(part: OpaquePart, context: ChatContext): void {
    const field = part.wire === this.context.wire ? fieldOf(part.value) : undefined
    if (field === undefined) {
      const value = encodePart(part, context)
      if (value !== undefined) this.#content.push(value)
      this.#latestText = undefined
    } else if (isArray(field.value)) this.#append(field.name, field.value)
    else define(this.#fields, field.name, field.value)
  }
}

function reportExecuted({ name }: ToolCall, context: ChatContext): void {
  const message = `the server ran ${name} itself and does not accept the call as input; the answer based on it is sent`
  inform('executed-tool-not-sent', message, context)
}

function isFieldName(name: string): boolean {
  const isOpaque = OPAQUE_FIELDS.some((field) => field === name)
  return isOpaque || name === 'tool_calls' || name === 'annotations' || name === EXECUTED_TOOLS
}

/** Returns the field of an opaque part that was a field of the message, not an entry of its content. */
function fieldOf(value: JsonValue): { readonly name: string; readonly value: JsonValue } | undefined {
  if (!isObject(value)) return undefined
  const [entry, ...others] = Object.entries(value)
  if (entry === undefined || others.length > 0 || !isFieldName(entry[0])) return undefined
  return { name: entry[0], value: entry[1] }
}
