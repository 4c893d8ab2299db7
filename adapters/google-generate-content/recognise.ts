import type { Exchange, Recognition } from '../../src/adapter/adapter.js'
import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { unwrap } from './response.js'

const REQUEST_FIELDS = [
  'systemInstruction',
  'system_instruction',
  'generationConfig',
  'generation_config',
  'safetySettings',
  'safety_settings',
  'toolConfig',
  'tool_config',
]

/** No other wire has `contents` with `parts`, or `candidates` with a `content`. */
export function recognise({ request, response, events }: Exchange): Recognition {
  const sides = [
    request && recogniseRequest(request),
    response && recogniseResponse(response),
    events && recogniseEvents(events),
  ]
  const found = sides.filter((side) => side !== undefined)
  return found.reduce((best, side) => (side.score > best.score ? side : best), NO)
}

const NO: Recognition = { score: 0, reason: 'nothing of generateContent in it' }

function recogniseRequest(request: JsonObject): Recognition {
  const { contents, config } = request
  if (contents === undefined) return NO
  if (isArray(contents) && contents.some(isContent)) return { score: 0.99, reason: 'contents with parts' }
  if (isObject(contents) && isContent(contents)) return { score: 0.95, reason: 'contents with parts' }
  if (isObject(config) || REQUEST_FIELDS.some((field) => request[field] !== undefined))
    return { score: 0.9, reason: 'contents with settings of generateContent' }
  return { score: 0.5, reason: 'contents' }
}

function isContent(content: JsonValue): boolean {
  return isObject(content) && isArray(content.parts)
}

function recogniseResponse(response: JsonObject): Recognition {
  const body = unwrap(response)
  const { candidates, promptFeedback, prompt_feedback: feedback, error } = body
  if (isArray(candidates)) return { score: 0.98, reason: 'candidates' }
  if (promptFeedback !== undefined || feedback !== undefined) return { score: 0.95, reason: 'promptFeedback' }
  if (isUsage(body)) return { score: 0.9, reason: 'usageMetadata' }
  return isGoogleError(error) ? { score: 0.4, reason: 'an error as Google words it' } : NO
}

/** Gemini's OpenAI endpoint words errors the same way, so this says little. */
function isGoogleError(error: JsonValue | undefined): boolean {
  return isObject(error) && typeof error.code === 'number' && /^[A-Z_]+$/.test(stringOr(error.status, ''))
}

function isUsage({ usageMetadata, usage_metadata: usage }: JsonObject): boolean {
  const counts = usageMetadata ?? usage
  return isObject(counts) && (counts.promptTokenCount ?? counts.prompt_token_count) !== undefined
}

/** The Live API sends usageMetadata too, beside messages that have no candidates. */
function recogniseEvents(events: JsonArray): Recognition {
  const objects = events.filter(isObject)
  if (objects.some((event) => event.serverContent !== undefined || event.setupComplete !== undefined))
    return NO
  return objects.map(recogniseResponse).reduce((best, side) => (side.score > best.score ? side : best), NO)
}
