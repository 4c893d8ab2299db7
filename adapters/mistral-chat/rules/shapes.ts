import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listAt, listIn, objectAt, within } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { messagesOf } from '../family.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { requestFields } from './settings.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'mistral-chat',
  codecs: { limits, messages, request, tools },
  historyField: 'messages',
  choicePath: '/tool_choice',
  modelRole: 'assistant',
  contentField: 'content',
  entries: messagesOf,
  parts: within(messagesOf, listAt('content')),
  tools: listIn('tools'),
  functions: within(listIn('tools'), objectAt('function')),
  fields: requestFields,
  // Azure and La Plateforme answer 422 `extra_forbidden`.
  refused: { max_completion_tokens: 'Chat Completions' },
}

export const shapeRules = foreignShapeRules('MISTRAL', form)
