import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listAt, listIn, objectAt, within } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { requestFields } from './settings.js'
import { messagesOf } from './walk.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'ollama-chat',
  codecs: { limits, messages, request, tools },
  historyField: 'messages',
  modelRole: 'assistant',
  contentField: 'content',
  isTextAlone: true,
  entries: messagesOf,
  parts: within(messagesOf, listAt('content')),
  tools: listIn('tools'),
  functions: within(listIn('tools'), objectAt('function')),
  fields: requestFields,
}

export const shapeRules = foreignShapeRules('OLLAMA', form)
