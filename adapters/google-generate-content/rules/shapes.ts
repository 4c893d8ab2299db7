import { foreignShapeRules } from '../../../src/lint/foreign-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { allParts, contentsOf } from './view.js'

const CHAT = 'Chat Completions'
const CONVERSE = "Bedrock's Converse"
const MESSAGES = "Anthropic's Messages"
const RESPONSES = 'the Responses API'

/** Words of other formats, which end up here when a history or a request is passed on as it is. */
export const shapeRules = foreignShapeRules('GOOGLE', {
  codecs: { id: 'google-generate-content', limits, messages, request },
  contentField: 'parts',
  entries: contentsOf,
  parts: allParts,
  partTypes: {
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
  partFields: { toolUse: CONVERSE, toolResult: CONVERSE },
  entryFields: {
    tool_calls: CHAT,
    tool_call_id: CHAT,
    function_call: CHAT,
    content: CHAT,
  },
  requestFields: {
    messages: CHAT,
    input: RESPONSES,
    max_tokens: CHAT,
    tool_choice: CHAT,
  },
})
