// Our side of the comparison, from the tables and decoders of the code.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adapterName } from '../adapter-name.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const built = (path) => import(new URL(`../../build/${path}`, import.meta.url).href)

/** The file of the finish table. Default: `maps` of the wire. Mistral has that of Chat Completions. */
const FINISH_FILES = { 'openai-responses': 'openai-responses/response', 'mistral-chat': 'openai-chat/maps' }
/** Wires whose parts and tools are distinguished by the name of their only member. */
const KEYED = ['bedrock-converse', 'google-generate-content']
/** A part of media for wires with such names. */
const SAMPLE = { format: 'mp4', source: { bytes: 'AAAA' } }
const MESSAGE_OF_PART = {
  'google-generate-content': (part) => ({ role: 'model', parts: [part] }),
  'google-interactions': (part) => ({ type: 'model_output', content: [part] }),
}

const KINDS = { model, finish, field, part, item, event, tool }

/**
 * Loads our words of a kind.
 * @returns `has` is true for a known word; `place` is the file or folder of the table.
 */
export function loadKnown(wire, kind) {
  return KINDS[kind](wire)
}

async function model() {
  const { models } = await built('src/translate/catalogue/index.js')
  return { place: 'src/translate/catalogue/rows', has: namesOf(models) }
}

/** Returns the check for models with a row. Facts of a relative are only assumed. */
export function namesOf(models) {
  return (name) => {
    const row = models.find(name)
    return row !== undefined && row.assumedFrom === undefined
  }
}

async function finish(wire) {
  const file = FINISH_FILES[wire] ?? `${wire}/maps`
  const { FINISH } = await built(`adapters/${file}.js`)
  return { place: `adapters/${file}.ts`, has: finishWordsOf(FINISH) }
}

/** Returns the check for words of a finish table. */
export function finishWordsOf(table) {
  const words = new Set(table.flatMap(([, row]) => row.split(' ')))
  return (word) => words.has(word)
}

async function field(wire) {
  const { requestFields } = await built(`adapters/${wire}/rules/settings.js`)
  const { fieldNames } = await built('src/translate/lint/request-names.js')
  const { plain } = await built('src/base/json/nearest-name.js')
  const names = [...fieldNames(requestFields).values()].flatMap((group) => [...group])
  const known = new Set(names.map(plain))
  return { place: `adapters/${wire}/rules/settings.ts`, has: (word) => known.has(plain(word)) }
}

async function part(wire) {
  const { WIRE_WORDS } = await built('src/translate/lint/wire-words.js')
  const message = MESSAGE_OF_PART[wire] ?? ((one) => ({ role: 'assistant', content: [one] }))
  const isKeyed = KEYED.includes(wire)
  const isDecoded = await decodes(wire, (word) => message(isKeyed ? { [word]: SAMPLE } : { type: word }))
  const rows = isKeyed ? WIRE_WORDS.partFields : WIRE_WORDS.partTypes
  return { place: `adapters/${wire}`, has: (word) => isRead(rows[word], wire) || isDecoded(word) }
}

async function item(wire) {
  const { WIRE_WORDS } = await built('src/translate/lint/wire-words.js')
  const isDecoded = await decodes(wire, (word) => ({ type: word }))
  const has = (word) => isRead(WIRE_WORDS.entryTypes[word], wire) || isDecoded(word)
  return { place: `adapters/${wire}`, has }
}

function isRead([, readers = '', holders = ''] = [], wire) {
  return `${readers} ${holders}`.split(' ').includes(wire)
}

/** Parts that become opaque are unknown. A decoder that misses a member of a part knows its type. */
async function decodes(wire, messageOf) {
  const { codecs } = (await built(`adapters/${wire}/index.js`))[adapterName(wire)]
  const { createContext } = await built('src/base/model/context.js')
  return (word) => {
    try {
      const messages = codecs.messages.decode([messageOf(word)], createContext(wire))
      return messages.some(({ parts }) => parts.some(({ type }) => type !== 'opaque'))
    } catch {
      return true
    }
  }
}

/** Events are known if the adapter names them: decoders have no table of events. */
async function event(wire) {
  const place = `adapters/${wire}`
  const files = readdirSync(join(ROOT, place)).filter((file) => file.endsWith('.ts'))
  const words = new Set(files.flatMap((file) => literalsOf(readFileSync(join(ROOT, place, file), 'utf8'))))
  return { place, has: (word) => words.has(word) }
}

/** Returns the string literals and the names of members in code. */
export function literalsOf(code) {
  const matches = [...code.matchAll(/'([^'\n]*)'|\.(\w+)|\b(\w+)(?=[:,} ])/g)]
  return matches.map(([, text, member, name]) => text ?? member ?? name)
}

/** Tools of kind `other` are unknown. A decoder that misses a member of a tool knows its type. */
async function tool(wire) {
  const { codecs } = (await built(`adapters/${wire}/index.js`))[adapterName(wire)]
  const { createContext } = await built('src/base/model/context.js')
  const isKeyed = KEYED.includes(wire)
  const has = (word) => {
    const native = isKeyed ? { [word]: {} } : { type: word, name: 'x', [word]: { name: 'x' } }
    try {
      return !codecs.tools.decode([native], createContext(wire)).some(({ kind }) => kind === 'other')
    } catch {
      return true
    }
  }
  return { place: `adapters/${wire}`, has }
}
