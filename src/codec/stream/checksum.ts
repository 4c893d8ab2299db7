/**
 * Returns the CRC-32 checksum (as in zip files and PNG) of https://smithy.io/2.0/aws/amazon-eventstream.html.
 * Covers the bytes before `end`.
 */
export function crc32(bytes: Uint8Array, end: number): number {
  let crc = 0xffffffff
  for (let index = 0; index < end; index += 1)
    crc = (TABLE[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const TABLE = /* @__PURE__ */ createTable()

function createTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    return value
  })
}
