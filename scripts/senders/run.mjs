// The comparison: README.md.
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { loadAdapter, loadRules } from '../../build/adapters.js'
import { encodeConversation, lint } from '../../build/src/index.js'
import { sdkSenders } from './ai-sdk.mjs'
import { cases } from './cases.mjs'
import { langchainSenders } from './langchain.mjs'
import { meaningOf } from './meaning.mjs'
import { SENDS_ERRORS, UNABLE } from './unable.mjs'

/** The least share of equal requests: of each package, and of all. */
const LEAST = { each: 0.96, all: 0.98 }
const MAX_OUTPUT_TOKENS = 4096

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '4' },
    package: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
})
// Packages log warnings for each request.
const print = console.log
console.log = console.warn = console.error = console.info = () => undefined

const conversations = await cases(Number(values.every))
const rows = []
for (const sender of [...sdkSenders, ...langchainSenders]) {
  if (sender.name.includes(values.package)) rows.push(await compareAll(sender))
}
const kept = rows.reduce((sum, row) => sum + row.kept, 0)
const able = rows.reduce((sum, row) => sum + row.able, 0)
print(`${kept} of ${able} requests mean the same (${percent(kept, able)})`)
const isEnough = rows.every((row) => row.kept >= row.able * LEAST.each) && kept >= able * LEAST.all
process.exitCode = isEnough ? 0 : 1

/** Sends all conversations with one package. */
async function compareAll(sender) {
  const target = {
    sender,
    adapter: await loadAdapter(sender.wire),
    rules: await loadRules(sender.wire),
    limits: ownLimits(sender),
  }
  let same = 0
  let unable = 0
  // Messages of the same library are unchanged, also in forms that a package does not read.
  const others = conversations.filter(({ wire }) => wire !== sender.library)
  for (const { id, conversation } of others) {
    const difference = await compare(conversation, target)
    if (difference === undefined) same += 1
    else if (isUnable(sender, difference)) unable += 1
    if (difference !== undefined && values.list) print(`${sender.name}  ${id}  ${difference}`)
  }
  const able = others.length - unable
  print(`${sender.name.padEnd(36)}${same} of ${able} (${percent(same, able)}), ${unable} cannot be sent`)
  return { kept: same, able }
}

function isUnable({ name }, difference) {
  return UNABLE.some((row) => row.package.test(name) && row.error.test(difference))
}

/** Sends one conversation. Returns the difference to our own request, if any. */
async function compare(conversation, { sender, adapter, rules, limits }) {
  const options = { to: adapter, model: sender.model, maxOutputTokens: MAX_OUTPUT_TOKENS, limits }
  const own = encodeConversation(asForeign(conversation, sender.wire), options).value
  const { body, error } = await sender.send(conversation)
  if (body === undefined) return `throws ${error?.message}`
  const brokenByUs = new Set(broken(rules, own).map(({ rule }) => rule))
  const refused = broken(rules, body).find(({ rule }) => !brokenByUs.has(rule))
  if (refused !== undefined) return `refused ${refused.rule} ${refused.path} ${refused.message}`
  const compared = { wire: sender.wire, errors: SENDS_ERRORS.test(sender.name) }
  const ours = meaningOf(adapter.decodeRequest(own).value, compared)
  const theirs = meaningOf(adapter.decodeRequest(body).value, compared)
  return isDeepStrictEqual(theirs, ours) ? undefined : differenceOf(ours, theirs)
}

function broken(rules, body) {
  return lint(rules, body).filter(({ severity }) => severity === 'error')
}

/** Returns the beginnings of both texts, from shortly before the first different character. */
function differenceOf(ours, theirs) {
  const [one, other] = [JSON.stringify(ours), JSON.stringify(theirs)]
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  const from = Math.max(0, index - 60)
  return `differs: ours ${one.slice(from, index + 120)} theirs ${other.slice(from, index + 120)}`
}

/** Returns the limits of the package, without those of ids and names, which belong to the wire. */
function ownLimits({ adapter, profile }) {
  const {
    carries: _carries,
    callId: _ids,
    toolName: _names,
    ...limits
  } = adapter.codecs.limits.profiles[profile]
  return limits
}

/** Removes the form of the wire from calls that its provider ran: packages send them as text. */
function asForeign(conversation, wire) {
  const messages = conversation.messages.map((message) => {
    if (!message.parts.some(({ providerExecuted }) => providerExecuted)) return message
    const { origin: _origin, ...rest } = message
    const parts = message.parts.map((part) => (part.providerExecuted ? withoutWire(part, wire) : part))
    return { ...rest, parts }
  })
  return { ...conversation, messages }
}

function withoutWire(part, wire) {
  const { [wire]: _own, ...providerMetadata } = part.providerMetadata ?? {}
  return { ...part, providerMetadata }
}

function percent(part, all) {
  return all === 0 ? '100 %' : `${((100 * part) / all).toFixed(1)} %`
}
