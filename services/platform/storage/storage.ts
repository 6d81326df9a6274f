import type { Readable } from 'node:stream'

/** A kept file. */
export interface StoredFile {
  readonly size: number
  readonly contentType: string
  readonly modifiedAt: Date
}

export interface ListedFile {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}

/** Bytes of a file, from the first to the last, both included; they lie within it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A stream with its length in bytes, which it must keep. */
export interface SizedStream {
  readonly stream: Readable
  readonly size: number
}

/**
 * An address that takes one file by PUT, from anyone who has it, until it expires. Those headers must be sent with it.
 */
export interface SignedPut {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Keeps files under keys (see storage-key.ts; the ending of a key says its content type). A file is there whole or not
 * at all, and one that is put again is replaced. A key or size beyond the limits is a RangeError, a stream of another
 * length than said a SizeError.
 */
export interface Storage {
  put(key: string, body: Buffer | SizedStream): Promise<void>
  /**
   * Null when there is no such file. Anyone who takes the stream must read or destroy it. Of a `range` the stream has
   * these bytes alone, `size` is that of the whole file; one that does not lie within it is a RangeError.
   */
  get(key: string, range?: ByteRange): Promise<(StoredFile & { readonly stream: Readable }) | null>
  head(key: string): Promise<StoredFile | null>
  /** Also when there is none. */
  delete(key: string): Promise<void>
  /** The files whose keys begin so, in the order of their keys, bytewise. */
  list(prefix: string): AsyncIterable<ListedFile>
  /**
   * An address for a file of exactly this size, in bytes, that expires after `seconds`, a week at most. Null: of any
   * size, up to the largest that is kept; S3 bounds none by itself, so look at what has arrived.
   */
  signPut(key: string, size: number | null, seconds: number): Promise<SignedPut>
  /** Takes what is sent to addresses on this server's own host, each once; null where they lead elsewhere. */
  readonly receive: Receive | null
  close(): Promise<void>
}

/** A PUT to a signed address. */
export interface SentFile {
  readonly key: string
  readonly query: Readonly<Record<string, unknown>>
  readonly contentType: string | undefined
  /** As Content-Length says. */
  readonly size: number
}

export interface Receive {
  /** Checks a PUT before its body is read. Throws NotSignedError, SizeError. */
  check(sent: SentFile): Promise<void>
  /** Stores the body. Throws AlreadySentError when there is a file with this key, SizeError. */
  store(key: string, body: SizedStream): Promise<void>
}

/** A PUT that was not signed so, or no longer is. The message says what is wrong. */
export class NotSignedError extends Error {
  override readonly name = 'NotSignedError'
}

/** A signed address never replaces a file. */
export class AlreadySentError extends Error {
  override readonly name = 'AlreadySentError'
}

/** A stream that is not as long as was said. */
export class SizeError extends Error {
  override readonly name = 'SizeError'
}
