import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listIn } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { requestFields } from './settings.js'
import { contentOf, stepsOf } from './walk.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'google-interactions',
  codecs: { limits, messages, request, tools },
  historyField: 'input',
  modelRole: 'model',
  contentField: 'content',
  entries: stepsOf,
  parts: contentOf,
  tools: listIn('tools'),
  fields: requestFields,
  // Of results and server steps in the content of a turn.
  accepted: ['is_error', 'signature'],
}

export const shapeRules = foreignShapeRules('GINTER', form)
