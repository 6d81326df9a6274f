import { type Compress, type Encoding, minCompressedBytes } from './compress.ts'

/** A serialised body that is compressed at most once for each encoding. */
export interface CachedBody {
  readonly bytes: Buffer
  /** Returns the compressed body, synchronously once it exists; null when it is sent uncompressed. */
  encoded(encoding: Encoding, compress: Compress): Buffer | null | Promise<Buffer | null>
  /** Memory of the body in all its encodings, bytes. */
  size(): number
}

/** `onGrown` is called after `size` has grown. */
export function cachedBody(bytes: Buffer, onGrown: () => void = () => {}): CachedBody {
  const compressed = new Map<Encoding, Buffer>()
  const running = new Map<Encoding, Promise<Buffer | null>>()
  const start = async (encoding: Encoding, compress: Compress) => {
    const made = await compress(bytes, encoding).finally(() => running.delete(encoding))
    if (made === null) return null
    compressed.set(encoding, made)
    onGrown()
    return made
  }
  return {
    bytes,
    encoded(encoding, compress) {
      if (bytes.length < minCompressedBytes) return null
      const made = compressed.get(encoding) ?? running.get(encoding)
      if (made) return made
      const promise = start(encoding, compress)
      running.set(encoding, promise)
      return promise
    },
    size: () => [...compressed.values()].reduce((sum, { length }) => sum + length, bytes.length),
  }
}
