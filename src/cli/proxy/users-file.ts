import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { nearest } from '../../base/json/nearest-name.js'
import { at, isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { ProxyUser } from '../../proxy/proxy-types.js'
import { fileVersion } from './file-version.js'
import type { ReadFile } from './reload.js'
import { parseSettings, readSettingsText, type SettingsText, settingLine } from './setting-error.js'

/** Users by name, each with a token. */
export type FileUsers = Readonly<Record<string, ProxyUser>>

/** The users of a file. */
export interface ReadUsers extends ReadFile {
  readonly users: FileUsers
}

const LIMITS = ['requestsPerMinute', 'tokensPerDay', 'costPerDay'] as const

/**
 * Reads a file of users: an object with a token, or an object with `token` and limits, for each user.
 * @throws AdapterError for other content, with the file, the line and the path. The message has no token.
 */
export async function readUsersFile(path: string): Promise<ReadUsers> {
  const version = await fileVersion(path)
  const source = textOf(path)
  const value = parseSettings(source)
  const users = isObject(value) ? Object.entries(value) : []
  if (users.length === 0) throw wrong(source, '', 'expected a JSON object with at least one user')
  return {
    path,
    version,
    users: Object.fromEntries(users.map(([name, user]) => [name, userIn(user, at('', name), source)])),
  }
}

function textOf(path: string): SettingsText {
  try {
    return readSettingsText(path)
  } catch {
    throw new AdapterError('missing-field', '', `the file of users cannot be read: ${path}`)
  }
}

function userIn(user: JsonValue, path: string, source: SettingsText): ProxyUser {
  if (typeof user === 'string') return { token: user }
  const { token, ...limits } = isObject(user) ? user : {}
  const unknown = Object.keys(limits).find((limit) => !LIMITS.some((known) => known === limit))
  if (unknown !== undefined) throw wrong(source, at(path, unknown), unknownMember(unknown))
  if (typeof token !== 'string')
    throw wrong(source, path, 'the user has no token: expected a text, or an object with "token"')
  return compact({
    token,
    ...Object.fromEntries(LIMITS.map((limit) => [limit, limitIn(limits, limit, path, source)])),
  })
}

function unknownMember(name: string): string {
  const known = ['token', ...LIMITS]
  const meant = nearest(name, known)
  const fix = meant === undefined ? `The members are ${known.join(', ')}` : `Did you mean ${meant}?`
  return `there is no such member of a user. ${fix}`
}

function limitIn(limits: JsonObject, limit: string, path: string, source: SettingsText): number | undefined {
  const value = limits[limit]
  if (value === undefined || (typeof value === 'number' && value > 0)) return value
  throw wrong(source, at(path, limit), 'expected a number above 0')
}

function wrong(source: SettingsText, path: string, message: string): AdapterError {
  return new AdapterError('wrong-type', '', settingLine(source, path, message))
}
