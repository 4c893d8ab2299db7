import { crc32, deflateSync } from 'node:zlib'

/** The colours of a picture: red, green, blue. */
const COLOURS = { red: [220, 20, 20], green: [20, 160, 20], blue: [20, 20, 220], yellow: [240, 220, 20] }
const SIZE = 64

/** Returns every picture of two halves, left and right, with the names of their colours. */
export const pictures = Object.keys(COLOURS).flatMap((left) =>
  Object.keys(COLOURS)
    .filter((right) => right !== left)
    .map((right) => ({ left, right, data: png(left, right) })),
)

/** Returns the base64 of a PNG, as of https://www.w3.org/TR/png-3/. */
function png(left, right) {
  const row = Array.from({ length: SIZE }, (_, x) => COLOURS[x < SIZE / 2 ? left : right]).flat()
  const pixels = Buffer.from(Array.from({ length: SIZE }, () => [0, ...row]).flat())
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  // 8 bits per colour, three colours per pixel.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
