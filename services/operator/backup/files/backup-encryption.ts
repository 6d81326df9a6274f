import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Thrown for a file that was changed, cut off, or encrypted with another key. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'
}

const algorithm = 'aes-256-gcm'
const magic = Buffer.from('SLBK\x01', 'latin1')
const saltBytes = 16
const headerBytes = magic.length + saltBytes
const tagBytes = 16
/** Plaintext of a frame, bytes; only the last one is shorter. */
const frameBytes = 1024 * 1024

/**
 * Encrypts a stream: header with a random salt, then frames of 1 MiB, each AES-256-GCM with its tag. The key of the file
 * is derived from the operator's key and the salt; the nonce is the number of the frame and whether it is the last, so
 * that frames can be neither exchanged nor cut off.
 */
export async function* seal(source: AsyncIterable<Uint8Array>, masterKey: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = fileKey(masterKey, salt)
  yield Buffer.concat([magic, salt])
  for await (const { frame, nth, isLast } of framesOf(source, frameBytes)) {
    const cipher = createCipheriv(algorithm, key, nonceOf(nth, isLast))
    yield Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts what `seal` returned. Throws UnsealError. */
export async function* unseal(source: AsyncIterable<Uint8Array>, masterKey: Buffer): AsyncGenerator<Buffer> {
  const { header, rest } = await splitHeader(source)
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new UnsealError('not an encrypted file of a backup')
  const key = fileKey(masterKey, header.subarray(magic.length))
  for await (const { frame, nth, isLast } of framesOf(rest, frameBytes + tagBytes)) {
    if (frame.length < tagBytes) throw new UnsealError('cut off')
    const decipher = createDecipheriv(algorithm, key, nonceOf(nth, isLast))
    decipher.setAuthTag(frame.subarray(frame.length - tagBytes))
    const text = decipher.update(frame.subarray(0, frame.length - tagBytes))
    try {
      decipher.final()
    } catch (cause) {
      throw new UnsealError('changed, cut off, or encrypted with another key', { cause })
    }
    yield text
  }
}

function fileKey(masterKey: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, salt, 'stepledger backup file', 32))
}

function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(nth, 2, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Splits a stream into frames of `size` bytes. The last one is shorter, and may be empty. */
async function* framesOf(source: AsyncIterable<Uint8Array>, size: number) {
  let nth = 0
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < size) continue
    let whole = Buffer.concat(held, bytes)
    for (; whole.length >= size; whole = whole.subarray(size))
      yield { frame: whole.subarray(0, size), nth: nth++, isLast: false }
    held = [whole]
    bytes = whole.length
  }
  yield { frame: Buffer.concat(held, bytes), nth, isLast: true }
}

async function splitHeader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  while (held.length < headerBytes) {
    const next = await chunks.next()
    if (next.done) break
    held = Buffer.concat([held, next.value])
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield held.subarray(headerBytes)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { header: held.subarray(0, headerBytes), rest: rest() }
}
