/**
 * A valid progressive JPEG of grey, `side` by `side` pixels: decoding each scan visits all of them, in 100 bytes of
 * file.
 */
export function progressiveJpeg(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2
  const sides = [side >> 8, side & 255]
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, ...sides, ...sides, 1, 1, 0x11, 0]),
    huffmanTable(0x00, 0),
    // The only code means: the next 32,767 blocks end here.
    huffmanTable(0x10, 0xe0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ]
  const ends = Buffer.alloc(Math.ceil((Math.ceil(blocks / 2 ** 14) * 15) / 8))
  const scan = Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), ends])
  for (let n = 1; n < scans; n += 1) parts.push(scan)
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}

function segment(marker: number, bytes: readonly number[]): Buffer {
  const length = bytes.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...bytes])
}

/** A Huffman table with one code of one bit. */
function huffmanTable(slot: number, symbol: number): Buffer {
  return segment(0xc4, [slot, 1, ...Array<number>(15).fill(0), symbol])
}
