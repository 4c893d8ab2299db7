/** Replaces `node:zlib`: compressed bodies are rejected with the importer's message. */
function unpack(): never {
  throw new Error('compressed recordings are read by the command line: toolwire inspect FILE')
}

export { unpack as brotliDecompressSync, unpack as gunzipSync, unpack as inflateSync }
