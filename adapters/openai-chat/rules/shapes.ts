import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { within } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { requestFields } from './settings.js'
import { contentPartsOf, functionsOf, messagesOf, toolsOf } from './walk.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'openai-chat',
  codecs: { limits, messages, request, tools },
  historyField: 'messages',
  choicePath: '/tool_choice',
  modelRole: 'assistant',
  contentField: 'content',
  entries: messagesOf,
  parts: within(messagesOf, contentPartsOf),
  tools: toolsOf,
  functions: functionsOf,
  fields: requestFields,
  // Of vLLM, and of servers that offer models of Mistral and Anthropic.
  accepted: ['thinking', 'signature', 'document_url', 'document_name', 'cache_control'],
}

export const shapeRules = foreignShapeRules('OPENAI-CHAT', form)
