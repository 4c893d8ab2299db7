import { GRAMMAR, type SchemaDialect } from '../../src/base/schema/schema-dialect.js'
import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, MediaLimit, TextLimit } from '../../src/codec/wire/limits.js'
import { MEDIA } from './maps.js'
import { SETTINGS } from './settings.js'

const typesOf = (key: string): MediaLimit => ({ types: [...new Set(MEDIA.get(key)?.types.values())] })

const word: TextLimit = { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: 64 }

/** References point to definitions at the root, which Nova does not accept. */
const novaSchemas: SchemaDialect = {
  root: 'plain',
  rootKeywords: ['type', 'properties', 'required'],
  needs: ['properties'],
  references: 'none',
  tuples: 'prefixItems',
  isAlwaysChecked: 'entirely',
}

/** Limits of every model family. Sources: the README of this folder. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: {
    ...word,
    // Some models also use dots and colons, but other models may reject these ids.
    accepted: { pattern: '[a-zA-Z0-9_.:-]+', maxLength: 64, rule: 'BEDROCK-ID-01' },
  },
  toolName: { ...word, rule: 'BEDROCK-NAME-01' },
  // Signatures of Claude are valid on each of its hosts. "Values generated on one platform work on another":
  // https://platform.claude.com/docs/en/build-with-claude/extended-thinking
  sharedReasoning: {
    wire: 'anthropic-messages',
    models: /claude/,
    redacted: { theirs: { block: 'redacted_thinking' }, own: { form: 'redacted' } },
  },
  systemMessages: 'leading',
  firstRole: 'user',
  refusesBlankText: 'empty',
  customTools: false,
  userMedia: ['image', 'file', 'video'],
  resultMedia: ['image', 'file', 'video'],
  errorResultMedia: false,
  // A file id is a location in S3. Other URLs are not fetched.
  mediaSources: ['data', 'text', 'file-id'],
  fileIds: /^s3:\/\//,
  mediaLimits: {
    image: { ...typesOf('image'), sources: ['data', 'file-id'], names: false },
    file: typesOf('document'),
    video: { ...typesOf('video'), sources: ['data', 'file-id'], names: false },
  },
  allowedTools: false,
  toolChoices: ['auto', 'required', 'tool', 'opaque'],
  parallelSwitch: false,
  // A placeholder tool is accepted: https://github.com/vxcontrol/pentagi/issues/196
  toolsRequiredWithHistory: 'any',
  // BEDROCK-SCHEMA-02; no unions at the root: Claude, and Nova
  // (https://docs.aws.amazon.com/nova/latest/userguide/tool-use-definition.html).
  schemas: { root: 'plain', references: 'local', tuples: 'prefixItems', isAlwaysChecked: true },
  // https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html
  strictMode: { ...GRAMMAR, root: 'plain' },
  outputSchema: { grammar: GRAMMAR },
  outcomes: ['complete', 'tool-calls', 'length', 'context-full', 'filtered'],
  // A cache point follows the marked block; `CacheTTL` of the SDK. Claude accepts four, as on its own wire.
  cacheMarks: {
    on: ['text', 'answer', 'media', 'tool-call', 'tool-result', 'tool'],
    ttls: ['5m', '1h'],
    most: 4,
    // Claude from 3.5 Haiku on. Other models reject marks or cache automatically:
    // https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
    models: /claude-(?!instant|v\d|3-(?:opus|sonnet|haiku|5-sonnet))/,
  },
  modelOutsideBody: true,
  profilesByModel: [
    [/\banthropic\.claude/, 'claude'],
    [/\bamazon\.nova/, 'nova'],
    [/\bmeta\.llama/, 'llama'],
    [/\bmistral\./, 'mistral'],
    [/\bopenai\.gpt/, 'openai'],
  ],
  profiles: {
    // Parameters of this model only:
    // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
    claude: {
      hostedTools: {},
      userMedia: ['image', 'file'],
      resultMedia: ['image', 'file'],
      settingForms: { reasoning: 'thinking', topK: 'top_k' },
    },
    // https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html
    // The root of a schema has three keywords: https://github.com/zed-industries/zed/issues/28521
    nova: { schemas: novaSchemas, reasoningDepth: 'effort', settingForms: { reasoning: 'reasoningConfig' } },
    // `ToolResultContentBlock` of the SDK: images only for Nova and Claude.
    llama: { hostedTools: {}, resultsAlone: true, resultMedia: [], toolChoices: ['auto', 'opaque'] },
    // Images next to results, no documents: https://github.com/anomalyco/opencode/issues/48069 and
    // https://github.com/awslabs/sample-ai-persona/issues/126
    openai: { hostedTools: {}, userMedia: ['image'], resultMedia: [] },
    // `ToolChoice` of the SDK: a specific tool only for Nova and Claude.
    mistral: {
      hostedTools: {},
      callId: {
        pattern: '[a-zA-Z0-9]+',
        characters: 'a-zA-Z0-9',
        maxLength: 9,
        exactLength: true,
        rule: 'BEDROCK-ID-02',
      },
      resultsAlone: true,
      resultMedia: [],
      toolChoices: ['auto', 'required', 'opaque'],
    },
  },
}
