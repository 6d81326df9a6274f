import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import PQueue from 'p-queue'

/** Content codings of JSON responses, best first. */
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

/** Smaller bodies fit one packet anyway, bytes. */
const minCompressedBytes = 1_024

/** Larger bodies would occupy a thread for too long, bytes. */
const maxCompressedBytes = 16 * 1024 * 1024

/** Of the four threads that file access and DNS also use. */
const concurrency = 2

/** Bodies that wait for a thread, at most; then responses are sent uncompressed. */
const maxQueued = 64

/** Never rejects. Resolves to null when the body is sent uncompressed: the queue is full, or nothing is saved. */
export type Compress = (bytes: Buffer, encoding: Encoding) => Promise<Buffer | null>

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses in the thread pool, with bounded concurrency and queue. */
export function compressor(): Compress {
  const queue = new PQueue({ concurrency })
  return async (bytes, encoding) => {
    if (queue.size >= maxQueued || bytes.length > maxCompressedBytes) return null
    const compressing = queue.add(() => (encoding === 'br' ? toBrotli(bytes) : zip(bytes)))
    const compressed = await compressing.catch(() => null)
    // Copied, because the result is a view of a chunk of 16 KB, which a cached page would keep in memory.
    return compressed && compressed.length < bytes.length ? Buffer.from(compressed) : null
  }
}

/** Quality 5: JSON becomes a tenth smaller than with gzip, in the same time. The window covers most pages. */
function toBrotli(bytes: Buffer): Promise<Buffer> {
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 19,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** Null for none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  return typeof header === 'string' ? negotiate<Encoding>(header, [...encodings]) : null
}

/** A serialised body that is compressed at most once for each encoding. */
export interface CachedBody {
  readonly bytes: Buffer
  /** Null when it is sent uncompressed. */
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
