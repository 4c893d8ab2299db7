import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adapterOf } from '../support/adapters.js'
import { projectRoot } from '../support/project.js'

/** Rules of the fact files that the linter does not check, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'ANTHROPIC-THINK-02': 'compares a request with an earlier answer',
  'ANTHROPIC-THINK-08': 'compares a request with an earlier answer',
  'OPENAI-RESP-REASON-02': 'a request does not show which items had reasoning once it is gone',
  'GOOGLE-TOOLS-04': 'only one of two backends refuses the flag, and no body names the backend',
  'GINTER-SIG-01': 'compares a request with an earlier answer',
  'GINTER-STATE-02': 'a request does not show how the interaction before it stands',
  'REALTIME-FLOW-02': 'depends on when an answer runs',
  'REALTIME-ITEM-01': 'the ids of items are in what the server says',
  'REALTIME-PLATFORM-01': 'is about the address and the headers',
  'GLIVE-PAIR-02': 'which calls were cancelled is in what the server says',
  'GLIVE-FIELD-02': 'depends on the model',
  'GLIVE-PLATFORM-01': 'depends on the address',
  'MISTRAL-PAIR-04': 'MISTRAL-PAIR-01 looks at the end as well',
  'GROQ-GEN-01': 'is about what the model writes',
  'VLLM-TOOLS-01': 'depends on how the server was started',
  'GROQ-FIELD-01': 'COMPAT-FIELD-02 checks the messages of all such servers',
  'COHERE-CONTENT-02': 'is about the first version of the API, which has other fields',
  'COHERE-SAMPLING-02': 'depends on the model: refusals say it',
  'COHERE-GEN-01': 'is about what the model writes',
  'OLLAMA-TOOLS-01': 'a body does not say what the model can do: a refusal by its words',
  'OLLAMA-THINK-01': 'a body does not say what the model can do: a refusal by its words',
  'OLLAMA-ARG-02': 'is about another endpoint of the server, which is of another wire',
  'OLLAMA-CONTENT-02': 'is about another endpoint of the server, which is of another wire',
  'OLLAMA-GEN-01': 'is about what the model writes',
  'MCP-ARG-02': 'a call does not bring the schema of its tool along',
  'MCP-NAME-02': 'a call does not bring the list of tools along',
  'MCP-OUT-01': 'a result does not bring the schema of its tool along',
  'MCP-OUT-03': 'a result does not bring the schema of its tool along',
  'MCP-TASK-01': 'a call does not bring the definition of its tool along',
  'MCP-SAMPLING-03': 'depends on what the client said when it connected',
  'MCP-SAMPLING-04': 'compares an answer with its request',
  'AISDK-INPUT-01': 'is about answers: the text of a call that the model wrote',
  'AISDK-TOOLS-01': 'is about answers: a call of a tool that was not given',
  'AISDK-RESULT-01': 'is about answers: what a tool of the provider returned',
  'OTEL-ORDER-01': 'a span does not say in which order its messages were sent',
  'LANGCHAIN-STREAM-01': 'is about the chunks of a stream',
  'LANGCHAIN-STREAM-02': 'is about the chunks of a stream',
}

const WIRES = [
  'anthropic-messages',
  'openai-responses',
  'openai-realtime',
  'google-generate-content',
  'google-interactions',
  'google-live',
  'bedrock-converse',
  'mistral-chat',
  'cohere-chat',
  'ollama-chat',
  'openai-chat',
  'mcp',
  'ai-sdk',
  'langchain',
  'open-telemetry',
]

test.each(WIRES)('every rule of the fact file of %s is one, or is left out for a reason', (wire) => {
  const file = join(projectRoot, '..', 'shared', 'wire', `${wire}.md`)
  if (!existsSync(file)) return
  const [, section = ''] = readFileSync(file, 'utf8').split(/^## 5\.? Acceptance rules/m)
  const [rows = ''] = section.split('\n## ')
  const facts = [...rows.matchAll(/^\| ([A-Z]+(?:-[A-Z]+)*-\d\d) \|/gm)].map((match) => match[1] ?? '')
  expect(facts.length).toBeGreaterThan(10)
  const known = new Set(adapterOf(wire).rules.map(({ id }) => id))
  expect(facts.filter((id) => !known.has(id) && LEFT_OUT[id] === undefined)).toEqual([])
  expect(facts.filter((id) => known.has(id) && LEFT_OUT[id] !== undefined)).toEqual([])
})
