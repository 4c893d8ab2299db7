import type { JsonValue } from '../../src/base/json/json-types.js'

/** The part of an exchange that a body is: `both` if one record contains the request and its answer. */
export type Side = 'request' | 'response' | 'both' | 'stream'

/**
 * A kind of member that may be lost without a notice. All given conditions must match; omitted conditions
 * match any member.
 */
export interface Exception {
  readonly reason: string
  /** The wires of the bodies that contain it. */
  readonly wires?: readonly string[]
  /** The target wires. Default: all. */
  readonly to?: readonly string[]
  readonly side?: Side
  /** A pattern that its path matches. */
  readonly at?: RegExp
  /**
   * Its value: one of these, a text that matches, `nothing` (null, an empty text, list or object, or a
   * nesting of these), or `zero` (the same, and 0).
   */
  readonly says?: readonly JsonValue[] | RegExp | 'nothing' | 'zero'
  /** The name pattern of another member with the same value. */
  readonly repeats?: RegExp
}

export const EXCEPTIONS: readonly Exception[] = [
  { reason: 'The member adds nothing.', says: 'nothing' },
  {
    reason:
      'A client of another wire answers the call with its next request, as the model expects at the latest.',
    wires: ['openai-responses'],
    at: /\[type=function_call\]\/async$/,
    says: [true],
  },
  {
    reason: 'The same, as words and numbers of protocol buffers.',
    wires: ['xai-grpc'],
    at: /\/(?:status|type|finish_?[rR]eason)$/,
    says: ['TOOL_CALL_STATUS_COMPLETED', 'REASON_STOP', 'REASON_TOOL_CALLS', 1, 3, 4],
  },
  {
    reason: 'A result of a tool that xAI runs repeats its call.',
    wires: ['xai-grpc'],
    at: /\[role=ROLE_TOOL\]\/tool_calls\/[^/]+\/(?:function|status)$/,
  },
  {
    reason: 'Reasoning and what proves it are held back or left out as a whole, with a notice.',
    wires: ['xai-grpc'],
    at: /\/(?:reasoning|encrypted)_content$/,
  },
  {
    reason: 'The part of a count that is text.',
    wires: ['xai-grpc'],
    at: /\/prompt_?[tT]ext_?[tT]okens$/,
  },
  {
    reason: 'Stream data about an output without a part; these formats keep no data of a message there.',
    wires: ['xai-grpc'],
    to: ['ai-sdk-rust', 'robot-lab'],
    side: 'stream',
    at: /\/logprobs$/,
  },
  {
    reason: 'A turn of calls alone has an empty text there.',
    to: ['xai-grpc'],
    at: /\/input\/\*\[role=assistant\]$/,
    says: [{ content: '', role: 'assistant' }],
  },
  { reason: 'The text cites the page, too.', wires: ['xai-grpc'], at: /^\/citations\/\*$/ },
  {
    reason: 'A tool without parameters takes none.',
    wires: ['xai-grpc'],
    at: /\/parameters$/,
    says: ['{"type":"object","properties":{}}'],
  },
  {
    reason: 'The bytes of media determine the value, and are the only member there.',
    to: ['ollama-chat'],
    at: /\/(?:image|input_audio)\/format$/,
  },
  {
    reason: 'A message without words: where content is a text, it is there in any case.',
    to: ['ollama-chat'],
    at: /^\/input\/\*\[role=assistant\]$/,
    says: [{ content: '', role: 'assistant' }],
  },
  { reason: 'Nothing was counted.', at: /usage/i, says: 'zero' },
  {
    reason: 'A sum of other counts, or what is left of one.',
    at: /[./](?:total(?:_?tokens?)?(?:_?count)?|noCache|text|text_tokens)$/i,
  },
  {
    reason: 'The caller names the model of the target.',
    wires: ['google-live'],
    at: /\/setup\/model$/,
  },
  {
    reason: 'Marks of an end that another mark or the adjacent reason repeats.',
    wires: ['google-live'],
    at: /\/serverContent\/(?:turnComplete|generationComplete)$/,
  },
  {
    reason: 'The greeting of a session, which is not part of an answer.',
    wires: ['google-live'],
    at: /^\/events\/\*\/setupComplete/,
  },
  {
    reason: 'The request for an answer: every request implies it.',
    wires: ['google-live'],
    at: /\/client_?[cC]ontent\/turn_?[cC]omplete$/,
  },
  {
    reason: 'Content of the user is not part of an answer; sessions emit it as a separate event.',
    wires: ['google-live'],
    at: /^\/events\/\*\/serverContent\/(?:inputTranscription|input_transcription)/,
  },
  {
    reason:
      'Items of the conversation: the events of the answer contain those of the model, and those of the client its own.',
    wires: ['openai-realtime'],
    side: 'stream',
    at: /^\/events\/\*\[type=conversation\.item\.(?:added|created|done)\]/,
  },
  {
    reason:
      'The request for an answer, and the position of an item that states it: any request has an order and an end.',
    wires: ['openai-realtime'],
    at: /^\/clientEvents\/\*\[type=(?:response\.create\]|conversation\.item\.create\]\/previous_item_id)$/,
  },
  {
    reason: 'The id by which a session distinguishes its events.',
    wires: ['openai-realtime'],
    at: /\/event_id$/,
  },
  {
    reason: 'Sound that comes in pieces is one medium, which is left out as a whole, with a notice.',
    wires: ['openai-realtime'],
    at: /\[type=input_audio_buffer\.append\]/,
  },
  {
    reason: 'The parts of a count that are text, sound or images.',
    wires: ['openai-realtime', 'google-live'],
    at: /usage\w*\/\w*details$/i,
  },
  {
    reason: 'A count under an older name.',
    at: /usage.*\/(?:prompt_cache_hit_tokens|cache(?:Read|Write)InputTokenCount)$/,
    repeats: /tokens$/i,
  },
  {
    reason: 'The type of the object, which its position and its other members determine as well.',
    at: /[./](?:type|role|object|jsonrpc)$/,
    says: /./,
  },
  {
    reason: 'This is the default.',
    at: /\/(?:stream|streamed|is_?error|retryable|preliminary)$/i,
    says: [false],
  },
  { reason: 'The same.', at: /\/(?:status|state)$/, says: ['completed', 'success', 'done'] },
  { reason: 'An answer that came whole is over.', side: 'response', at: /\/done$/, says: [true] },
  { reason: 'This is the default.', wires: ['ollama-chat'], at: /^\/stream$/, says: [true] },
  { reason: 'The same.', at: /\/cache_control\/ttl$/, says: ['5m'] },
  {
    reason: 'A tool without parameters takes none.',
    at: /\/(?:parameters|input_?schema)$/i,
    says: [{ type: 'object', properties: {} }, { json: { type: 'object', properties: {} } }],
  },
  {
    reason: 'The content of the answer implies this end.',
    at: /(?:finish|stop|done)_?reasons?(?:\/raw|\/unified)?$/i,
    says: [
      'stop',
      'tool-calls',
      'tool_calls',
      'tool_use',
      'function_call',
      'tool',
      'end_turn',
      ['tool_calls'],
    ],
  },
  {
    reason: 'The word of a provider, beside one that all have.',
    wires: ['ai-sdk'],
    at: /\/finishReason\/raw$/,
  },
  {
    reason: 'The caller names the model of the target.',
    at: /^\/(?:model|modelId|modelPreferences\/hints|attributes\/ai\.model\.id)$/,
  },
  {
    reason:
      'By this id a provider knows an item, and a connection a message; what refers to it has its place beside it. The id of the whole answer is none of these.',
    at: /(?:\*[^/]*\/(?:.+\/)?(?:id|call_?id|tool_?call_?id|tool_use_id|toolUseId))$/i,
  },
  { reason: 'The same.', wires: ['mcp'], at: /^\/id$/ },
  {
    reason: 'A result names its call again.',
    at: /\/(?:name|tool_?name|tool_?type)$/i,
    repeats: /^(?:name|tool_?name|tool_?type)$/i,
  },
  { reason: 'The same, with its input.', wires: ['robot-lab'], at: /\/tool\/input$/, repeats: /^input$/ },
  {
    reason: 'The type of a file is read from its first bytes, or is plain text.',
    at: /\/(?:(?:mime|media)_?type|document\/format)$/i,
  },
  {
    reason: 'Data that is only for the host (docs/architecture.md): no provider receives it.',
    wires: ['ai-sdk', 'ai-sdk-rust', 'langchain', 'llm-tool', 'multi-llm', 'zeph'],
    at: /\/(?:artifact|blocks_executed|caller_id|category|context|diff|dynamic|error_category|filter_stats|locations|metadata|raw_response|skill_name|title)(?:\/|$)/,
  },
  { reason: 'The same: the code of an error.', wires: ['mcp'], at: /\/error\/code$/ },
  {
    reason: 'The start of a step: calls and results separate the steps of a turn as well.',
    wires: ['ai-sdk'],
    at: /\/\*\[type=step-start\]$/,
  },
  {
    reason:
      'The start and the pieces of the input hold the same call, which a good end of the answer completes.',
    wires: ['ai-sdk'],
    side: 'stream',
    at: /\/\*\[type=tool-input-available\]$/,
  },
  {
    reason: 'The state of the part repeats it.',
    wires: ['ai-sdk'],
    at: /\/approval\/approved$/,
  },
  {
    reason: 'LangChain keeps a call in several places, of which one is enough.',
    wires: ['langchain'],
    at: /\/(?:tool_calls|(?:content|content_blocks)\/\*\[type=(?:tool_call|tool_call_chunk|tool_use)\]|additional_kwargs\/tool_calls\/\*\[type=function\]\/function)$/,
  },
  {
    reason: "LangChain's parser message about arguments, which are kept unchanged.",
    wires: ['langchain'],
    at: /\/\*\[type=invalid_tool_call\]\/error$/,
  },
  {
    reason: "LangChain's class and storage form of a message; the model identifies the author.",
    wires: ['langchain'],
    at: /\/(?:response_metadata(?:\/output_version|\/model_provider)?|id\/\*)$/,
  },
  {
    reason: 'The mark of a JSON result, which only Toolwire reads.',
    wires: ['langchain'],
    at: /\/additional_kwargs$/,
    says: [{ toolwire: { output: { type: 'json' } } }],
  },
  {
    reason: 'Servers repeat structured content as text.',
    wires: ['mcp'],
    at: /\/(?:content|structuredContent)$/,
  },
  {
    reason:
      'An answer that is a result is not an answer of a model: it is left out as a whole, with a notice.',
    wires: ['mcp'],
    side: 'response',
    at: /^\/result\/toolResult(?:\/|$)/,
  },
  {
    reason:
      'Messages about a task, between a call and its result, are kept for MCP, with a notice of how many.',
    wires: ['mcp'],
    at: /\/result\/task\//,
  },
  {
    reason: 'The same reasoning in another form, which is held back or left out as a whole, with a notice.',
    wires: ['openai-chat'],
    at: /\/message[^/]*\/(?:\*[^/]*\/)?reasoning(?:_details)?$/,
  },
  {
    reason: 'The signature of a call, once more.',
    wires: ['openai-chat'],
    at: /\/message\/thought_signature$/,
    repeats: /^thought_signature$/,
  },
  {
    reason: 'The item is of this type.',
    wires: ['openai-responses'],
    at: /\*\[type=web_search_call\]\/name$/,
  },
  {
    reason: 'A notice names the object that it is in.',
    at: /\/(?:input\/invokeModel|environment\/container_id|x_groq\/(?:usage_breakdown|seed)|citationsContent\/citations|delta\/citation)$/,
  },
  {
    reason:
      'A trace holds more than the exchange: names and kinds of its spans, what they are of, and other spans.',
    wires: ['open-telemetry'],
    at: /^\/(?:kind|name|events\/\*\/body\/index|resource(?:Spans|Logs)\/.*)$/,
  },
  {
    reason: 'Framing of a stream: the limits of blocks and steps, their numbers, signs of life, padding.',
    side: 'stream',
    at: /(?:\*\[type=[a-z_-]*(?:start|end|stop|ping|finish-step)\]|\/(?:index|contentBlockIndex|contentBlockStop|messageStart|sequence_number|obfuscation|p|chunk_position|example))$/,
  },
  {
    reason: 'The input of the call was streamed before it, and the answer ended well.',
    wires: ['ai-sdk', 'ai-sdk-rust'],
    side: 'stream',
    at: /\*\[type=tool-call\]$/,
  },
  {
    reason: 'Citations of a plan are removed with it, with a notice; those of texts are next to texts.',
    wires: ['cohere-chat'],
    side: 'request',
    at: /^\/messages\/\*\[role=assistant\]\/citations$/,
  },
  {
    reason: 'The start of an answer: its role, before any content.',
    wires: ['cohere-chat'],
    side: 'stream',
    at: /\*\[type=message-start\]\/delta(?:\/message)?$/,
  },
  {
    reason: 'A later event contains the complete value.',
    side: 'stream',
    at: /\/(?:\*\[type=(?:tool-input-delta|tool_call_chunk|input_json_delta)\](?:\/args)?|usage\/(?:in|out)put_tokens|final_content(?:\/.*)?|input)$/,
  },
  {
    reason: 'Reasoning that a target refuses is left out as a whole, with a notice.',
    side: 'stream',
    at: /(?:\*\[type=reasoning-delta\]|\/delta\/thinking)$/,
  },
  { reason: 'The same.', wires: ['google-interactions'], side: 'stream', at: /\/delta\/content$/ },
  {
    reason: 'A provider-executed call is removed from an answer as a whole, with a notice.',
    wires: ['bedrock-converse', 'google-interactions', 'robot-lab'],
    side: 'stream',
    at: /\/(?:delta\/(?:toolResult|result)|data\/result)$/,
  },
  {
    reason: 'Run data of an event: its robot and its step.',
    wires: ['robot-lab'],
    side: 'stream',
    at: /\/(?:robot_name|message_id|part_id|step|scope|timestamp)$/,
  },
  {
    reason: 'A copy of what the provider sent.',
    wires: ['ai-sdk-rust'],
    side: 'stream',
    at: /\*\[type=raw\]$/,
  },
  {
    reason: 'The details repeat it, or a target that rejects reasoning reports its omission.',
    wires: ['openai-chat'],
    side: 'stream',
    at: /\/delta\/reasoning$/,
  },
  {
    reason:
      'Each item is complete in its last event, and again in that of the answer; other events announce and repeat.',
    wires: ['openai-responses', 'openai-realtime'],
    side: 'stream',
    at: /^\/events\/\*\[type=response\.(?!output_item\.done\]\/)/,
  },
  {
    reason: 'The same: deltas repeat it.',
    wires: ['openai-responses', 'openai-realtime'],
    side: 'stream',
    at: /^\/events\/\*\[type=response\.output_item\.done\]\/(?:output_index|item\/arguments)$/,
  },
  {
    reason: 'Of a message that is nothing but results LangChain keeps the results.',
    wires: ['mcp'],
    side: 'request',
    at: /\*\[role=user\]\/_meta$/,
  },
  {
    reason: 'The channel of a text delta: complete answers contain it.',
    wires: ['openai-chat'],
    side: 'stream',
    at: /\/delta\/channel$/,
  },
  {
    reason: 'The progress and the identity of the answer: its first and its last event contain them.',
    wires: ['google-interactions'],
    side: 'stream',
    at: /^\/events\/\*\/(?:interaction_id|status)$/,
  },
  {
    reason: 'A schema implies JSON.',
    wires: ['google-interactions'],
    at: /^\/response_mime_type$/,
  },
  {
    reason: 'A namespace that is the name of the tool itself.',
    wires: ['openai-responses'],
    at: /\/namespace$/,
    repeats: /^name$/,
  },
  {
    reason: 'A schema of the answer is strict by default.',
    at: /\/format\/strict$/,
    says: [true],
  },
  { reason: 'This is the default.', at: /\/tool_choice$/, says: ['auto'] },
  { reason: 'A piece of nothing.', side: 'stream', at: /\/contentBlockDelta$/, says: 'zero' },
]

/** Codes of notices about a complete part, and therefore about all its members. */
export const WHOLE: readonly string[] = [
  'media-dropped',
  'opaque-as-text',
  'opaque-dropped',
  'part-dropped',
  'provider-executed-dropped',
  'reasoning-dropped',
  'reasoning-held-back',
  'source-dropped',
]
