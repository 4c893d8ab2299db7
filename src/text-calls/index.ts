// Calls that models write as text: reading them, and writing tools, calls and results for models that are prompted so.
// A comment with an empty line after it begins a group, which sorting leaves where it is.

// Reading.

export { type ReadTextOptions, readTextCalls } from './read.js'
export type { ScanOptions } from './scanner.js'
export { type TextCallsOptions, textCallsStep } from './step.js'

// What is read: a value per dialect, so that a bundle holds those that a program names.

export type { FoundCall, ResultForm, TextDialect, WrittenCall, WrittenResult } from './dialect.js'
export { hermesJson } from './dialects/hermes-json.js'
