import type { MediaKind } from './types.js'

/** Returns the media kind of a media type. */
export function mediaKindOf(mediaType = ''): MediaKind {
  const [family] = mediaType.split('/', 1)
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file'
}
