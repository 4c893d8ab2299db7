import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { itemsOf, partsOf } from './walk.js'

const CHAT = 'Chat Completions'
const CONVERSE = "Bedrock's Converse"
const GEMINI = 'Gemini'
const MESSAGES = "Anthropic's Messages"
const RESPONSES = 'Responses'

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('REALTIME', {
  entries: itemsOf,
  parts: partsOf,
  partTypes: {
    tool_use: MESSAGES,
    tool_result: MESSAGES,
    server_tool_use: MESSAGES,
    redacted_thinking: MESSAGES,
    image_url: CHAT,
    input_file: RESPONSES,
  },
  partFields: {
    functionCall: GEMINI,
    functionResponse: GEMINI,
    inlineData: GEMINI,
    toolUse: CONVERSE,
    toolResult: CONVERSE,
  },
  entryFields: { parts: GEMINI, tool_calls: CHAT, tool_call_id: CHAT },
  requestFields: {
    messages: CHAT,
    contents: GEMINI,
    input: RESPONSES,
    setup: "Gemini's Live",
    system: MESSAGES,
    toolConfig: CONVERSE,
  },
})
