import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { allBlocks, messagesOf, toolsOf } from './request.js'

const CHAT = 'Chat Completions'
const CONVERSE = "Bedrock's Converse"
const GEMINI = 'Gemini'
const RESPONSES = 'the Responses API'
const MCP = 'MCP'

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('ANTHROPIC', {
  codecs: { id: 'anthropic-messages', limits, messages, request, tools },
  historyField: 'messages',
  modelRole: 'assistant',
  contentField: 'content',
  entries: messagesOf,
  parts: allBlocks,
  untypedParts: `${GEMINI} or ${CONVERSE}`,
  partTypes: {
    input_text: RESPONSES,
    output_text: RESPONSES,
    input_image: RESPONSES,
    function_call: RESPONSES,
    function_call_output: RESPONSES,
    image_url: CHAT,
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
  entryFields: {
    tool_calls: CHAT,
    tool_call_id: CHAT,
    function_call: CHAT,
    parts: GEMINI,
  },
  requestFields: {
    systemInstruction: GEMINI,
    max_output_tokens: RESPONSES,
    contents: GEMINI,
    input: RESPONSES,
    instructions: RESPONSES,
    max_completion_tokens: CHAT,
    functions: CHAT,
    toolConfig: CONVERSE,
  },
  tools: toolsOf,
  toolFields: {
    function: CHAT,
    parameters: RESPONSES,
    toolSpec: CONVERSE,
    functionDeclarations: GEMINI,
    inputSchema: MCP,
  },
})
