import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listAt, listIn, within } from '../../../src/translate/lint/found.js'
import { messagesOf } from '../family.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'

const CHAT = 'Chat Completions'
const CONVERSE = "Bedrock's Converse"
const GEMINI = 'Gemini'
const MESSAGES = "Anthropic's Messages"
const RESPONSES = 'the Responses API'
const MCP = 'MCP'
const FIRST = "this API's first version"

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('COHERE', {
  codecs: { id: 'cohere-chat', limits, messages, request, tools },
  historyField: 'messages',
  modelRole: 'assistant',
  contentField: 'content',
  entries: messagesOf,
  parts: within(messagesOf, listAt('content')),
  untypedParts: `${GEMINI} or ${CONVERSE}`,
  partTypes: {
    tool_use: MESSAGES,
    tool_result: MESSAGES,
    redacted_thinking: MESSAGES,
    image: MESSAGES,
    input_audio: CHAT,
    file: CHAT,
    input_text: RESPONSES,
    output_text: RESPONSES,
    input_image: RESPONSES,
    function_call: RESPONSES,
    function_call_output: RESPONSES,
  },
  partFields: {
    image: CONVERSE,
    functionCall: GEMINI,
    functionResponse: GEMINI,
    inlineData: GEMINI,
    toolUse: CONVERSE,
    toolResult: CONVERSE,
    cache_control: MESSAGES,
  },
  entryTypes: { function_call: RESPONSES, function_call_output: RESPONSES },
  entryFields: { parts: GEMINI, function_call: CHAT, reasoning_content: CHAT },
  requestFields: {
    contents: GEMINI,
    input: RESPONSES,
    instructions: RESPONSES,
    system: MESSAGES,
    toolConfig: CONVERSE,
    max_completion_tokens: CHAT,
    parallel_tool_calls: CHAT,
    top_p: CHAT,
    stop: CHAT,
    message: FIRST,
    chat_history: FIRST,
    preamble: FIRST,
    tool_results: FIRST,
    connectors: FIRST,
    systemInstruction: GEMINI,
    max_output_tokens: RESPONSES,
  },
  tools: listIn('tools'),
  toolFields: {
    parameters: RESPONSES,
    input_schema: MESSAGES,
    toolSpec: CONVERSE,
    functionDeclarations: GEMINI,
    inputSchema: MCP,
  },
})
