import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listIn } from '../../../src/translate/lint/found.js'
import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'
import { requestFields } from './settings.js'
import { allBlocks, specsOf, toolsOf } from './walk.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WrittenForm = {
  wire: 'bedrock-converse',
  codecs: { limits, messages, request, tools },
  historyField: 'messages',
  choicePath: '/toolConfig/toolChoice',
  modelRole: 'assistant',
  contentField: 'content',
  entries: listIn('messages'),
  parts: allBlocks,
  tools: toolsOf,
  functions: specsOf,
  fields: requestFields,
}

export const shapeRules = foreignShapeRules('BEDROCK', form)
