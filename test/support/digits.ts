// Provider bodies with numbers that a double cannot represent.

/** An id beyond 2^53, a decimal with more digits than a double has, and a number that overflows. */
export const DIGITS = ['9007199254740993', '0.10000000000000000001', '1E400'] as const
const [ID, RATE, LARGE] = DIGITS

/** Arguments with these numbers, at the top level, in an object and in a list. */
export const LOSSY_ARGUMENTS = `{"booking_id":${ID},"deep":{"rate":${RATE}},"list":[1,${LARGE}]}`
const QUOTED = JSON.stringify(LOSSY_ARGUMENTS)
const SCHEMA = `{"type":"object","properties":{"booking_id":{"type":"integer","maximum":${ID}},"rate":{"type":"number","default":${RATE}}}}`
const RESULT = `{"booking_id":${ID},"rate":${RATE}}`

/**
 * A request with a call, its result and its tool, by wire. The forms are those of the references:
 * https://platform.claude.com/docs/en/api/messages, https://ai.google.dev/api/generate-content,
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html,
 * https://platform.openai.com/docs/api-reference/chat/create, https://docs.ollama.com/api/chat
 */
export const LOSSY_REQUESTS: Readonly<Record<string, string>> = {
  'anthropic-messages': `{"model":"claude-sonnet-5-5","max_tokens":100,"messages":[{"role":"user","content":"Book."},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_01","name":"book","input":${LOSSY_ARGUMENTS}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01","content":${JSON.stringify(RESULT)}}]}],"tools":[{"name":"book","input_schema":${SCHEMA}}]}`,
  'google-generate-content': `{"contents":[{"role":"user","parts":[{"text":"Book."}]},{"role":"model","parts":[{"functionCall":{"id":"c1","name":"book","args":${LOSSY_ARGUMENTS}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"book","response":${RESULT}}}]}],"tools":[{"functionDeclarations":[{"name":"book","parametersJsonSchema":${SCHEMA}}]}]}`,
  'bedrock-converse': `{"messages":[{"role":"user","content":[{"text":"Book."}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"tooluse_1","name":"book","input":${LOSSY_ARGUMENTS}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"tooluse_1","content":[{"json":${RESULT}}]}}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"book","inputSchema":{"json":${SCHEMA}}}}]}}`,
  'openai-chat': `{"model":"gpt-5.4","messages":[{"role":"user","content":"Book."},{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"book","arguments":${QUOTED}}}]},{"role":"tool","tool_call_id":"call_1","content":${JSON.stringify(RESULT)}}],"tools":[{"type":"function","function":{"name":"book","parameters":${SCHEMA}}}]}`,
  'ollama-chat': `{"model":"qwen3","messages":[{"role":"user","content":"Book."},{"role":"assistant","content":"","tool_calls":[{"function":{"name":"book","arguments":${LOSSY_ARGUMENTS}}}]},{"role":"tool","tool_name":"book","content":${JSON.stringify(RESULT)}}],"tools":[{"type":"function","function":{"name":"book","parameters":${SCHEMA}}}]}`,
}

/** Returns the numbers that are missing in a text. */
export function missingDigits(text: string): readonly string[] {
  return DIGITS.filter((digits) => !text.includes(digits))
}
