import { crc32 } from 'node:zlib'

/**
 * Minimum and maximum size of a chunk, and the mask of its boundaries: one row in 4096 is one. Bytes.
 */
const minBytes = 256 * 1024
const maxBytes = 8 * 1024 * 1024
const boundaryMask = 0xfff

const newline = 10

export interface RowChunk {
  readonly rows: number
  readonly bytes: Buffer
}

/**
 * Splits rows of COPY's text format, one per line, into chunks. A boundary depends on the row before it and not on its
 * position, so that an inserted or deleted row changes one chunk, and the others are not written again.
 */
export async function* rowChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<RowChunk> {
  let lines: Buffer[] = []
  let size = 0
  let held: Buffer = Buffer.alloc(0)
  const taken = (): RowChunk => {
    const chunk = { rows: lines.length, bytes: Buffer.concat(lines, size) }
    lines = []
    size = 0
    return chunk
  }
  for await (const chunk of source) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    let start = 0
    for (let end = held.indexOf(newline); end >= 0; end = held.indexOf(newline, start)) {
      const line = held.subarray(start, end + 1)
      lines.push(line)
      size += line.length
      start = end + 1
      if (size >= maxBytes || (size >= minBytes && (crc32(line) & boundaryMask) === 0)) yield taken()
    }
    held = held.subarray(start)
  }
  if (held.length > 0) throw new Error('COPY ended within a row')
  if (lines.length > 0) yield taken()
}
