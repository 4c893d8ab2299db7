/** What wires that are almost this one may share. */
export { schemaRulesOf } from './rules/schemas.js'
