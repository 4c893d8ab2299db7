import { at, isArray, isObject, stringOr } from '../../../src/json/read.js'
import {
  callIdsUnique,
  callsAnswered,
  errorsSaySomething,
  finalTextTrimmed,
  inputsAreObjects,
  messagesNotEmpty,
  resultsCalled,
  resultsFirst,
} from '../../../src/lint/checks.js'
import { idsFit, resultsAlone, textsNotEmpty, userFirst } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import { objectsOf } from '../../../src/schema/walk.js'
import { allBlocks, inside, limited, messagesOf, seen } from './walk.js'

const DOCUMENT_NAME = /^(?!.*\s\s)[a-zA-Z0-9 ()[\]-]+$/

export const historyRules: readonly Rule[] = [
  limited(idsFit, {
    id: 'BEDROCK-ID-01',
    severity: 'error',
    summary: 'Ids of calls and results have 1 to 64 letters, digits, "_", "-", "." and ":".',
    error: 'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+',
    evidence: 'https://github.com/run-llama/llama_index/issues/22775',
  }),
  limited(idsFit, {
    id: 'BEDROCK-ID-02',
    severity: 'error',
    summary: 'For Mistral ids of calls and results have nine letters and digits.',
    evidence: 'vercel/ai, packages/amazon-bedrock (normalize tool call ids)',
  }),
  {
    id: 'BEDROCK-ID-03',
    severity: 'error',
    summary: 'No two calls of one message have the same id.',
    evidence: 'results name their call by its id',
    check: seen(callIdsUnique),
  },
  {
    id: 'BEDROCK-PAIR-01',
    severity: 'error',
    summary: 'Every call has a result in the message right after it.',
    error: 'Expected toolResult blocks at messages.n.content for the following Ids',
    evidence: 'https://github.com/camel-ai/camel/issues/3954',
    check: seen(callsAnswered),
  },
  {
    id: 'BEDROCK-PAIR-02',
    severity: 'error',
    summary: 'Every result answers a call of the message right before it, and no other result does.',
    error: 'exceeds the number of toolUse blocks of previous turn.',
    evidence: 'https://github.com/strands-agents/harness-sdk/issues/1435',
    check: seen(resultsCalled('id', { once: true })),
  },
  {
    id: 'BEDROCK-PAIR-03',
    severity: 'warning',
    certainFor: ['claude'],
    summary: 'Results stand before other content of their message, for Claude.',
    error: 'Messages following tool_use blocks must begin with a matching number of tool_result blocks.',
    evidence: 'https://github.com/langchain-ai/langchain-aws/issues/451',
    check: seen(resultsFirst),
  },
  limited(resultsAlone, {
    id: 'BEDROCK-MIX-01',
    severity: 'info',
    summary: 'Results stand alone in their message, for Llama, Mistral and others.',
    error: 'Conversation blocks and tool use blocks cannot be provided in the same turn.',
    evidence: 'https://github.com/quarkiverse/quarkus-langchain4j/issues/1983',
  }),
  {
    id: 'BEDROCK-ROLE-01',
    severity: 'warning',
    summary: 'User and assistant take turns; some models take several messages of one role.',
    error: 'A conversation must alternate between user and assistant roles.',
    evidence: 'https://github.com/genkit-ai/aws-bedrock-js-plugin/issues/664',
    check(request, report) {
      messagesOf(request).forEach(({ role, path }, index, all) => {
        if (all[index - 1]?.role === role) report(path, `a second message of the ${role} in a row`)
      })
    },
  },
  limited(userFirst, {
    id: 'BEDROCK-ROLE-02',
    severity: 'error',
    summary: 'The first message is of the user.',
    error: 'A conversation must start with a user message.',
    evidence: 'pydantic-ai, providers/bedrock.py',
  }),
  {
    id: 'BEDROCK-STATE-01',
    severity: 'error',
    summary: 'There is a message.',
    error: 'A conversation must start with a user message.',
    evidence: 'pydantic-ai, providers/bedrock.py',
    check({ messages }, report) {
      if (isArray(messages) && messages.length === 0) report('/messages', 'there is no message')
    },
  },
  {
    id: 'BEDROCK-INPUT-01',
    severity: 'error',
    summary: 'The input of a call is an object.',
    error: 'toolUse.input is invalid. Provide a json object for the field and try again.',
    evidence: 'vercel/ai, packages/amazon-bedrock (convert to messages)',
    check: seen(inputsAreObjects),
  },
  {
    id: 'BEDROCK-OUT-01',
    severity: 'error',
    summary: 'JSON in a result is an object.',
    error: 'json is invalid. Provide a json object for the field and try again.',
    evidence: 'quoted in public client code',
    check(request, report) {
      for (const result of inside(allBlocks(request), 'toolResult'))
        for (const { value, path } of objectsOf(result.value.content, `${result.path}/content`))
          if (value.json !== undefined && !isObject(value.json))
            report(`${path}/json`, 'the JSON is no object')
    },
  },
]

export const contentRules: readonly Rule[] = [
  {
    id: 'BEDROCK-CONTENT-01',
    severity: 'error',
    summary: 'A message has content.',
    error: 'The content field in the Message object at messages.n is empty.',
    evidence: 'badlogic/pi-mono, packages/ai/src/providers/amazon-bedrock.ts',
    check: seen(messagesNotEmpty),
  },
  limited(textsNotEmpty, {
    id: 'BEDROCK-CONTENT-02',
    severity: 'error',
    summary: 'A text is not empty.',
    error: 'The text field in the ContentBlock object at messages.n.content.0 is blank.',
    evidence: 'vercel/ai, packages/amazon-bedrock (convert to messages)',
  }),
  {
    id: 'BEDROCK-CONTENT-03',
    severity: 'error',
    summary: 'A result that is an error says something.',
    error: 'toolResult cannot be empty when status value is error.',
    evidence: 'https://github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15',
    check: seen(errorsSaySomething),
  },
  {
    id: 'BEDROCK-CONTENT-04',
    severity: 'warning',
    certainFor: ['claude'],
    summary: 'Text of the assistant at the very end has no white space after it, for Claude.',
    error: 'final assistant content cannot end with trailing whitespace',
    evidence: 'vercel/ai, packages/amazon-bedrock (convert to messages)',
    check: seen(finalTextTrimmed),
  },
  {
    id: 'BEDROCK-CONTENT-05',
    severity: 'error',
    summary: 'A document comes with a text in the same message.',
    evidence: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html',
    check(request, report) {
      for (const { blocks } of messagesOf(request)) {
        const [document] = inside(blocks, 'document')
        if (document !== undefined && !blocks.some(({ value }) => typeof value.text === 'string'))
          report(document.path, 'no text stands beside this document')
      }
    },
  },
  {
    id: 'BEDROCK-CONTENT-06',
    severity: 'warning',
    summary: 'Names of documents consist of letters, digits, single spaces, "-", "(", ")", "[" and "]".',
    evidence: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html',
    check(request, report) {
      const blocks = allBlocks(request)
      const inResults = inside(blocks, 'toolResult').flatMap(({ value, path }) =>
        objectsOf(value.content, `${path}/content`),
      )
      for (const { value, path } of inside([...blocks, ...inResults], 'document'))
        if (!DOCUMENT_NAME.test(stringOr(value.name, '')))
          report(at(path, 'name'), `the name must match ${DOCUMENT_NAME.source}`)
    },
  },
]
