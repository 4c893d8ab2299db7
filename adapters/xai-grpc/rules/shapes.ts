import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listAt, listIn, within } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { requestFields } from './settings.js'
import { functionsOf, messagesOf } from './walk.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'xai-grpc',
  codecs: { limits, messages, request, tools },
  historyField: 'messages',
  modelRole: 'ROLE_ASSISTANT',
  contentField: 'content',
  entries: messagesOf,
  parts: within(messagesOf, listAt('content')),
  tools: listIn('tools'),
  functions: functionsOf,
  fields: requestFields,
}

export const shapeRules = foreignShapeRules('XAI-GRPC', form)
