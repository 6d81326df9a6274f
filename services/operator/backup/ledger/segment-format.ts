import { DamagedFileError } from '../files/file-store.ts'

const lengthBytes = 4

/** The format of a segment: for each event its length, 4 bytes big-endian, and its bytes as they are in the ledger. */
export function framed(bytes: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(lengthBytes + bytes.length)
  frame.writeUInt32BE(bytes.length, 0)
  frame.set(bytes, lengthBytes)
  return frame
}

/** Reads the events of a segment. Throws DamagedFileError when it ends within one. */
export async function* eventsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let bytes = 0
  let wanted = lengthBytes
  for await (const chunk of content) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < wanted) continue
    let whole = Buffer.concat(held, bytes)
    for (wanted = frameLength(whole); whole.length >= wanted; wanted = frameLength(whole)) {
      yield whole.subarray(lengthBytes, wanted)
      whole = whole.subarray(wanted)
    }
    held = [whole]
    bytes = whole.length
  }
  if (bytes > 0) throw new DamagedFileError('a segment of the ledger ends within an event')
}

/** Number of bytes needed for the next frame, as far as known. */
function frameLength(bytes: Buffer): number {
  return lengthBytes + (bytes.length < lengthBytes ? 0 : bytes.readUInt32BE(0))
}
