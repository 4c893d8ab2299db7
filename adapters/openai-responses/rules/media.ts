import type { JsonObject } from '../../../src/json/types.js'
import { dataTypesAmong } from '../../../src/lint/limit-checks.js'
import { rulesOver } from '../../../src/lint/limited.js'
import type { Rule } from '../../../src/lint/rule.js'
import type { DataAt } from '../../../src/lint/view.js'
import { splitDataUrl } from '../content.js'
import { limits } from '../limits.js'
import { contentOf, isMessage, itemsOf, text, typeOf } from './walk.js'

const ASSISTANT_PARTS: ReadonlySet<string> = new Set(['output_text', 'refusal'])

/** Files that are no documents. */
const UNREADABLE_NAME = /\.(mp3|wav|ogg|flac|m4a|mp4|mov|avi|mkv|webm)($|\?)/i

const { limited } = rulesOver({ limits, viewOf: filesIn })

function filesIn(request: JsonObject): DataAt[] {
  return itemsOf(request)
    .flatMap(contentOf)
    .filter((part) => typeOf(part) === 'input_file' && typeof part.value.file_data === 'string')
    .map(({ value, path }) => ({
      path: `${path}/file_data`,
      kind: 'file',
      mediaType: splitDataUrl(text(value.file_data))?.mediaType?.split(';', 1)[0],
    }))
}

export const mediaRules: readonly Rule[] = [
  {
    id: 'OPENAI-RESP-OUT-02',
    severity: 'warning',
    summary: 'Messages of the model hold output_text and refusal, all others input_* parts.',
    error: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    evidence: 'error texts in clients',
    check(request, report) {
      for (const item of itemsOf(request).filter(isMessage)) {
        const isModels = item.value.role === 'assistant'
        for (const part of contentOf(item))
          if (ASSISTANT_PARTS.has(typeOf(part)) !== isModels)
            report(
              part.path,
              `${typeOf(part)} does not belong into a message of role ${text(item.value.role)}`,
            )
      }
    },
  },
  limited(dataTypesAmong, {
    id: 'OPENAI-RESP-MEDIA-01',
    severity: 'error',
    summary: 'file_data is a base64 data URL of a document that is among the accepted types.',
    error: 'Invalid file data: Expected a base64-encoded data URL with a valid file MIME type',
    evidence: 'recorded refusals',
  }),
  {
    id: 'OPENAI-RESP-MEDIA-02',
    severity: 'warning',
    summary: 'file_url leads to a document that the model can read.',
    error: 'The file type you uploaded is not supported.',
    evidence: 'recorded refusal',
    check(request, report) {
      for (const part of itemsOf(request).flatMap(contentOf))
        if (typeOf(part) === 'input_file' && UNREADABLE_NAME.test(text(part.value.file_url)))
          report(`${part.path}/file_url`, 'audio and video are not accepted as files')
    },
  },
]
