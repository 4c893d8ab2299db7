export { sdkParameters } from './sdk.js'
