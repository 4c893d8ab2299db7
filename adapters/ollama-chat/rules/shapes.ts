import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listAt, listIn, within } from '../../../src/translate/lint/found.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { messagesOf } from './walk.js'

const CHAT = 'Chat Completions'
const CONVERSE = "Bedrock's Converse"
const GEMINI = 'Gemini'
const MESSAGES = "Anthropic's Messages"
const RESPONSES = 'the Responses API'
const MCP = 'MCP'

/** Words of other formats, which end up here when a history or a request is passed on as it is. Unknown fields are ignored. */
export const shapeRules = foreignShapeRules('OLLAMA', {
  codecs: { id: 'ollama-chat', limits, messages, request, tools },
  historyField: 'messages',
  modelRole: 'assistant',
  contentField: 'content',
  isTextAlone: true,
  entries: messagesOf,
  parts: within(messagesOf, listAt('content')),
  untypedParts: `${GEMINI} or ${CONVERSE}`,
  partTypes: {
    image_url: CHAT,
    input_audio: CHAT,
    tool_use: MESSAGES,
    tool_result: MESSAGES,
    redacted_thinking: MESSAGES,
    input_text: RESPONSES,
    output_text: RESPONSES,
    input_image: RESPONSES,
    function_call: RESPONSES,
    function_call_output: RESPONSES,
    image: MESSAGES,
  },
  partFields: {
    image: CONVERSE,
    functionCall: GEMINI,
    functionResponse: GEMINI,
    inlineData: GEMINI,
    toolUse: CONVERSE,
    toolResult: CONVERSE,
  },
  entryTypes: { function_call: RESPONSES, function_call_output: RESPONSES },
  entryFields: { function_call: CHAT, reasoning_content: CHAT, parts: GEMINI },
  requestFields: {
    tool_choice: CHAT,
    max_tokens: CHAT,
    max_completion_tokens: CHAT,
    response_format: CHAT,
    reasoning_effort: CHAT,
    parallel_tool_calls: CHAT,
    temperature: CHAT,
    top_p: CHAT,
    stop: CHAT,
    seed: CHAT,
    contents: GEMINI,
    input: RESPONSES,
    system: MESSAGES,
    toolConfig: CONVERSE,
    systemInstruction: GEMINI,
    instructions: RESPONSES,
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
