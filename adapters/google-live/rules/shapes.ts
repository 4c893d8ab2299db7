import { foreignShapeRules } from '../../../src/translate/lint/foreign-shapes.js'
import { listAt, within } from '../../../src/translate/lint/found.js'
import type { WireForm } from '../../../src/translate/lint/wire-shapes.js'
import { contentsOf, declarationsOf, partsOf, setupsOf } from './walk.js'

/** Paths of the objects in which fields and types of other formats are searched. */
export const form: WireForm = {
  wire: 'google-live',
  bodies: (request) => [{ value: request, path: '' }, ...setupsOf(request)],
  entries: contentsOf,
  parts: partsOf,
  tools: within(setupsOf, listAt('tools')),
  functions: declarationsOf,
  isSpelledFreely: true,
}

export const shapeRules = foreignShapeRules('GLIVE', form)
