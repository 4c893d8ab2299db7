import type { Rule } from '../../../src/adapter/rule.js'
import { at, isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { type Found, objectsOf } from '../../../src/schema/walk.js'
import {
  allBlocks,
  callsIn,
  idOf,
  inside,
  listOf,
  messagesOf,
  type NativeMessage,
  resultsIn,
} from './walk.js'

const ID = /^[a-zA-Z0-9_.:-]{1,64}$/
const DOCUMENT_NAME = /^(?!.*\s\s)[a-zA-Z0-9 ()[\]-]+$/

/** Each message with the one after it. */
function pairs(request: JsonObject): (readonly [message: NativeMessage, next: NativeMessage | undefined])[] {
  return messagesOf(request).map((message, index, all) => [message, all[index + 1]])
}

function isResult({ value }: Found): boolean {
  return isObject(value.toolResult)
}

export const historyRules: readonly Rule[] = [
  {
    id: 'BEDROCK-ID-01',
    severity: 'error',
    summary: 'Ids of calls and results have 1 to 64 letters, digits, "_", "-", "." and ":".',
    error: 'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+',
    evidence: 'https://github.com/run-llama/llama_index/issues/22775',
    check(request, report) {
      const blocks = allBlocks(request)
      for (const block of [...inside(blocks, 'toolUse'), ...inside(blocks, 'toolResult')])
        if (!ID.test(idOf(block))) report(`${block.path}/toolUseId`, `the id must match ${ID.source}`)
    },
  },
  {
    id: 'BEDROCK-ID-03',
    severity: 'error',
    summary: 'No two calls of one message have the same id.',
    evidence: 'results name their call by its id',
    check(request, report) {
      for (const { blocks } of messagesOf(request)) {
        const seen = new Set<string>()
        for (const call of inside(blocks, 'toolUse')) {
          if (seen.has(idOf(call))) report(`${call.path}/toolUseId`, `the id ${idOf(call)} is used before`)
          seen.add(idOf(call))
        }
      }
    },
  },
  {
    id: 'BEDROCK-PAIR-01',
    severity: 'error',
    summary: 'Every call has a result in the message right after it.',
    error: 'Expected toolResult blocks at messages.n.content for the following Ids',
    evidence: 'https://github.com/camel-ai/camel/issues/3954',
    check(request, report) {
      for (const [message, next] of pairs(request)) {
        if (message.role !== 'assistant') continue
        const answered = new Set(next === undefined ? [] : resultsIn(next).map(idOf))
        for (const call of callsIn(message.blocks))
          if (!answered.has(idOf(call))) report(call.path, `no toolResult follows for ${idOf(call)}`)
      }
    },
  },
  {
    id: 'BEDROCK-PAIR-02',
    severity: 'error',
    summary: 'Every result answers a call of the message right before it, and no other result does.',
    error: 'exceeds the number of toolUse blocks of previous turn.',
    evidence: 'https://github.com/strands-agents/harness-sdk/issues/1435',
    check(request, report) {
      messagesOf(request).forEach((message, index, all) => {
        const previous = all[index - 1]
        const open = new Set(previous?.role === 'assistant' ? callsIn(previous.blocks).map(idOf) : [])
        for (const result of resultsIn(message))
          if (!open.delete(idOf(result)))
            report(`${result.path}/toolUseId`, `no call ${idOf(result)} in the message before, or no more`)
      })
    },
  },
  {
    id: 'BEDROCK-PAIR-03',
    severity: 'warning',
    summary: 'Results stand before other content of their message, for Claude.',
    error: 'Messages following tool_use blocks must begin with a matching number of tool_result blocks.',
    evidence: 'https://github.com/langchain-ai/langchain-aws/issues/451',
    check(request, report) {
      for (const { role, blocks } of messagesOf(request)) {
        const others = role === 'user' ? blocks.findIndex((block) => !isResult(block)) : -1
        if (others === -1) continue
        for (const result of blocks.slice(others).filter(isResult))
          report(result.path, 'other content stands before this result')
      }
    },
  },
  {
    id: 'BEDROCK-MIX-01',
    severity: 'info',
    summary: 'Results stand alone in their message, for Llama, Mistral and others.',
    error: 'Conversation blocks and tool use blocks cannot be provided in the same turn.',
    evidence: 'https://github.com/quarkiverse/quarkus-langchain4j/issues/1983',
    check(request, report) {
      for (const message of messagesOf(request)) {
        const isMixed = message.blocks.some(isResult) && !message.blocks.every(isResult)
        if (message.role === 'user' && isMixed) report(message.path, 'some models want results alone')
      }
    },
  },
  {
    id: 'BEDROCK-ROLE-01',
    severity: 'error',
    summary: 'User and assistant take turns.',
    error: 'A conversation must alternate between user and assistant roles.',
    evidence: 'https://github.com/genkit-ai/aws-bedrock-js-plugin/issues/664',
    check(request, report) {
      for (const [{ role }, next] of pairs(request))
        if (next !== undefined && next.role === role)
          report(next.path, `a second message of the ${role} in a row`)
    },
  },
  {
    id: 'BEDROCK-ROLE-02',
    severity: 'error',
    summary: 'The first message is of the user.',
    error: 'A conversation must start with a user message.',
    evidence: 'pydantic-ai, providers/bedrock.py',
    check(request, report) {
      const first = messagesOf(request).find(({ role }) => role !== 'system')
      if (first !== undefined && first.role !== 'user')
        report(first.path, 'the conversation has to begin with the user')
    },
  },
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
    check(request, report) {
      for (const { value, path } of inside(allBlocks(request), 'toolUse'))
        if (!isObject(value.input)) report(`${path}/input`, 'the input is no object')
    },
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
    check(request, report) {
      for (const { blocks, path } of messagesOf(request))
        if (blocks.length === 0) report(`${path}/content`, 'the message is empty')
    },
  },
  {
    id: 'BEDROCK-CONTENT-02',
    severity: 'error',
    summary: 'A text is not empty.',
    error: 'The text field in the ContentBlock object at messages.n.content.0 is blank.',
    evidence: 'vercel/ai, packages/amazon-bedrock (convert to messages)',
    check(request, report) {
      for (const { value, path } of allBlocks(request))
        if (value.text === '') report(`${path}/text`, 'the text is empty')
    },
  },
  {
    id: 'BEDROCK-CONTENT-03',
    severity: 'error',
    summary: 'A result that is an error says something.',
    error: 'toolResult cannot be empty when status value is error.',
    evidence: 'https://github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15',
    check(request, report) {
      for (const { value, path } of inside(allBlocks(request), 'toolResult'))
        if (value.status === 'error' && listOf(value.content).length === 0)
          report(`${path}/content`, 'the error says nothing')
    },
  },
  {
    id: 'BEDROCK-CONTENT-04',
    severity: 'warning',
    summary: 'Text of the assistant at the very end has no white space after it, for Claude.',
    error: 'final assistant content cannot end with trailing whitespace',
    evidence: 'vercel/ai, packages/amazon-bedrock (convert to messages)',
    check(request, report) {
      const last = messagesOf(request).at(-1)
      const final = last?.blocks.at(-1)
      const text = stringOr(final?.value.text, '')
      if (last?.role === 'assistant' && final !== undefined && text !== text.trimEnd())
        report(`${final.path}/text`, 'the final text ends with white space')
    },
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
