/** The tools that Google runs, the same as for generateContent. */
export { hosted } from './family.js'
