/** The tools that Google runs: those of generateContent. */
export { hosted } from './family.js'
