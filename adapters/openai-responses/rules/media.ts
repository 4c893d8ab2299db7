import type { JsonObject } from '../../../src/base/json/json-types.js'
import { each } from '../../../src/translate/lint/checks.js'
import { translated } from '../../../src/translate/lint/fixes.js'
import { fieldOf, fieldText, isOf, those, typeOf, within } from '../../../src/translate/lint/found.js'
import { dataTypesAmong } from '../../../src/translate/lint/limit-checks.js'
import { over, type RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import type { DataAt } from '../../../src/translate/lint/view.js'
import { splitDataUrl } from '../content.js'
import { contentOf, isMessage, itemsOf } from './walk.js'

/** Matches file extensions that are not documents. */
const UNREADABLE_NAME = /\.(mp3|wav|ogg|flac|m4a|mp4|mov|avi|mkv|webm)($|\?)/i

const files = those(within(itemsOf, contentOf), isOf('input_file'))

function dataIn(request: JsonObject): DataAt[] {
  return fieldOf(
    files,
    'file_data',
  )(request).flatMap(({ value, path }) =>
    typeof value === 'string'
      ? [{ path, kind: 'file', mediaType: splitDataUrl(value)?.mediaType?.split(';', 1)[0] }]
      : [],
  )
}

/** Changes the text type to that of the role: `output_text` for the model, `input_text` for other roles. */
const partOfSpeaker: Fix = (request, path) =>
  translated({ input_text: 'output_text', output_text: 'input_text', text: 'output_text' })(
    request,
    `${path}/type`,
  )

export const mediaRules: RuleRows<unknown> = {
  'OPENAI-RESP-OUT-02': {
    fix: partOfSpeaker,
    severity: 'warning',
    summary: 'Messages of the model have output_text and refusal parts, all others input_* parts.',
    error: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    evidence: 'error texts in clients',
    check(request, report) {
      for (const item of itemsOf(request).filter(isMessage)) {
        const role = fieldText(item, 'role')
        for (const part of contentOf(item))
          if (['output_text', 'refusal'].includes(typeOf(part)) !== (role === 'assistant'))
            report(part.path, `${typeOf(part)} is not allowed in a message of role ${role}`)
      }
    },
  },
  'OPENAI-RESP-MEDIA-01': {
    summary: 'file_data is a base64 data URL of a document that is among the accepted types.',
    error: 'Invalid file data: Expected a base64-encoded data URL with a valid file MIME type',
    evidence: 'recorded refusals',
    check: over(dataIn, dataTypesAmong),
  },
  'OPENAI-RESP-MEDIA-02': {
    severity: 'warning',
    summary: 'file_url leads to a document that the model can read.',
    error: 'The file type you uploaded is not supported.',
    evidence: 'recorded refusal',
    check: each(
      fieldOf(files, 'file_url'),
      ({ value }) => typeof value === 'string' && UNREADABLE_NAME.test(value),
      'audio and video are not accepted as files',
    ),
  },
}
