import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { tryParseJson } from '../../../src/base/json/parse.js'
import { at, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { fitSchema } from '../../../src/base/schema/fit-schema.js'
import { each, none, toolNamesUnique } from '../../../src/translate/lint/checks.js'
import { declaredHistory, repairedChoice } from '../../../src/translate/lint/fix-with-fit.js'
import {
  closedObject,
  completed,
  leftOut,
  parentPath,
  repeatedEntry,
  replaced,
} from '../../../src/translate/lint/fixes.js'
import { type Find, objectsOf, objectUnder, within } from '../../../src/translate/lint/found.js'
import {
  choicesAmong,
  historyHasTools,
  namesFit,
  strictObjectsClosed,
} from '../../../src/translate/lint/limit-checks.js'
import type { LimitCheck, RuleRows } from '../../../src/translate/lint/limited.js'
import {
  type OutputRefusals,
  outputGrammarRule,
  outputRule,
  schemasAt,
} from '../../../src/translate/lint/output-rules.js'
import { form } from './shapes.js'
import { choiceOf, specsOf, toolSchemaOf, toolsOf } from './walk.js'

/** Tools of the InvokeModel format that only the model's vendor runs. */
const SERVER_TOOL = /^(web_search|web_fetch|code_execution|tool_search_tool|advisor|mcp_toolset)/

/** Returns the InvokeModel body of a token count, used for models without Converse. */
function countedBody({ input }: JsonObject): JsonValue | undefined {
  const body = isObject(input) && isObject(input.invokeModel) ? input.invokeModel.body : undefined
  try {
    return typeof body === 'string' ? tryParseJson(atob(body)) : undefined
  } catch {
    return undefined
  }
}

const outputFormats: Find = (request) => [
  // A text that contains JSON.
  ...objectUnder('outputConfig', 'textFormat', 'structure', 'jsonSchema')(request),
  // The field of Claude's Messages API.
  ...objectUnder('additionalModelRequestFields', 'output_config', 'format')(request),
]
const outputSchemas = schemasAt(outputFormats, 'schema')
const OUTPUT: OutputRefusals = {
  severity: 'error',
  evidence: 'https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html',
}

/** Checks the keywords at the root of schemas. The fix converts the schema as `fit` does. */
const rootKeywordsKnown: LimitCheck<JsonObject> = {
  limit: 'schemas',
  checkFor: ({ schemas: { rootKeywords } = {} }) =>
    rootKeywords &&
    none(
      within(specsOf, (spec) => {
        const { value, path } = toolSchemaOf(spec)
        const keywords = isObject(value) ? Object.keys(value) : []
        return keywords.filter((key) => !rootKeywords.includes(key)).map((key) => ({ path: at(path, key) }))
      }),
      `the root of a schema has only ${rootKeywords.join(', ')}`,
    ),
  fixFor: ({ schemas = {} }) => {
    const fitted = replaced((schema) => (isObject(schema) ? fitSchema(schema, schemas).schema : undefined))
    return (request, path) => fitted(request, parentPath(path))
  },
}

export const toolRules: RuleRows = {
  'BEDROCK-TOOLCFG-01': {
    ...declaredHistory(form),
    summary: 'A history with calls or results requires tool definitions.',
    error: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    evidence: 'https://github.com/langgenius/dify/issues/17545',
    seen: historyHasTools,
  },
  'BEDROCK-TOOLCFG-02': {
    fix: (request, path) => leftOut(request, path === '/toolConfig/tools' ? '/toolConfig' : path),
    summary: 'The list of tools is not empty, and neither is a description.',
    error: 'Member must have length greater than or equal to 1',
    evidence: 'pydantic-ai, models/bedrock.py',
    check(request, report) {
      const { toolConfig } = request
      if (isObject(toolConfig) && toolsOf(request).length === 0)
        report('/toolConfig/tools', 'there is no tool in it')
      for (const { value, path } of specsOf(request))
        if (value.description === '') report(`${path}/description`, 'the description is empty')
    },
  },
  'BEDROCK-TOOLCFG-03': {
    ...repairedChoice(form),
    summary: 'The tool choice names a declared tool.',
    evidence: '@aws-sdk/client-bedrock-runtime, SpecificToolChoice',
    check(request, report) {
      const tool = choiceOf(request).tool
      if (!isObject(tool)) return
      if (!specsOf(request).some(({ value }) => value.name === tool.name))
        report('/toolConfig/toolChoice/tool/name', `no tool ${stringOr(tool.name, '')} is declared`)
    },
  },
  'BEDROCK-TOOLCFG-04': {
    fix: (request, path) => leftOut(request, parentPath(path)),
    severity: 'info',
    summary: 'Not every model supports a forced tool call.',
    error: "This model doesn't support the toolConfig.toolChoice.any field.",
    evidence: 'pydantic-ai, providers/bedrock.py (bedrock_supports_tool_choice)',
    seen: choicesAmong,
  },
  'BEDROCK-NAME-01': {
    summary: 'Names of tools have 1 to 64 letters, digits, "_" and "-".',
    error: 'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+',
    evidence: 'https://github.com/awsl-project/maxx/issues/557',
    seen: namesFit,
  },
  'BEDROCK-NAME-02': {
    fix: repeatedEntry((path) => parentPath(parentPath(path))),
    summary: 'No two tools have the same name.',
    evidence: '@aws-sdk/client-bedrock-runtime, ToolConfiguration: calls name their tool',
    seen: toolNamesUnique,
  },
  'BEDROCK-SCHEMA-04': {
    summary: 'The root of a schema has only the keywords that the model family accepts.',
    error: 'extraneous key [definitions] is not permitted',
    evidence: 'https://github.com/zed-industries/zed/issues/28521',
    check: rootKeywordsKnown,
  },
  'BEDROCK-SCHEMA-01': {
    fix: closedObject,
    summary: 'In strict tools every object has additionalProperties false.',
    error: "For 'object' type, 'additionalProperties' must be explicitly set to false",
    evidence: 'https://github.com/vercel/ai/issues/20681',
    seen: strictObjectsClosed,
  },
  'BEDROCK-SCHEMA-02': {
    fix: (request, path) => completed(request, parentPath(path)),
    summary: 'Input schemas are of type object.',
    error: 'inputSchema.json.type must be one of the following: object.',
    evidence: 'quoted in public client code',
    check: each(
      within(specsOf, (spec) =>
        [toolSchemaOf(spec)].map(({ value, path }) => ({ value, path: `${path}/type` })),
      ),
      ({ value }) => !isObject(value) || value.type !== 'object',
      'the schema has to be of type object',
    ),
  },
  ...outputRule('BEDROCK', outputSchemas, OUTPUT),
  ...outputGrammarRule('BEDROCK', outputSchemas, OUTPUT),
  'BEDROCK-COUNT-01': {
    summary: 'CountTokens with an InvokeModel body accepts no tools that the vendor runs.',
    error: "Input tag 'web_search_20250305' found using 'type' does not match any of the expected tags",
    evidence: 'pydantic-ai, tests/models/test_anthropic_bedrock_count_tokens',
    check(request, report) {
      const body = countedBody(request)
      for (const { value } of isObject(body) ? objectsOf(body.tools, '') : [])
        if (SERVER_TOOL.test(stringOr(value.type, '')))
          report('/input/invokeModel/body', `the tool ${stringOr(value.type, '')} cannot be counted`)
    },
  },
}
