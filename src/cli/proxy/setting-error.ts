import { readFileSync } from 'node:fs'
import stripJsonComments from 'strip-json-comments'
import { AdapterError, attempt, reasonIn } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { parseJson } from '../../base/json/parse.js'
import { jsonErrorPosition } from '../../traffic/input/json-position.js'
import { placeIn } from '../lint/source-text.js'

/** A text with settings, and the file that contains it. */
export interface SettingsText {
  readonly file: string
  /** The text without comments, trailing commas and byte order mark. Lines and columns are those of the file. */
  readonly text: string
}

/** Reads a file of settings: JSON with optional comments and trailing commas. */
export function readSettingsText(file: string): SettingsText {
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  return { file, text: stripJsonComments(text, { trailingCommas: true }) }
}

/**
 * Parses a file of settings.
 * @throws AdapterError with the line and the column of the first wrong character.
 */
export function parseSettings({ file, text }: SettingsText): JsonValue {
  const read = attempt(() => parseJson(text))
  if ('value' in read) return read.value
  const { code, message } = read.error
  const [line, column] = jsonErrorPosition(text)
  throw new AdapterError(code, '', `${file}:${line}:${column}: the file is not JSON${syntaxIn(message)}`)
}

/** Returns the reason of a syntax error without its position and without the quoted text, which may have keys. */
function syntaxIn(message: string): string {
  const [reason] = /(?<=SyntaxError: ).*?(?= in JSON|, (?:\.{3})?"|$)/s.exec(message) ?? []
  return reason === undefined ? '' : `: ${reason}`
}

/** Returns a line that names the file, the line, the column and the path of a setting. */
export function settingLine({ file, text }: SettingsText, path: string, message: string): string {
  const place = placeIn({ text, firstLine: 1, path: '' }, path)
  const position = place === undefined ? '' : `:${place.line}:${place.column}`
  return `${file}${position}: ${path === '' ? '' : `${path}: `}${message}`
}

/**
 * Runs `work`. Its errors name the setting: the file, the line and the path, or the option of the command line.
 * @param file the config file. Default: the settings are options of the command line.
 */
export function atSetting<Value>(file: string | undefined, work: () => Value): Value {
  const ran = attempt(work)
  if ('value' in ran) return ran.value
  const { error } = ran
  if (error.path === '') throw error
  const path = configPath(error.path)
  const message =
    file === undefined
      ? optionLine(path, reasonIn(error))
      : settingLine(readSettingsText(file), path, reasonIn(error))
  throw new AdapterError(error.code, '', message)
}

/** The names in config files of the options of `createProxy`. */
const CONFIG_NAMES: Readonly<Record<string, string>> = {
  adapter: 'wire',
  url: 'target',
  key: 'keyVariable',
  token: 'tokenVariable',
}

/** Converts a path into the options of `createProxy` to a path into a config file. */
function configPath(path: string): string {
  const [, start = '', name = ''] = /^(\/|\/routes\/\d+\/to(?:\/\d+)?\/)(\w+)$/.exec(path) ?? []
  const inConfig = Object.hasOwn(CONFIG_NAMES, name) ? CONFIG_NAMES[name] : undefined
  return inConfig === undefined ? path : start + inConfig
}

/** The options of the command line, by the setting that each one sets. */
const OPTIONS: Readonly<Record<string, string>> = {
  wire: '--to',
  target: '--target',
  limits: '--limits',
  keyVariable: '--key-variable',
  clients: '--from',
  origins: '--allow-origin',
  tokenVariable: '--token-variable',
}

function optionLine(path: string, message: string): string {
  const name = path.split('/').findLast((token) => Object.hasOwn(OPTIONS, token)) ?? ''
  return name === '' ? message : `${OPTIONS[name]}: ${message}`
}
