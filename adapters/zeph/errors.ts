import type { JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { type Fields, innerExtras, withExtras } from '../../src/codec/shape/fields.js'

// `ToolErrorFeedback`: `{category, message, retryable}`.

const FIELDS: Fields = { category: 'string', message: 'string', retryable: 'boolean' }

/** The content of an error. `ToolNotFound` and `tool_not_found` are one category. */
export type Feedback = Pick<ToolResult, 'category' | 'retryable'> & { readonly message: string }

/** Returns undefined for values that are not errors. */
export function decodeFeedback(error: JsonValue | undefined): Feedback | undefined {
  if (typeof error === 'string') return { message: error }
  if (!isObject(error) || typeof error.message !== 'string') return undefined
  const { category, message, retryable } = error
  return compact({
    message,
    category: typeof category === 'string' ? snakeCase(category) : undefined,
    retryable: typeof retryable === 'boolean' ? retryable : undefined,
  })
}

/** Returns the data that is needed to write an error unchanged again. */
export function keptOf(error: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(error)) return typeof error === 'string' ? { form: 'text' } : undefined
  const isVariant = typeof error.category === 'string' && error.category !== snakeCase(error.category)
  const kept = compact({ ...innerExtras(error, FIELDS), form: isVariant ? 'variant' : undefined })
  return Object.keys(kept).length === 0 ? undefined : kept
}

export function encodeFeedback(
  { message, category, retryable }: Feedback,
  own: JsonValue | undefined,
): JsonValue {
  const form = isObject(own) ? stringOr(own.form, undefined) : undefined
  if (form === 'text' && category === undefined && retryable === undefined) return message
  const word = category !== undefined && form === 'variant' ? variantOf(category) : category
  return withExtras({ category: word, message, retryable }, own)
}

function snakeCase(word: string): string {
  return word.replace(/[A-Z]/g, (letter, index: number) => `${index === 0 ? '' : '_'}${letter.toLowerCase()}`)
}

function variantOf(category: string): string {
  return category.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns true if the category of an error survives encoding and decoding. */
export function isSayable(category: string | undefined, own: JsonValue | undefined): boolean {
  if (category === undefined) return true
  const isVariant = isObject(own) && own.form === 'variant'
  return snakeCase(isVariant ? variantOf(category) : category) === category
}
