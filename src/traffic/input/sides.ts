import { AdapterError, reasonIn } from '../../base/json/adapter-error.js'
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

/** Runs one conversion. Its error is part of the result. Paths are relative to the record. */
export function convertSide<Value>(
  wire: string,
  side: SidePaths,
  options: ContextOptions,
  convert: (context: Context) => Value,
): ConvertedSide<Value> {
  const notices: Notice[] = []
  try {
    return { value: decodeSide(wire, side, options, convert, notices), notices }
  } catch (error) {
    return { notices, error: printedError(error, error instanceof AdapterError ? '' : side.path) }
  }
}

/**
 * Runs one conversion.
 * @param notices gets the notices, with paths relative to the record instead of the side.
 * @throws the error of the conversion, with its path relative to the record.
 */
export function decodeSide<Value>(
  wire: string,
  { path, place = '' }: SidePaths,
  options: ContextOptions,
  convert: (context: Context) => Value,
  notices: Notice[],
): Value {
  const context = createContext(wire, options)
  try {
    return fromPiece(place, () => convert(context))
  } catch (error) {
    if (!(error instanceof AdapterError) || path === '') throw error
    throw new AdapterError(error.code, path + error.path, reasonIn(error), error.detail)
  } finally {
    for (const notice of context.notices) {
      const inside = inPiece(notice.path, place)
      if (inside !== undefined) notices.push({ ...notice, path: path + inside })
    }
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
