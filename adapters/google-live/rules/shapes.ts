import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { contentsOf, partsOf } from './walk.js'

const CHAT = 'Chat Completions'
const MESSAGES = "Anthropic's Messages"

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('GLIVE', {
  entries: contentsOf,
  parts: partsOf,
  partTypes: { tool_use: MESSAGES, tool_result: MESSAGES, image_url: CHAT },
  partFields: { toolUse: "Bedrock's Converse", toolResult: "Bedrock's Converse" },
  entryFields: { content: CHAT, tool_calls: CHAT, tool_call_id: CHAT },
  requestFields: {
    messages: CHAT,
    contents: 'generateContent',
    input: 'Responses',
    session: "OpenAI's Realtime",
  },
})
