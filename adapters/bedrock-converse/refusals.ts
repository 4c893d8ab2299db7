import type { JsonObject } from '../../src/base/json/json-types.js'
import type { PatchOperation } from '../../src/base/json/patch.js'
import { valueAt } from '../../src/base/json/pointer.js'
import { isObject } from '../../src/base/json/read-json.js'
import { listAt, listIn, objectAt, those, within } from '../../src/translate/lint/found.js'
import { fitsWindow } from '../../src/translate/repair/context-room.js'
import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import {
  firstFix,
  hasMember,
  leavesOut,
  leavesOutFound,
  leavesOutNamed,
  lowers,
  pathIfGiven,
  removals,
  replacesFound,
  UNSEEN,
} from '../../src/translate/repair/refusal-fixes.js'
import { allBlocks, messagesOf, toolsOf } from './rules/walk.js'

const images = those(
  within(allBlocks, (block) => [block, ...objectAt('toolResult')(block).flatMap(listAt('content'))]),
  hasMember('image'),
)
const cachePoints = those(
  (request) => [...listIn('system')(request), ...allBlocks(request), ...toolsOf(request)],
  hasMember('cachePoint'),
)

/**
 * Drops earlier thinking, and turns thinking off if a tool loop would have to begin with thinking. Adaptive
 * thinking does not have this restriction.
 */
function withoutThinking(request: JsonObject): readonly PatchOperation[] | undefined {
  const messages = messagesOf(request)
  const gone = messages.flatMap(({ blocks, path }) => {
    const thinking = blocks.filter(hasMember('reasoningContent'))
    return thinking.length > 0 && thinking.length === blocks.length
      ? [path]
      : thinking.map((block) => block.path)
  })
  if (gone.length === 0) return undefined
  const isInLoop = messages.at(-1)?.blocks.some(hasMember('toolResult')) === true
  const fields = request.additionalModelRequestFields
  const isManual = isObject(fields) && isObject(fields.thinking) && fields.thinking.type === 'enabled'
  return removals([...gone, ...(isInLoop && isManual ? ['/additionalModelRequestFields/thinking'] : [])])
}

/** The text that replaces an image which was moved out of its result. */
const MOVED = '(The image is after the results.)'

/** Moves images from results to the end of their message. */
function movesImages(request: JsonObject): readonly PatchOperation[] | undefined {
  const moved = messagesOf(request).flatMap(({ blocks, path }) => {
    const inside = blocks
      .flatMap(objectAt('toolResult'))
      .flatMap(listAt('content'))
      .filter(hasMember('image'))
    return inside.flatMap((image): PatchOperation[] => [
      { op: 'replace', path: image.path, value: { text: MOVED } },
      { op: 'add', path: `${path}/content/-`, value: image.value },
    ])
  })
  return moved.length === 0 ? undefined : moved
}

/** Drops a keyword of a schema: `#/toolConfig/tools/0/…: extraneous key [definitions]`. */
function leavesOutExtraneous(request: JsonObject, { text }: { readonly text: string }) {
  const found = Array.from(
    text.matchAll(/#(\/[\w/]+\/inputSchema\/json[\w/]*): extraneous key \[([$\w]+)\]/g),
    ([, path = '', key = '']) => `${path}/${key}`,
  )
  const isReferred = JSON.stringify(request.toolConfig ?? {}).includes('"$ref"')
  const given = found.filter((path) => valueAt(request, path) !== undefined && !isReferred)
  return given.length === 0 ? undefined : removals(given)
}

/** Drops vendor fields of the model. The error names them without their path. */
function leavesOutVendorField(request: JsonObject, { text }: { readonly text: string }) {
  const fields = request.additionalModelRequestFields
  const named = isObject(fields) ? Object.keys(fields).filter((name) => text.includes(name)) : []
  return named.length === 0
    ? undefined
    : removals(named.map((name) => `/additionalModelRequestFields/${name}`))
}

/** Refusals that depend on the model, the account or an earlier answer. */
export const refusals: readonly Refusal[] = refusalsOf({
  'BEDROCK-REFUSED-FIELD': {
    summary: 'The model does not know a field of the request.',
    errors: ['Extra inputs are not permitted', 'extraneous key … is not permitted'],
    evidence: 'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters.html',
    fix: firstFix(leavesOutVendorField, leavesOutExtraneous, leavesOutNamed),
    lasting: 'field',
  },
  'BEDROCK-REFUSED-THINKING': {
    summary: 'Thinking of earlier turns was changed, or was signed elsewhere.',
    errors: [
      'blocks in the latest assistant message cannot be modified',
      'Invalid `signature` in `thinking` block',
      'Invalid signature',
    ],
    evidence: 'https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-extended-thinking.html',
    fix: withoutThinking,
  },
  'BEDROCK-REFUSED-CHOICE': {
    summary: 'The model does not accept this tool choice.',
    errors: [
      "This model doesn't support the toolConfig.toolChoice.any field",
      "This model doesn't support the toolConfig.toolChoice.tool field",
      "This model doesn't support the toolConfig.toolChoice field",
    ],
    evidence: 'https://github.com/pydantic/pydantic-ai',
    fix: leavesOut('/toolConfig/toolChoice'),
    lasting: 'value',
  },
  'BEDROCK-REFUSED-ROOM': {
    summary: 'The prompt and maxTokens exceed the context window.',
    errors: ['input length and `max_tokens` exceed context limit'],
    evidence: 'https://github.com/docker/docker-agent/issues/569',
    at: pathIfGiven('/inferenceConfig/maxTokens'),
    fix: fitsWindow('/inferenceConfig/maxTokens', '/additionalModelRequestFields/thinking/budget_tokens'),
  },
  'BEDROCK-REFUSED-MAX-TOKENS': {
    summary: 'maxTokens is more than the model can write.',
    errors: [
      'The maximum tokens you requested exceeds the model limit of',
      'max_tokens … which is the maximum allowed number of output tokens',
    ],
    evidence: 'https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html',
    fix: lowers('/inferenceConfig/maxTokens'),
    lasting: 'field',
  },
  'BEDROCK-REFUSED-SAMPLING': {
    summary: 'The model does not accept temperature.',
    errors: ['temperature is deprecated for this model'],
    fix: leavesOut('/inferenceConfig/temperature'),
    lasting: 'field',
  },
  'BEDROCK-REFUSED-SAMPLING-TOGETHER': {
    summary: 'The model does not accept this temperature or topP next to the other one or to thinking.',
    errors: [
      'temperature and top_p cannot both be specified for this model',
      'temperature may only be set to 1 when thinking is enabled',
    ],
    fix: (request, said) =>
      leavesOut(`/inferenceConfig/${said.text.includes('cannot both') ? 'topP' : 'temperature'}`)(
        request,
        said,
      ),
  },
  'BEDROCK-REFUSED-CACHE': {
    summary: 'The model has no prompt cache.',
    errors: ['your request did not allow prompt caching', 'does not support prompt caching'],
    evidence: 'https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html',
    fix: leavesOutFound(cachePoints),
    lasting: 'field',
  },
  'BEDROCK-REFUSED-RESULT-IMAGE': {
    summary: 'The model accepts images next to tool results, but not inside them.',
    errors: ["This model doesn't support the image field for user messages"],
    evidence: 'https://github.com/anomalyco/opencode/issues/48069',
    fix: firstFix(
      movesImages,
      replacesFound(images, () => ({ text: UNSEEN })),
    ),
    lasting: 'field',
  },
  'BEDROCK-REFUSED-IMAGE': {
    summary: 'The model cannot see images.',
    errors: [
      "This model doesn't support the image content block",
      "doesn't support images",
      'does not support image',
    ],
    fix: replacesFound(images, () => ({ text: UNSEEN })),
    lasting: 'field',
  },
})
