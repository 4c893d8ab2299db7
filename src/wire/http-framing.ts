import type { Adapter } from './define.js'

/** The adapter for one answer, whose streams come in the form that the address asks for. */
export function framedFor(adapter: Adapter, url: string): Adapter {
  const { codecs } = adapter
  const framing = codecs.http.framing?.(url)
  if (framing === undefined) return adapter
  return { ...adapter, codecs: { ...codecs, stream: { ...codecs.stream, framing } } }
}
