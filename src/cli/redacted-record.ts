import type { JsonValue } from '../base/json/json-types.js'
import { isArray, isObject } from '../base/json/read-json.js'
import type { InputRecord } from '../traffic/input/input-record.js'
import { STREAM_KEYS } from '../traffic/input/traffic-record.js'
import { redactChunks, redactJson } from '../traffic/redaction/redact.js'

/** Returns the record without secrets, for output that is shown to other people. */
export function withoutSecrets(record: InputRecord): InputRecord {
  return {
    ...record,
    read() {
      const content = record.read()
      const value = redactJson(content.value, mayHaveEvents(content.value))
      const chunks = content.chunks && redactChunks(content.chunks)
      return value === content.value && chunks === undefined ? content : { ...content, value, chunks }
    },
  }
}

/** Returns false for a value with messages: a text does not continue that of the message before. */
function mayHaveEvents(value: JsonValue): boolean {
  if (isArray(value)) return !value.some((item) => isObject(item) && item.role !== undefined)
  if (!isObject(value)) return false
  return isArray(value.response) || STREAM_KEYS.some((key) => value[key] !== undefined)
}
