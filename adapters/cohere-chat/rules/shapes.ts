import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listAt, listIn, objectAt, within } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { messagesOf } from '../family.js'
import { requestFields } from './settings.js'
import { written } from './written.js'

const FIRST = "this API's first version"

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  ...written,
  historyField: 'messages',
  choicePath: '/tool_choice',
  modelRole: 'assistant',
  contentField: 'content',
  entries: messagesOf,
  parts: within(messagesOf, listAt('content')),
  tools: listIn('tools'),
  functions: within(listIn('tools'), objectAt('function')),
  fields: requestFields,
  refused: {
    message: FIRST,
    chat_history: FIRST,
    preamble: FIRST,
    tool_results: FIRST,
    connectors: FIRST,
  },
}

export const shapeRules = foreignShapeRules('COHERE', form)
