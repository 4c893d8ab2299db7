/** The platforms, the same as on the vendor's other wire. */
export { platforms } from './family.js'
