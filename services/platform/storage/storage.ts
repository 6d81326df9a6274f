import { type Readable, Transform } from 'node:stream'

interface StoredFile {
  readonly size: number
  readonly contentType: string
  readonly modifiedAt: Date
}

export interface ListedFile {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}

/** A range of bytes, both ends inclusive, within the file. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A stream with its exact length in bytes. */
export interface SizedStream {
  readonly stream: Readable
  readonly size: number
}

/** A presigned URL: accepts one PUT with these headers, from any client, until it expires. */
export interface SignedPut {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The port of file storage. Files are stored under keys (storage-key.ts), whose extension gives the content type.
 * Writes are atomic and replace an existing file. Throws RangeError for an invalid key or size, SizeError for a stream
 * of another length than declared, StorageUnavailableError.
 */
export interface Storage {
  put(key: string, body: Buffer | SizedStream): Promise<void>
  /**
   * Returns null if there is no such file. The caller must read or destroy the stream. With `range` the stream has only
   * these bytes, while `size` is that of the whole file. Throws RangeError if the range is not within the file.
   */
  get(key: string, range?: ByteRange): Promise<(StoredFile & { readonly stream: Readable }) | null>
  head(key: string): Promise<StoredFile | null>
  /** Idempotent: a missing file is no error. */
  delete(key: string): Promise<void>
  /** Lists the files with this key prefix, in bytewise key order. */
  list(prefix: string): AsyncIterable<ListedFile>
  /**
   * Returns a presigned URL for a file of exactly `size` bytes that expires after `seconds`, at most a week. Null: any
   * size up to maxFileBytes, which S3 does not enforce, so check the uploaded file.
   */
  signPut(key: string, size: number | null, seconds: number): Promise<SignedPut>
  /** Receives uploads to URLs on this server, each once; null if URLs point to another host. */
  readonly receive: Receive | null
  close(): Promise<void>
}

/** A PUT to a presigned URL. */
export interface SentFile {
  readonly key: string
  readonly query: Readonly<Record<string, unknown>>
  readonly contentType: string | undefined
  /** Content-Length. */
  readonly size: number
}

interface Receive {
  /** Checks a PUT before its body is read. Throws NotSignedError, SizeError. */
  check(sent: SentFile): Promise<void>
  /** Stores the body. Throws AlreadySentError if the file exists, SizeError. */
  store(key: string, body: SizedStream): Promise<void>
}

/** The storage does not answer, or answers that it cannot serve now. Whether a file was stored is unknown. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}

/** The signature of a PUT is invalid or has expired. */
export class NotSignedError extends Error {
  override readonly name = 'NotSignedError'
}

/** The file exists already; presigned URLs never replace a file. */
export class AlreadySentError extends Error {
  override readonly name = 'AlreadySentError'
}

/** The stream has another length than declared. */
export class SizeError extends Error {
  override readonly name = 'SizeError'
}

/**
 * Passes exactly `size` bytes; a longer or shorter stream fails with SizeError, a longer one before any excess byte is
 * passed.
 */
export function exactly(size: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > size) done(new SizeError(`more than the declared ${size} bytes`))
      else done(null, chunk)
    },
    flush(done) {
      done(passed < size ? new SizeError(`${passed} bytes, not the declared ${size}`) : null)
    },
  })
}
