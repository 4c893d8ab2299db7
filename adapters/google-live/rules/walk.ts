import { listAt, listIn, objectAt, within } from '../../../src/translate/lint/found.js'

export const framesOf = listIn('clientEvents')
export const setupsOf = within(framesOf, objectAt('setup'))
export const declarationsOf = within(within(setupsOf, listAt('tools')), listAt('functionDeclarations'))
export const contentsOf = within(within(framesOf, objectAt('clientContent')), listAt('turns'))
export const partsOf = within(contentsOf, listAt('parts'))
export const responsesOf = within(within(framesOf, objectAt('toolResponse')), listAt('functionResponses'))
