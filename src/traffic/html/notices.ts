import type { JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import type { Notice } from '../../base/model/context.js'

/** The notices of one record, grouped by their position on the page. */
export class PlacedNotices {
  readonly #byCall = new Map<string, Notice[]>()
  readonly #others: Notice[] = []

  /**
   * @param records the values that the paths of notices refer to. The first record with a call at the path
   * decides.
   * @param callIds ids of the calls and results that are shown.
   */
  constructor(notices: readonly Notice[], records: readonly JsonValue[], callIds: ReadonlySet<string>) {
    for (const notice of notices) {
      const id = records
        .map((record) => callAt(record, notice.path, callIds))
        .find((found) => found !== undefined)
      if (id === undefined) this.#others.push(notice)
      else this.#byCall.set(id, [...(this.#byCall.get(id) ?? []), notice])
    }
  }

  /** Takes the notices about a call or its result. Each notice is shown once. */
  takeOf(id: string): readonly Notice[] {
    const notices = this.#byCall.get(id) ?? []
    this.#byCall.delete(id)
    return notices
  }

  /** Returns the other notices of one side. */
  of(side: 'request' | 'response'): readonly Notice[] {
    return this.#others.filter(({ path }) => path.startsWith('/request') === (side === 'request'))
  }
}

/**
 * Returns the id of the call that a native path points into: the innermost object on the path with a member
 * that contains a known call id.
 */
function callAt(record: JsonValue, path: string, callIds: ReadonlySet<string>): string | undefined {
  let value: JsonValue | undefined = record
  let found: string | undefined
  for (const token of path.split('/').slice(1)) {
    value = memberOf(value, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (!isObject(value)) continue
    const ids = Object.values(value).filter((member) => typeof member === 'string')
    found = ids.find((id) => callIds.has(id)) ?? found
  }
  return found
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (isArray(value)) return value[Number(key)]
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
