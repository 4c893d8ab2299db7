export { sdkParameters } from './converter.js'
