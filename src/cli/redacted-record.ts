import type { InputRecord } from '../traffic/input/input-record.js'
import { redactChunks, redactJson } from '../traffic/redaction/redact.js'

/** Returns the record without secrets, for output that is shown to other people. */
export function withoutSecrets(record: InputRecord): InputRecord {
  return {
    ...record,
    read() {
      const content = record.read()
      const value = redactJson(content.value)
      const chunks = content.chunks && redactChunks(content.chunks)
      return value === content.value && chunks === undefined ? content : { ...content, value, chunks }
    },
  }
}
