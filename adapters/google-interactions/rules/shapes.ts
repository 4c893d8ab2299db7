import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listIn } from '../../../src/translate/lint/found.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { contentOf, stepsOf } from './walk.js'

const CHAT = 'Chat Completions'
const CONVERSE = "Bedrock's Converse"
const GENERATE = 'generateContent'
const MESSAGES = "Anthropic's Messages"
const RESPONSES = 'the Responses API'
const MCP = 'MCP'

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('GINTER', {
  codecs: { id: 'google-interactions', limits, messages, request, tools },
  historyField: 'input',
  modelRole: 'model',
  contentField: 'content',
  entries: stepsOf,
  parts: contentOf,
  untypedParts: `${GENERATE} or ${CONVERSE}`,
  partTypes: {
    tool_use: MESSAGES,
    tool_result: MESSAGES,
    server_tool_use: MESSAGES,
    redacted_thinking: MESSAGES,
    input_text: RESPONSES,
    output_text: RESPONSES,
    input_image: RESPONSES,
    image_url: CHAT,
  },
  partFields: {
    functionCall: GENERATE,
    functionResponse: GENERATE,
    inlineData: GENERATE,
    toolUse: CONVERSE,
    toolResult: CONVERSE,
  },
  entryFields: { parts: GENERATE, tool_calls: CHAT, tool_call_id: CHAT, output: RESPONSES },
  requestFields: {
    messages: CHAT,
    contents: GENERATE,
    generationConfig: GENERATE,
    systemInstruction: GENERATE,
    instructions: RESPONSES,
    previous_response_id: RESPONSES,
    max_output_tokens: RESPONSES,
    max_tokens: MESSAGES,
    system: MESSAGES,
    toolConfig: CONVERSE,
  },
  tools: listIn('tools'),
  toolFields: {
    function: CHAT,
    input_schema: MESSAGES,
    toolSpec: CONVERSE,
    functionDeclarations: GENERATE,
    inputSchema: MCP,
  },
})
