import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import type { WireForm } from '../../../src/translate/lint/wire-shapes.js'
import { itemsOf, partsOf, sessionsOf, toolsOf } from './walk.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WireForm = {
  wire: 'openai-realtime',
  bodies: (request) => [{ value: request, path: '' }, ...sessionsOf(request)],
  entries: itemsOf,
  parts: partsOf,
  tools: toolsOf,
  // Fields of items that the server returned, and of the beta API.
  accepted: ['status', 'text'],
}

export const shapeRules = foreignShapeRules('REALTIME', form)
