import { at } from '../base/json/read-json.js'
import type { Context } from '../base/model/context.js'
import type { StreamEvent } from '../base/model/events.js'
import { expectAdapter } from '../base/model/expect.js'
import type { MessagesCodec, RequestCodec, ResponseCodec, ToolsCodec } from '../codec/shape/codecs.js'
import { stepResponse } from '../codec/stream/assemble.js'
import type { StreamCodec, StreamEncoder } from '../codec/stream/codec.js'
import type { EventStep } from '../codec/stream/event-step.js'
import { type Adapter, adapterOf, type NativeTypes } from '../codec/wire/define-adapter.js'
import type { Limits, TextLimit } from '../codec/wire/limits.js'
import { conversationAsText, messagesAsText, pointingBack, writtenCallsStep } from './conversation.js'
import type { TextDialect } from './dialect.js'
import { expectScanning } from './scan-plan.js'
import { type TextCallsOptions, textCallsStep } from './text-calls-step.js'

/** Options of `withTextCalls`. */
export interface TextAdapterOptions extends TextCallsOptions {
  /** The dialects. All dialects are read, and the first one is written. */
  readonly dialects: readonly [TextDialect, ...TextDialect[]]
}

/**
 * Wraps the adapter of a wire for a model that writes its calls as text. Complete and streamed answers
 * contain tool calls instead of that text. Requests describe the tools in the instructions, and contain
 * earlier calls as assistant text and results as user text. `decodeRequest` is unchanged.
 * @example
 * const local = withTextCalls(openaiChat, { dialects: [hermesJson], tools })
 * const model = provider(local, { model: 'qwen2.5-7b', send })
 */
export function withTextCalls<Native extends NativeTypes>(
  adapter: Adapter<Native>,
  options: TextAdapterOptions,
): Adapter<Native> {
  expectAdapter(adapter, 'the first argument of withTextCalls')
  expectScanning(options)
  const { codecs } = adapter
  const [dialect] = options.dialects
  const text = {
    ...codecs,
    limits: textLimits(codecs.limits),
    messages: textMessages(codecs.messages, options),
    tools: textTools(codecs.tools),
    request: textRequest(codecs.request, dialect),
    response: textResponse(codecs.response, options),
    stream: textStream(codecs.stream, options),
  }
  return adapterOf<Native>(text, adapter.lacks)
}

/** A limit that accepts any text, since wires do not limit the names in a text. */
const ANY: TextLimit = { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: 1024 }

/**
 * Removes limits that apply only to the wire's native calls; results may contain the same media as user
 * messages.
 */
function textLimits(limits: Limits): Limits {
  const {
    toolChoices: _choices,
    parallelSwitch: _switch,
    resultsAlone: _alone,
    strictMode: _strict,
    ...rest
  } = limits
  return {
    ...rest,
    callId: ANY,
    toolName: ANY,
    namespaces: true,
    customTools: false,
    allowedTools: true,
    toolsRequiredWithHistory: false,
    resultMedia: limits.userMedia,
    errorResultMedia: true,
  }
}

function textMessages(
  codec: MessagesCodec,
  { dialects: [dialect], tools }: TextAdapterOptions,
): MessagesCodec {
  const encode: MessagesCodec['encode'] = (messages, context) => {
    const written = messagesAsText(messages, { dialect, tools }, context)
    return codec.encode(written.messages, pointingBack(context, written.origins))
  }
  return {
    decode: codec.decode,
    encode,
    encodeResults: (results, context) => encode([{ role: 'tool', parts: results }], context).messages,
  }
}

function textTools(codec: ToolsCodec): ToolsCodec {
  return {
    ...codec,
    encode(tools, context) {
      tools.forEach((tool, index) => {
        if (tool.type !== 'function' && tool.type !== 'custom') return
        context.report({
          code: 'tool-in-text',
          severity: 'info',
          path: at('', index),
          message: `${tool.name} is described in the instructions of a request, not in its tools`,
        })
      })
      return codec.encode(
        tools.filter(({ type }) => type !== 'function' && type !== 'custom'),
        context,
      )
    },
  }
}

function textRequest(codec: RequestCodec, dialect: TextDialect): RequestCodec {
  return {
    decode: codec.decode,
    encode(conversation, context) {
      const told = conversationAsText(conversation, dialect, context)
      return codec.encode(told.conversation, pointingBack(context, told.origins))
    },
  }
}

function textResponse(codec: ResponseCodec, options: TextAdapterOptions): ResponseCodec {
  const [dialect] = options.dialects
  return {
    decode: (response, context) =>
      stepResponse(codec.decode(response, context), textCallsStep(options, context)),
    encode: (response, context) =>
      codec.encode(
        stepResponse(response, writtenCallsStep({ dialect, tools: options.tools }, context)),
        context,
      ),
  }
}

function textStream(codec: StreamCodec, options: TextAdapterOptions): StreamCodec {
  const [dialect] = options.dialects
  const { encoder } = codec
  return {
    ...codec,
    decoder(context) {
      const decoder = codec.decoder(context)
      const step = textCallsStep(options, context)
      return {
        push: (input) => pushAll(step, decoder.push(input)),
        finish: (isDone) => [...pushAll(step, decoder.finish(isDone)), ...step.finish()],
      }
    },
    ...(encoder && {
      encoder: (context: Context): StreamEncoder => {
        const inner = encoder(context)
        const step = writtenCallsStep({ dialect, tools: options.tools }, context)
        return {
          push: (event) => step.push(event).flatMap((written) => inner.push(written)),
          finish: () => inner.finish(),
        }
      },
    }),
  }
}

function pushAll(step: EventStep, events: readonly StreamEvent[]): readonly StreamEvent[] {
  const [only] = events
  if (only === undefined) return events
  return events.length === 1 ? step.push(only) : events.flatMap((event) => step.push(event))
}
