import type { MediaKind } from './types.js'

/** What media of a type are for the model. */
export function mediaKindOf(mediaType = ''): MediaKind {
  const [family] = mediaType.split('/', 1)
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file'
}
