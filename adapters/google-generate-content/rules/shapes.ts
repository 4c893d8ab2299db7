import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listAt, listIn, within } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { requestFields } from './settings.js'
import { toolEntries } from './view.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'google-generate-content',
  codecs: { limits, messages, request, tools },
  historyField: 'contents',
  modelRole: 'model',
  contentField: 'parts',
  entries: listIn('contents'),
  // Unlike other rules, these report fields in the spelling of the request.
  parts: within(listIn('contents'), listAt('parts')),
  tools: toolEntries,
  functions: within(toolEntries, listAt('functionDeclarations')),
  fields: requestFields,
}

export const shapeRules = foreignShapeRules('GOOGLE', form)
