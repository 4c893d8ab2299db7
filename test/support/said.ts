import type { Part } from '../../src/base/model/types.js'

export interface Said {
  readonly type: string
  readonly text?: string
  readonly [member: string]: unknown
}

/**
 * Returns parts without data that depends on the form of the answer: metadata, and minted ids, which depend
 * on its time. Some wires stream a text as many parts.
 */
export function said(parts: readonly Part[]): Said[] {
  const list: Said[] = []
  for (const part of parts) {
    const last = list.at(-1)
    const item = withoutForm(part)
    if (last?.text !== undefined && last.type === item.type && item.text !== undefined)
      list.splice(-1, 1, { ...last, text: last.text + item.text })
    else list.push(item)
  }
  return list.filter((item) => item.text !== '')
}

function withoutForm(part: Part): Said {
  if (part.type === 'opaque') return { ...part }
  const { providerMetadata: _own, ...rest } = part
  if (rest.type === 'tool-call') {
    const { minted: _minted, id, ...call } = rest
    const text = call.status === 'complete' ? {} : { rawArguments: call.rawArguments }
    return { ...call, rawArguments: undefined, ...text, id: unlessMinted(id) }
  }
  if (rest.type !== 'tool-result') return rest
  const { minted: _minted, callId, ...result } = rest
  return { ...result, callId: unlessMinted(callId) }
}

function unlessMinted(id: string): string | undefined {
  return id.startsWith('minted_') ? undefined : id
}
