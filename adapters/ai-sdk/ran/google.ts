import { stringOr } from '../../../src/base/json/read-json.js'
import { compact } from '../../../src/base/json/write-json.js'
import { GOOGLE } from '../packages.js'
import { jsonResult, type PackageForm, valueIn } from './package-form.js'

// Google: parts. The ids of code are made by the package.

const SERVER = 'server:'
const CODE_WORKED = 'OUTCOME_OK'

const googleCode: PackageForm = {
  wire: GOOGLE.wire,
  id: /^/,
  toWire({ name, input, result }) {
    const { outcome, output } = valueIn(result)
    const isCode = typeof input.code === 'string' && typeof input.language === 'string'
    if (!isCode || (result && (typeof outcome !== 'string' || typeof output !== 'string'))) return undefined
    const type = outcome === CODE_WORKED ? 'text' : 'error-text'
    return {
      name,
      input,
      metadata: { part: 'executableCode', id: null },
      result: result && {
        output: { type, value: stringOr(output, '') },
        metadata: compact({ part: 'codeExecutionResult', outcome, id: null }),
      },
    }
  },
  toPackage({ name, input, metadata, result }) {
    if (metadata?.part !== 'executableCode') return undefined
    const { output, metadata: own } = result ?? {}
    const isText = output?.type === 'text' || output?.type === 'error-text'
    return {
      name,
      input,
      result: result && jsonResult({ outcome: own?.outcome ?? '', output: isText ? output.value : '' }),
    }
  },
}

const googleTool: PackageForm = {
  wire: GOOGLE.wire,
  id: /^/,
  toWire({ name, input, result, options = {} }) {
    const { serverToolType: type } = options
    if (typeof type !== 'string' || name !== `${SERVER}${type}`) return undefined
    if (result !== undefined && result.output.type !== 'json') return undefined
    const signature = stringOr(result?.options?.thoughtSignature, undefined)
    return {
      name: type,
      input,
      metadata: { part: 'toolCall' },
      result: result && { output: result.output, metadata: compact({ part: 'toolResponse', signature }) },
    }
  },
  toPackage({ name, input, metadata, result }) {
    if (metadata?.part !== 'toolCall') return undefined
    return { name: `${SERVER}${name}`, input, result: result && { output: result.output } }
  },
}

/** The forms of Google's package, in the order in which they are tried. */
export const googleForms: readonly PackageForm[] = [googleTool, googleCode]
