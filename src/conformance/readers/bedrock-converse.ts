import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseExact, stringifyExact, tryParseJson } from '../../base/json/parse.js'
import { isObject, numberOr, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import {
  type ApiReader,
  type BodyReading,
  EntryList,
  type JoinedStream,
  type NativeEvent,
  nativeOutcome,
  type TextRole,
} from '../reading.js'

const OUTCOMES = {
  end_turn: 'complete',
  stop_sequence: 'complete',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'context-full',
  guardrail_intervened: 'filtered',
  content_filtered: 'filtered',
  refusal: 'refused',
  malformed_model_output: 'failed',
  malformed_tool_use: 'failed',
}
const MEDIA = { image: 'image', document: 'file', video: 'video', audio: 'audio' }

/** Reads Converse of Amazon Bedrock. */
export const bedrockReader: ApiReader = { request: readRequest, answer: readAnswer, joined, error: errorIn }

function errorIn(body: JsonValue): string | undefined {
  const { message, Message, output, messages } = objectIn(body)
  return output === undefined && messages === undefined ? stringOr(message ?? Message, undefined) : undefined
}

function readRequest({ system, messages }: JsonObject): BodyReading {
  const list = new EntryList()
  readContent(system, 'system', list)
  for (const { role, content } of objectsIn(messages))
    readContent(content, role === 'assistant' ? 'assistant' : 'user', list)
  return list.reading()
}

function mediaIn(block: JsonObject): string[] {
  return Object.entries(MEDIA).flatMap(([member, media]) => (isObject(block[member]) ? [media] : []))
}

function readContent(content: JsonValue | undefined, role: TextRole, list: EntryList): void {
  for (const block of objectsIn(content)) {
    const { text, toolUse, toolResult, reasoningContent } = block
    if (typeof text === 'string') list.text(role, text)
    else if (isObject(toolUse)) readCall(toolUse, list)
    else if (isObject(toolResult)) readResult(toolResult, list)
    else if (isObject(reasoningContent))
      list.reasoning(stringOr(objectIn(reasoningContent.reasoningText).text, ''))
    else for (const media of mediaIn(block)) list.media(media)
  }
}

function readCall({ toolUseId, name, input }: JsonObject, list: EntryList): void {
  if (!isObject(input)) list.fault(`the input of ${stringOr(name, 'a call')} is not an object`)
  list.call(stringOr(toolUseId, ''), stringOr(name, ''), input ?? {})
}

function readResult({ toolUseId, content, status }: JsonObject, list: EntryList): void {
  const blocks = objectsIn(content)
  const texts = blocks.flatMap(({ text, json }) =>
    json === undefined ? stringOr(text, '') : stringifyExact(json),
  )
  list.result(stringOr(toolUseId, ''), texts.join('\n'), {
    isError: status === 'error',
    media: blocks.flatMap(mediaIn),
  })
}

function readAnswer(body: JsonObject): BodyReading {
  const list = new EntryList()
  readContent(objectIn(objectIn(body.output).message).content, 'assistant', list)
  const outcome = nativeOutcome(OUTCOMES, body.stopReason, list.hasCalls())
  const reading = list.reading({ outcome, usage: usageIn(objectIn(body.usage)) })
  // The last input of a turn that the output limit ended may be a part of a text.
  return outcome === 'length' ? { ...reading, faults: [] } : reading
}

function usageIn(usage: JsonObject) {
  const cacheRead = numberOr(usage.cacheReadInputTokens, undefined)
  const cacheWrite = numberOr(usage.cacheWriteInputTokens, undefined)
  const uncached = numberOr(usage.inputTokens, undefined)
  const input = uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return { input, output: numberOr(usage.outputTokens, undefined), cacheRead, cacheWrite }
}

/** The blocks of a stream, by their index. */
class BlockJoiner {
  readonly faults: string[] = []
  readonly blocks = new Map<number, { start: JsonObject; text: string; input: string; reasoning: string }>()
  stopReason: JsonValue = null
  usage: JsonObject = {}
  error: string | undefined

  add({ name = '', data }: NativeEvent): void {
    const event = objectIn(data)
    const index = numberOr(event.contentBlockIndex, -1)
    if (name === 'contentBlockStart') this.#block(index).start = objectIn(event.start)
    else if (name === 'contentBlockDelta') this.#delta(index, objectIn(event.delta))
    else if (name === 'messageStop') this.stopReason = event.stopReason ?? null
    else if (name === 'metadata') this.usage = objectIn(event.usage)
    else if (/exception$/i.test(name)) this.error ??= stringOr(event.message, '')
  }

  #block(index: number) {
    const block = this.blocks.get(index) ?? { start: {}, text: '', input: '', reasoning: '' }
    this.blocks.set(index, block)
    return block
  }

  #delta(index: number, { text, toolUse, reasoningContent }: JsonObject): void {
    const block = this.#block(index)
    block.text += stringOr(text, '')
    block.input += stringOr(objectIn(toolUse).input, '')
    block.reasoning += stringOr(objectIn(reasoningContent).text, '')
    if (isObject(toolUse) && block.start.toolUse === undefined)
      this.faults.push(`a delta of a call in block ${index}, which did not start as a call`)
  }
}

function joined(events: readonly NativeEvent[]): JoinedStream {
  const stream = new BlockJoiner()
  for (const event of events) stream.add(event)
  const content = [...stream.blocks.values()].map(({ start, text, input, reasoning }) => {
    if (isObject(start.toolUse)) return { toolUse: { ...start.toolUse, input: caseInput(input) } }
    return reasoning === '' ? { text } : { reasoningContent: { reasoningText: { text: reasoning } } }
  })
  const { stopReason, usage, error, faults } = stream
  const body = { output: { message: { role: 'assistant', content } }, stopReason, usage }
  return { body, isClosed: stopReason !== null, error, faults }
}

function caseInput(text: string): JsonValue {
  if (text === '') return {}
  return tryParseJson(text) === undefined ? text : parseExact(text)
}
