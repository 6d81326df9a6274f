import { type Compress, type Encoding, minCompressedBytes } from './compress.ts'

/** A serialised body that is compressed at most once for each encoding. */
export interface CachedBody {
  readonly bytes: Buffer
  /** Returns the compressed body; null when it is sent uncompressed. */
  encoded(encoding: Encoding, compress: Compress): Promise<Buffer | null>
  /** Memory of the body in all its encodings, bytes. */
  size(): number
}

/** `onGrown` is called after `size` has grown. */
export function cachedBody(bytes: Buffer, onGrown: () => void = () => {}): CachedBody {
  const forms = new Map<Encoding, Promise<Buffer | null>>()
  let size = bytes.length
  const start = async (encoding: Encoding, compress: Compress) => {
    const made = await compress(bytes, encoding)
    if (made === null) forms.delete(encoding)
    else {
      size += made.length
      onGrown()
    }
    return made
  }
  return {
    bytes,
    async encoded(encoding, compress) {
      if (bytes.length < minCompressedBytes) return null
      const known = forms.get(encoding)
      if (known) return known
      const promise = start(encoding, compress)
      forms.set(encoding, promise)
      return promise
    },
    size: () => size,
  }
}
