import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listIn } from '../../../src/translate/lint/found.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { allParts, toolEntries } from './view.js'

const CHAT = 'Chat Completions'
const CONVERSE = "Bedrock's Converse"
const MESSAGES = "Anthropic's Messages"
const RESPONSES = 'the Responses API'
const MCP = 'MCP'

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('GOOGLE', {
  codecs: { id: 'google-generate-content', limits, messages, request, tools },
  historyField: 'contents',
  modelRole: 'model',
  contentField: 'parts',
  entries: listIn('contents'),
  parts: allParts,
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
  partFields: { image: CONVERSE, toolUse: CONVERSE, toolResult: CONVERSE },
  entryTypes: { function_call: RESPONSES, function_call_output: RESPONSES },
  entryFields: {
    tool_calls: CHAT,
    tool_call_id: CHAT,
    function_call: CHAT,
    content: CHAT,
  },
  requestFields: {
    system: MESSAGES,
    instructions: RESPONSES,
    max_completion_tokens: CHAT,
    max_output_tokens: RESPONSES,
    messages: CHAT,
    input: RESPONSES,
    max_tokens: CHAT,
    tool_choice: CHAT,
  },
  tools: toolEntries,
  toolFields: {
    function: CHAT,
    parameters: RESPONSES,
    input_schema: MESSAGES,
    toolSpec: CONVERSE,
    inputSchema: MCP,
  },
})
