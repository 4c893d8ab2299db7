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

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('MISTRAL', {
  codecs: { id: 'mistral-chat', limits, messages, request, tools },
  historyField: 'messages',
  modelRole: 'assistant',
  contentField: 'content',
  entries: messagesOf,
  parts: within(messagesOf, listAt('content')),
  untypedParts: `${GEMINI} or ${CONVERSE}`,
  partTypes: {
    image: MESSAGES,
    tool_use: MESSAGES,
    tool_result: MESSAGES,
    server_tool_use: MESSAGES,
    redacted_thinking: MESSAGES,
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
  },
  entryTypes: { function_call: RESPONSES, function_call_output: RESPONSES },
  entryFields: { parts: GEMINI },
  requestFields: {
    systemInstruction: GEMINI,
    instructions: RESPONSES,
    max_output_tokens: RESPONSES,
    contents: GEMINI,
    input: RESPONSES,
    system: MESSAGES,
    toolConfig: CONVERSE,
    max_completion_tokens: CHAT,
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
