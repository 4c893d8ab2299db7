import type { Subject } from '../../../src/conformance/index.js'
export const name: string
export const translate: Subject['translate']
