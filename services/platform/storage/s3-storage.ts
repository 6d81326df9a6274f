import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { isTransient } from '../database/transient-errors.ts'
import type { S3Address } from './s3-address.ts'
import {
  exactly,
  type ListedFile,
  type SizedStream,
  type Storage,
  StorageUnavailableError,
} from './storage.ts'
import { checkedContentType, checkPrefix, checkRange, checkSeconds, checkSize } from './storage-key.ts'

interface S3StorageOptions extends S3Address {
  readonly now: () => number
  /**
   * Called once at the start if S3 does not answer, or there are no credentials; each later use tries again. Without it
   * this is an error.
   */
  readonly onAway?: (reason: string) => void
}

/** Timeout of an attempt until S3 begins to answer, ms: without a body, and with one in memory. */
const answerMs = { requestTimeout: 5_000 }
const storedMs = { requestTimeout: 15_000 }
/** Timeout of a connection on which no byte passes, ms. A reader or a source of a file may pause. */
const idleMs = 60_000

/**
 * Stores files in a bucket. Throws if the bucket is missing or not accessible, and StorageUnavailableError without
 * `onAway` if S3 is unavailable.
 */
export async function s3Storage({
  bucket,
  now,
  onAway = refuse,
  ...address
}: S3StorageOptions): Promise<Storage> {
  const { endpoint, region, credentials } = address
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000, throwOnRequestTimeout: true, socketTimeout: idleMs },
    // Not every S3 implementation supports the SDK's checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (Key: string) => ({ Bucket: bucket, Key })
  const errors = s3Errors(endpoint ?? `AWS (${region})`)
  const { answered, orNull } = errors
  const away = await checkBucket(client, bucket, errors)
  if (away !== null) onAway(away)

  return {
    async put(key, body) {
      const ContentType = checkedContentType(key)
      const size = Buffer.isBuffer(body) ? body.length : body.size
      checkSize(size)
      const put = (Body: Buffer | Readable, options: { abortSignal: AbortSignal } | typeof storedMs) =>
        answered(
          client.send(new PutObjectCommand({ ...at(key), Body, ContentLength: size, ContentType }), options),
        )
      if (Buffer.isBuffer(body)) await put(body, storedMs)
      else await sending(body, (stream, abortSignal) => put(stream, { abortSignal }))
    },
    async get(key, range) {
      const contentType = checkedContentType(key)
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await orNull(client.send(new GetObjectCommand({ ...at(key), Range }), answerMs)).catch(
        explained,
      )
      if (!found) return null
      const { Body, ContentLength, ContentRange, LastModified } = found
      if (!(Body instanceof Readable) || ContentLength === undefined)
        throw new Error(`S3 returned ${key} without a body or its length`)
      const size = range ? Number(ContentRange?.split('/')[1]) : ContentLength
      try {
        if (range) checkRange(range, size)
      } catch (error) {
        Body.destroy()
        throw error
      }
      return { stream: Body, size, contentType, modifiedAt: LastModified ?? new Date(0) }
    },
    async head(key) {
      const contentType = checkedContentType(key)
      const found = await orNull(client.send(new HeadObjectCommand(at(key)), answerMs))
      return (
        found && {
          size: found.ContentLength ?? 0,
          contentType,
          modifiedAt: found.LastModified ?? new Date(0),
        }
      )
    },
    async delete(key) {
      checkedContentType(key)
      await answered(client.send(new DeleteObjectCommand(at(key)), answerMs))
    },
    list(prefix) {
      checkPrefix(prefix)
      return pages(client, bucket, prefix, errors)
    },
    async signPut(key, size, seconds) {
      const ContentType = checkedContentType(key)
      if (size !== null) checkSize(size)
      checkSeconds(seconds)
      const length = size === null ? {} : { ContentLength: size }
      const command = new PutObjectCommand({ ...at(key), ContentType, ...length })
      const url = await getSignedUrl(client, command, {
        expiresIn: seconds,
        signingDate: new Date(now()),
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      })
      return { url, headers: { 'content-type': ContentType } }
    },
    receive: null,
    close: async () => client.destroy(),
  }
}

function refuse(reason: string): never {
  throw new StorageUnavailableError(reason)
}

async function sending(
  { stream, size }: SizedStream,
  put: (body: Readable, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const body = exactly(size)
  const aborting = new AbortController()
  // S3 would wait for the missing bytes of a failed stream.
  const fed = pipeline(stream, body).catch((error: unknown) => {
    aborting.abort()
    throw error
  })
  const sent = put(body, aborting.signal).catch((error: unknown) => {
    body.destroy()
    throw error
  })
  const [feeding, sending] = await Promise.allSettled([fed, sent])
  // The stream's error names the cause; the request's abort error does not.
  if (feeding.status === 'rejected' && aborting.signal.aborted && sending.status === 'rejected') {
    throw isAbort(sending.reason) ? feeding.reason : sending.reason
  }
  if (sending.status === 'rejected') throw sending.reason
  if (feeding.status === 'rejected') throw feeding.reason
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

async function* pages(
  client: S3Client,
  bucket: string,
  prefix: string,
  { answered }: S3Errors,
): AsyncIterable<ListedFile> {
  let from: string | undefined
  do {
    const page = await answered(
      client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: from }),
        answerMs,
      ),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
    }
    from = page.NextContinuationToken
  } while (from !== undefined)
}

/** Returns why S3 cannot be used at this moment, or null. Throws if the bucket is missing or not accessible. */
async function checkBucket(client: S3Client, bucket: string, { awayText }: S3Errors): Promise<string | null> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), answerMs)
    return null
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === 404) throw new Error(`STORAGE_URL: there is no bucket ${bucket}`)
    if (status === 403) throw new Error(`STORAGE_URL: the bucket ${bucket} is not open to these credentials`)
    if (error instanceof Error && error.name === 'CredentialsProviderError')
      return 'no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
    return awayText(error)
  }
}

/** Maps the error of a range that starts beyond the end. S3 truncates a range that only ends beyond it. */
function explained(error: unknown): never {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416)
    throw new RangeError('range: does not lie within the file', { cause: error })
  throw error
}

/** Error handling of requests to one S3. */
interface S3Errors {
  /** Maps errors of a connection, timeouts and failures of S3 itself to StorageUnavailableError. */
  answered<T>(answer: Promise<T>): Promise<T>
  /** Like `answered`; null if there is no such file. */
  orNull<T>(answer: Promise<T>): Promise<T | null>
  awayText(error: unknown): string
}

/** `address` names S3 in the messages. */
function s3Errors(address: string): S3Errors {
  // Without the prefix that the SDK gives to its timeouts.
  const awayText = (error: unknown) =>
    `S3 at ${address} does not answer: ${errorMessage(error).replace(/^@smithy\/[\w-]+ - \[\w+\] /, '')}`
  const answered = async <T>(answer: Promise<T>) => {
    try {
      return await answer
    } catch (error) {
      if (!isAway(error)) throw error
      throw new StorageUnavailableError(awayText(error), { cause: error })
    }
  }
  return {
    awayText,
    answered,
    async orNull(answer) {
      try {
        return await answered(answer)
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
        throw error
      }
    },
  }
}

function isAway(error: unknown): boolean {
  if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 500) >= 500
  return isTransient(error) || (error instanceof Error && error.name === 'TimeoutError')
}
