import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isObject } from '../../../src/base/json/read-json.js'
import {
  callIdsUnique,
  callsAnswered,
  each,
  errorsSaySomething,
  finalTextTrimmed,
  inputsAreObjects,
  isEmptyList,
  messagesNotEmpty,
  none,
  resultsCalled,
  resultsFirst,
} from '../../../src/translate/lint/checks.js'
import { distinctIds, resultsToFront } from '../../../src/translate/lint/fix-pairs.js'
import { pairedResults, pairedWithText } from '../../../src/translate/lint/fix-with-fit.js'
import {
  asObject,
  emptyMessage,
  heldAt,
  replaced,
  saysNothing,
  trimmed,
  unlessGiven,
} from '../../../src/translate/lint/fixes.js'
import { type Found, fieldIn, fieldOf, listAt, objectAt, within } from '../../../src/translate/lint/found.js'
import { idsFit, resultsAlone, textsNotEmpty, userFirst } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { joinsNeighbours } from '../../../src/translate/repair/message-fixes.js'
import { limits } from '../limits.js'
import { form } from './shapes.js'
import { allBlocks, messagesOf, viewOf } from './walk.js'

const DOCUMENT_NAME = /^(?!.*\s\s)[a-zA-Z0-9 ()[\]-]+$/

const inResults = within(within(allBlocks, objectAt('toolResult')), listAt('content'))
const documents = within((request) => [...allBlocks(request), ...inResults(request)], objectAt('document'))

/** Returns the name with accepted characters only. */
function documentName(name: JsonValue | undefined): string {
  const words = typeof name === 'string' ? name.replace(/[^a-zA-Z0-9 ()[\]-]/g, ' ') : ''
  return words.split(/\s+/).join(' ').trim() || 'document'
}

/** Returns the first document of each message without text. */
function loneDocuments(request: JsonObject): Found[] {
  const silent = messagesOf(request).filter(({ blocks }) =>
    blocks.every(({ value }) => typeof value.text !== 'string'),
  )
  return silent.flatMap(({ blocks }) => blocks.flatMap(objectAt('document')).slice(0, 1))
}

export const historyRules: RuleRows = {
  'BEDROCK-ID-01': {
    summary: 'Ids of calls and results have 1 to 64 letters, digits, "_", "-", "." and ":".',
    error: 'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+',
    evidence: 'https://github.com/run-llama/llama_index/issues/22775',
    seen: idsFit,
  },
  'BEDROCK-ID-02': {
    summary: 'For Mistral ids of calls and results have nine letters and digits.',
    evidence: 'vercel/ai, packages/amazon-bedrock (normalize tool call ids)',
    seen: idsFit,
  },
  'BEDROCK-ID-03': {
    fix: distinctIds(viewOf, limits),
    summary: 'No two calls of one message have the same id.',
    evidence: 'results name their call by its id',
    seen: callIdsUnique,
  },
  'BEDROCK-PAIR-01': {
    ...pairedResults(form),
    summary: 'Every call has a result in the message right after it.',
    error: 'Expected toolResult blocks at messages.n.content for the following Ids',
    evidence: 'https://github.com/camel-ai/camel/issues/3954',
    seen: callsAnswered,
  },
  'BEDROCK-PAIR-02': {
    ...pairedWithText(form),
    summary: 'Every result answers a call of the message right before it, and no other result does.',
    error: 'exceeds the number of toolUse blocks of previous turn.',
    evidence: 'https://github.com/strands-agents/harness-sdk/issues/1435',
    seen: resultsCalled('id', { once: true }),
  },
  'BEDROCK-PAIR-03': {
    fix: resultsToFront(viewOf),
    severity: 'warning',
    certainFor: ['claude'],
    summary: 'For Claude, results come before other content of their message.',
    error: 'Messages following tool_use blocks must begin with a matching number of tool_result blocks.',
    evidence: 'https://github.com/langchain-ai/langchain-aws/issues/451',
    seen: resultsFirst,
  },
  'BEDROCK-MIX-01': {
    severity: 'info',
    summary: 'For Llama, Mistral and others, a message with results has no other content.',
    error: 'Conversation blocks and tool use blocks cannot be provided in the same turn.',
    evidence: 'https://github.com/quarkiverse/quarkus-langchain4j/issues/1983',
    seen: resultsAlone,
  },
  'BEDROCK-ROLE-01': {
    fix: joinsNeighbours,
    severity: 'warning',
    summary: 'User and assistant messages alternate; some models accept several messages of one role.',
    error: 'A conversation must alternate between user and assistant roles.',
    evidence: 'https://github.com/genkit-ai/aws-bedrock-js-plugin/issues/664',
    check(request, report) {
      messagesOf(request).forEach(({ role, path }, index, all) => {
        if (all[index - 1]?.role === role) report(path, `a second ${role} message in a row`)
      })
    },
  },
  'BEDROCK-ROLE-02': {
    summary: 'The first message is a user message.',
    error: 'A conversation must start with a user message.',
    evidence: 'pydantic-ai, providers/bedrock.py',
    seen: userFirst,
  },
  'BEDROCK-STATE-01': {
    summary: 'There is at least one message.',
    error: 'A conversation must start with a user message.',
    evidence: 'pydantic-ai, providers/bedrock.py',
    check: each(fieldIn('messages'), ({ value }) => isEmptyList(value), 'there is no message'),
  },
  'BEDROCK-INPUT-01': {
    fix: asObject,
    summary: 'The input of a call is an object.',
    error: 'toolUse.input is invalid. Provide a json object for the field and try again.',
    evidence: 'vercel/ai, packages/amazon-bedrock (convert to messages)',
    seen: inputsAreObjects,
  },
  'BEDROCK-OUT-01': {
    fix: replaced((value) => ({ value: value ?? null })),
    summary: 'JSON in a result is an object.',
    error: 'json is invalid. Provide a json object for the field and try again.',
    evidence: 'quoted in public client code',
    check: each(
      fieldOf(inResults, 'json'),
      ({ value }) => value !== undefined && !isObject(value),
      'the JSON is not an object',
    ),
  },
}

/** Replaces a text by a list with that text. An empty message is dropped. */
const blocksOfContent: Fix = (request, path) => {
  const content = heldAt(request, path)
  if (typeof content !== 'string' || content === '') return emptyMessage(request, path)
  return [{ op: 'replace', path, value: [{ text: content }] }]
}

export const contentRules: RuleRows = {
  'BEDROCK-CONTENT-01': {
    fix: blocksOfContent,
    summary: 'A message has content, as a list of blocks.',
    error: 'The content field in the Message object at messages.n is empty.',
    evidence: 'badlogic/pi-mono, packages/ai/src/providers/amazon-bedrock.ts',
    seen: messagesNotEmpty,
  },
  'BEDROCK-CONTENT-02': {
    fix: saysNothing,
    summary: 'A text is not empty.',
    error: 'The text field in the ContentBlock object at messages.n.content.0 is blank.',
    evidence: 'vercel/ai, packages/amazon-bedrock (convert to messages)',
    seen: textsNotEmpty,
  },
  'BEDROCK-CONTENT-03': {
    fix: unlessGiven([{ text: 'The tool failed.' }]),
    summary: 'An error result has content.',
    error: 'toolResult cannot be empty when status value is error.',
    evidence: 'https://github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15',
    seen: errorsSaySomething,
  },
  'BEDROCK-CONTENT-04': {
    fix: trimmed,
    severity: 'warning',
    certainFor: ['claude'],
    summary: 'For Claude, assistant text at the very end has no trailing white space.',
    error: 'final assistant content cannot end with trailing whitespace',
    evidence: 'vercel/ai, packages/amazon-bedrock (convert to messages)',
    seen: finalTextTrimmed,
  },
  'BEDROCK-CONTENT-05': {
    summary: 'A message with a document also has text.',
    evidence: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html',
    check: none(loneDocuments, 'the message of this document has no text'),
  },
  'BEDROCK-CONTENT-06': {
    fix: replaced(documentName),
    severity: 'warning',
    summary: 'Names of documents consist of letters, digits, single spaces, "-", "(", ")", "[" and "]".',
    evidence: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html',
    check: each(
      fieldOf(documents, 'name'),
      ({ value }) => typeof value !== 'string' || !DOCUMENT_NAME.test(value),
      `the name must match ${DOCUMENT_NAME.source}`,
    ),
  },
}
