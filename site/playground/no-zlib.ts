/** In place of `node:zlib`: a body that was kept compressed is refused, with what the importer says of it. */
function unpack(): never {
  throw new Error('compressed recordings are read by the command line: toolwire inspect FILE')
}

export { unpack as brotliDecompressSync, unpack as gunzipSync, unpack as inflateSync }
