import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { within } from '../../../src/translate/lint/found.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { contentOf, itemsOf, toolsOf } from './walk.js'

const CHAT = 'Chat Completions'
const CONVERSE = "Bedrock's Converse"
const GEMINI = 'Gemini'
const MESSAGES = "Anthropic's Messages"
const MCP = 'MCP'

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('OPENAI-RESP', {
  codecs: { id: 'openai-responses', limits, messages, request, tools },
  historyField: 'input',
  modelRole: 'assistant',
  contentField: 'content',
  entries: itemsOf,
  parts: within(itemsOf, contentOf),
  untypedParts: `${GEMINI} or ${CONVERSE}`,
  partTypes: {
    image: MESSAGES,
    tool_use: MESSAGES,
    tool_result: MESSAGES,
    server_tool_use: MESSAGES,
    redacted_thinking: MESSAGES,
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
  entryFields: { parts: GEMINI, tool_calls: CHAT, tool_call_id: CHAT },
  requestFields: {
    systemInstruction: GEMINI,
    max_tokens: CHAT,
    messages: CHAT,
    contents: GEMINI,
    max_completion_tokens: CHAT,
    functions: CHAT,
    system: MESSAGES,
    toolConfig: CONVERSE,
  },
  tools: toolsOf,
  toolFields: {
    function: CHAT,
    input_schema: MESSAGES,
    toolSpec: CONVERSE,
    functionDeclarations: GEMINI,
    inputSchema: MCP,
  },
})
