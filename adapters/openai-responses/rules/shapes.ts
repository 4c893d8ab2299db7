import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { within } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { requestFields } from './settings.js'
import { contentOf, itemsOf, toolsOf } from './walk.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'openai-responses',
  codecs: { limits, messages, request, tools },
  historyField: 'input',
  choicePath: '/tool_choice',
  modelRole: 'assistant',
  contentField: 'content',
  entries: itemsOf,
  parts: within(itemsOf, contentOf),
  tools: toolsOf,
  fields: requestFields,
  // Of audio, and of images that a hosted tool made.
  accepted: ['input_audio', 'result'],
}

export const shapeRules = foreignShapeRules('OPENAI-RESP', form)
