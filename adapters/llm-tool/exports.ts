export { outputOfResult, resultOfOutput } from './convert.js'
