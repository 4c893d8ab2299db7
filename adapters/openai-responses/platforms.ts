/** The same as those of the vendor's other wire. */
export { platforms } from './family.js'
