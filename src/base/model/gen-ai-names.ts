// Attribute names of OpenTelemetry's GenAI conventions, for writing and for reading. They are defined here because
// the package with the names marks them as deprecated while the conventions are in development:
// https://github.com/open-telemetry/semantic-conventions-genai/tree/main/docs/gen-ai

/** Attributes of a model call, of a tool call, or of both. */
export const GEN_AI = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  conversationId: 'gen_ai.conversation.id',
  outputType: 'gen_ai.output.type',
  responseId: 'gen_ai.response.id',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  systemInstructions: 'gen_ai.system_instructions',
  toolDefinitions: 'gen_ai.tool.definitions',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolDescription: 'gen_ai.tool.description',
  toolCallId: 'gen_ai.tool.call.id',
  toolCallArguments: 'gen_ai.tool.call.arguments',
  toolCallResult: 'gen_ai.tool.call.result',
} as const

/** Attributes of the settings of a request. */
export const SETTING_ATTRIBUTES = {
  model: 'gen_ai.request.model',
  maxOutputTokens: 'gen_ai.request.max_tokens',
  temperature: 'gen_ai.request.temperature',
  topP: 'gen_ai.request.top_p',
  topK: 'gen_ai.request.top_k',
  stop: 'gen_ai.request.stop_sequences',
  seed: 'gen_ai.request.seed',
  frequencyPenalty: 'gen_ai.request.frequency_penalty',
  presencePenalty: 'gen_ai.request.presence_penalty',
  stream: 'gen_ai.request.stream',
} as const

/** Attributes of token counts. Counts of a part are included in the counts of the whole, as in `Usage`. */
export const USAGE_ATTRIBUTES = {
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cachedInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_write.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
} as const

/** Values of `gen_ai.operation.name`. */
export const GEN_AI_OPERATIONS = { model: 'chat', tool: 'execute_tool' } as const
