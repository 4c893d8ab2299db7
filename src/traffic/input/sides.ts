import { compact } from '../../base/json/write-json.js'
import { type Context, type ContextOptions, createContext, type Notice } from '../../base/model/context.js'
import { fromPiece, inPiece } from '../../codec/wire/pieces.js'
import { type PrintedError, printedError } from './printed-error.js'

/** Both sides of an exchange after a conversion. One side may have failed while the other succeeded. */
export interface ConvertedSides<Request, Response> {
  readonly request?: Request
  readonly response?: Response
  readonly notices: readonly Notice[]
  readonly error?: PrintedError
}

/** The result of converting one side. */
export interface ConvertedSide<Value> {
  readonly value?: Value
  readonly notices: readonly Notice[]
  readonly error?: PrintedError
}

/**
 * The path of a side in its record, and the path of the record in the side if the record is a piece of a
 * body.
 */
interface SidePaths {
  readonly path: string
  readonly place?: string
}

/**
 * Runs one conversion. The paths of its notices and error are made relative to the record instead of the
 * side.
 */
export function convertSide<Value>(
  wire: string,
  { path, place = '' }: SidePaths,
  options: ContextOptions,
  convert: (context: Context) => Value,
): ConvertedSide<Value> {
  const context = createContext(wire, options)
  const notices = () =>
    context.notices.flatMap((notice) => {
      const inside = inPiece(notice.path, place)
      return inside === undefined ? [] : [{ ...notice, path: path + inside }]
    })
  try {
    return { value: fromPiece(place, () => convert(context)), notices: notices() }
  } catch (error) {
    return { notices: notices(), error: printedError(error, path) }
  }
}

export function joinSides<Request, Response>(
  request: ConvertedSide<Request> | undefined,
  response: ConvertedSide<Response> | undefined,
): ConvertedSides<Request, Response> {
  const notices = [...(request?.notices ?? []), ...(response?.notices ?? [])]
  return compact({
    request: request?.value,
    response: response?.value,
    ...withFailures(notices, [request?.error, response?.error]),
  })
}

/** Adds failures. A record has one error; further failures are reported as notices. */
export function withFailures(
  notices: readonly Notice[],
  failures: readonly (PrintedError | undefined)[],
): { readonly notices: readonly Notice[]; readonly error?: PrintedError } {
  const [error, ...others] = failures.filter((failure) => failure !== undefined)
  return compact({ notices: [...notices, ...others.map(failureNotice)], error })
}

function failureNotice({ code, path, message }: PrintedError): Notice {
  return { code: `failed-${code}`, severity: 'warning', path, message }
}
