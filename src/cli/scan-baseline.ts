import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { AdapterError } from '../base/json/adapter-error.js'
import { tryParseJson } from '../base/json/parse.js'
import { isArray, isObject } from '../base/json/read-json.js'

/** The part of a find that does not change if other lines of its file change. */
interface Finding {
  readonly file: string
  readonly rule: string
}

/** Number of digits of a digest. It distinguishes secrets, and many texts have it. */
const DIGITS = 8

/** The finds that `scan` does not report. Secrets are in it as short digests. */
export class ScanBaseline {
  private constructor(
    private readonly known: Set<string>,
    private readonly isGrowing: boolean,
  ) {}

  /** Reads a baseline. If it is updated, it contains every find from then on. */
  static async read(path: string | undefined, isUpdated: boolean): Promise<ScanBaseline> {
    if (path === undefined || (isUpdated && !existsSync(path))) return new ScanBaseline(new Set(), isUpdated)
    const entries = tryParseJson(await readFile(path, 'utf8'))
    if (!isArray(entries))
      throw new AdapterError('wrong-type', '', `${path} is not a baseline of toolwire scan`)
    const known = entries.flatMap((entry) =>
      isObject(entry) ? [[entry.file, entry.rule, entry.digest].join('\n')] : [],
    )
    return new ScanBaseline(new Set(isUpdated ? [] : known), isUpdated)
  }

  has({ file, rule }: Finding, secret: string): boolean {
    const digest = createHash('sha256').update(secret).digest('hex').slice(0, DIGITS)
    const entry = [file.replaceAll('\\', '/'), rule, digest].join('\n')
    if (this.isGrowing) this.known.add(entry)
    return this.known.has(entry)
  }

  /** Returns the text of the file. */
  written(): string {
    const entries = [...this.known].sort().map((entry) => {
      const [file, rule, digest] = entry.split('\n')
      return { file, rule, digest }
    })
    return `${JSON.stringify(entries, null, 2)}\n`
  }
}
