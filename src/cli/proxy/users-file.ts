import { readFile } from 'node:fs/promises'
import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseJson } from '../../base/json/parse.js'
import { at, isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { ProxyUser } from '../../proxy/proxy-types.js'
import { fileVersion } from './file-version.js'
import type { ReadFile } from './reload.js'

/** Users by name, each with a token. */
export type FileUsers = Readonly<Record<string, ProxyUser>>

/** The users of a file. */
export interface ReadUsers extends ReadFile {
  readonly users: FileUsers
}

const LIMITS = ['requestsPerMinute', 'tokensPerDay', 'costPerDay'] as const

/**
 * Reads a file of users: an object with a token, or an object with `token` and limits, for each user.
 * @throws AdapterError for other content. The message has no token.
 */
export async function readUsersFile(path: string): Promise<ReadUsers> {
  const version = await fileVersion(path)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new AdapterError('missing-field', '', `the file of users cannot be read: ${path}`)
  })
  const read = attempt(() => parseJson(text))
  const users = 'value' in read && isObject(read.value) ? Object.entries(read.value) : []
  if (users.length === 0) throw wrong(path, '', 'is not a JSON object with at least one user')
  return {
    path,
    version,
    users: Object.fromEntries(users.map(([name, user]) => [name, userIn(user, name, path)])),
  }
}

function userIn(user: JsonValue, name: string, path: string): ProxyUser {
  if (typeof user === 'string') return { token: user }
  const { token, ...limits } = isObject(user) ? user : {}
  if (typeof token !== 'string') throw wrong(path, name, 'needs a token for each user')
  const unknown = Object.keys(limits).find((limit) => !LIMITS.some((known) => known === limit))
  if (unknown !== undefined) throw wrong(path, name, `has the unknown member "${unknown}" of a user`)
  return compact({
    token,
    ...Object.fromEntries(LIMITS.map((limit) => [limit, limitIn(limits, limit, name, path)])),
  })
}

function limitIn(limits: JsonObject, limit: string, name: string, path: string): number | undefined {
  const value = limits[limit]
  if (value === undefined || (typeof value === 'number' && value > 0)) return value
  throw wrong(path, name, `needs a positive number for "${limit}"`)
}

function wrong(path: string, name: string, says: string): AdapterError {
  return new AdapterError('wrong-type', name === '' ? '' : at('', name), `${path} ${says}`)
}
