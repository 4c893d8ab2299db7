import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listIn } from '../../../src/translate/lint/found.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { allBlocks, toolsOf } from './walk.js'

const CHAT = 'Chat Completions'
const GEMINI = 'Gemini'
const MESSAGES = "Anthropic's Messages"
const RESPONSES = 'the Responses API'
const MCP = 'MCP'

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('BEDROCK', {
  codecs: { id: 'bedrock-converse', limits, messages, request, tools },
  historyField: 'messages',
  modelRole: 'assistant',
  contentField: 'content',
  entries: listIn('messages'),
  parts: allBlocks,
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
    image_url: CHAT,
  },
  partFields: { functionCall: GEMINI, functionResponse: GEMINI, inlineData: GEMINI },
  entryTypes: { function_call: RESPONSES, function_call_output: RESPONSES },
  entryFields: {
    tool_calls: CHAT,
    tool_call_id: CHAT,
    function_call: CHAT,
    parts: GEMINI,
  },
  requestFields: {
    instructions: RESPONSES,
    systemInstruction: GEMINI,
    max_completion_tokens: CHAT,
    max_output_tokens: RESPONSES,
    contents: GEMINI,
    max_tokens: MESSAGES,
    tool_choice: MESSAGES,
    tools: CHAT,
  },
  tools: toolsOf,
  toolFields: {
    function: CHAT,
    parameters: RESPONSES,
    input_schema: MESSAGES,
    functionDeclarations: GEMINI,
    inputSchema: MCP,
  },
})
