// Usage:
//
//     npm run demo [-- recording.json]
//
// Takes a conversation with one provider, runs its tool calls, and continues it on a second and a
// third provider through their official SDKs. Everything is offline: the conversation and the answers come from fixtures/,
// which are written from the documented formats, unless you name a recording.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from '../../src/base/json/parse.js'
import { loadRegistry } from '../../src/cli/adapters.js'
import { type Conversation, callsOf, type Message, toolMessage, userMessage } from '../../src/index.js'
import { decodeExchange } from '../../src/traffic/input/convert-exchange.js'
import { resolveRecord } from '../../src/traffic/input/traffic-record.js'
import { clients, type DemoClient } from './clients.js'
import { heading, note, printFailure, printMessage, printNotices, printVerdict } from './print.js'
import { createStandIn } from './provider.js'
import { runTool } from './tools.js'

/** The demo's default story, and the fixture that can answer any request. */
const STORY = 'trip'
const ANY_ANSWER = 'text-only'

async function main(path: string | undefined): Promise<void> {
  const recording = await readRecording(path ?? `fixtures/google-generate-content/${STORY}`)
  const others = clients.filter(({ wire }) => wire !== recording.wire).slice(0, 2)
  let conversation = recording.conversation
  let step = 2
  for (const client of others) {
    heading(step, 'Run what the model asked for', 'locally, from the canonical calls')
    conversation = answerCalls(conversation)
    conversation = await continueOn(client, conversation, path === undefined ? STORY : ANY_ANSWER, step + 1)
    step += 2
  }
  heading(step, 'The conversation is plain JSON', 'store it, load it, go on with any provider')
  note(`${conversation.messages.length} messages, ${JSON.stringify(conversation).length} characters`)
}

interface Recording {
  readonly wire: string
  readonly conversation: Conversation
}

async function readRecording(path: string): Promise<Recording> {
  const document = parseDocument(recordText(path))
  const record = resolveRecord(document.value, { registry: await loadRegistry() })
  const { request, response, notices, error } = decodeExchange(record, { exactText: document.exactText })
  if (error !== undefined) printFailure(error)
  heading(1, `${originOf(path)} ${record.adapter.title}`, `${path} (${record.reason})`)
  const answer = response === undefined ? [] : [response.message]
  const conversation = { ...request, messages: [...(request?.messages ?? []), ...answer] }
  conversation.messages.forEach(printMessage)
  if (notices.length > 0) printNotices(notices)
  return { wire: record.adapter.id, conversation }
}

/** Fixtures are written from the documented format; another file is taken for a recording. */
function originOf(path: string): string {
  return existsSync(join(path, 'meta.json')) ? 'Written in the documented format of' : 'Recorded on'
}

/**
 * Returns the text of a recording, which is one file or a fixture folder. It is joined as text, so that
 * numbers are not rounded.
 */
function recordText(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8')
  const read = (name: string) => readFileSync(join(path, name), 'utf8')
  return `{"request": ${read('request.json')}, "response": ${read('response.json')}}`
}

/**
 * Returns the conversation in the form that the next model needs: every call of the latest answer has its
 * result, or a question is added.
 */
function answerCalls(conversation: Conversation): Conversation {
  const latest = conversation.messages.at(-1)
  if (latest?.role !== 'assistant') return conversation
  const calls = callsOf(latest).filter((call) => !call.providerExecuted)
  const next: Message =
    calls.length > 0 ? toolMessage(calls.map(runTool)) : userMessage('Please sum that up in one sentence.')
  if (calls.length === 0) note('no call is waiting; the user goes on')
  printMessage(next)
  return { ...conversation, messages: [...conversation.messages, next] }
}

async function continueOn(
  client: DemoClient,
  conversation: Conversation,
  fixture: string,
  step: number,
): Promise<Conversation> {
  heading(step, `Continue on ${client.wire}`, `through ${client.sdk}`)
  const provider = await createStandIn(client.wire, fixture)
  const { response, notices } = await client.send(conversation, provider.fetch)
  printNotices(notices)
  printVerdict(client.wire, provider.verdicts.at(-1))
  printMessage(response.message)
  return { ...conversation, messages: [...conversation.messages, response.message] }
}

try {
  await main(process.argv[2])
} catch (error) {
  printFailure({ message: describe(error) })
  process.exitCode = 1
}

/**
 * Describes an error with its cause. The SDKs wrap errors of their fetch, so the cause is more informative
 * than the message.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${describe(error.cause)}`
}
