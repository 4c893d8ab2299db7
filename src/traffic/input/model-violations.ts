import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { valueAt } from '../../base/json/pointer.js'
import { createContext, type Notice } from '../../base/model/context.js'
import type { Conversation } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { models } from '../../translate/catalogue/index.js'
import { decodeRequest } from '../../translate/exchange/decode-exchange.js'
import { fit } from '../../translate/fit/fit.js'
import type { Violation } from '../../translate/lint/rule.js'

/**
 * Returns the parts of a request that its model does not support, according to the catalogue: changes that a
 * translation for this model makes and a translation for any model does not. The wire accepts these parts, so
 * each one is a warning.
 */
export function modelViolations(body: JsonObject, { codecs }: Adapter): readonly Violation[] {
  const read = attempt(() => decodeRequest(body, codecs, createContext(codecs.id)))
  if ('error' in read || read.value.model === undefined) return []
  const { model } = read.value
  if (models.find(model) === undefined) return []
  const usual = new Set(changes(read.value).map(keyOf))
  return changes(read.value, models)
    .filter((notice) => notice.code !== 'model-assumed' && !usual.has(keyOf(notice)))
    .map(({ code, path, message }) => {
      const place = path !== '' && valueAt(body, path) !== undefined ? path : '/model'
      return {
        rule: code,
        path: place,
        message: `a translation for ${model} changes this: ${message}`,
        severity: 'warning',
      }
    })

  function changes(conversation: Conversation, known?: typeof models): readonly Notice[] {
    const options = { from: codecs.id, validate: false, models: known }
    const fitted = attempt(() => fit(conversation, codecs, options))
    return 'error' in fitted ? [] : fitted.value.notices
  }
}

function keyOf({ code, path }: Notice): string {
  return `${code} ${path}`
}
