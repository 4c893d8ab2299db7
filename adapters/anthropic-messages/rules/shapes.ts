import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { allBlocks, messagesOf, toolsOf } from './request.js'
import { requestFields } from './settings.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'anthropic-messages',
  codecs: { limits, messages, request, tools },
  historyField: 'messages',
  choicePath: '/tool_choice',
  modelRole: 'assistant',
  contentField: 'content',
  entries: messagesOf,
  parts: allBlocks,
  tools: toolsOf,
  fields: requestFields,
}

export const shapeRules = foreignShapeRules('ANTHROPIC', form)
