import type { JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import type { Notice } from '../../base/model/context.js'

/** The notices of one record, each where it belongs on the page. */
export class PlacedNotices {
  readonly #byCall = new Map<string, Notice[]>()
  readonly #others: Notice[] = []

  /**
   * @param records what the paths of notices lead into: the first one with a call there decides.
   * @param callIds of the calls and results that are shown.
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

  /** Those about a call or its result, which are told once. */
  takeOf(id: string): readonly Notice[] {
    const notices = this.#byCall.get(id) ?? []
    this.#byCall.delete(id)
    return notices
  }

  /** The others of one side. */
  of(side: 'request' | 'response'): readonly Notice[] {
    return this.#others.filter(({ path }) => path.startsWith('/request') === (side === 'request'))
  }
}

/** The call that a native path leads into: the innermost object on the way that names its id, in whatever member. */
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
