import type { ByteRange } from './storage.ts'

/** Allowed content types by key extension. Nothing that a browser would execute. */
const contentTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ogg: 'audio/ogg',
  zip: 'application/zip',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
  'csv.gz': 'application/gzip',
  bin: 'application/octet-stream',
}

/** Maximum size of a file, bytes. S3 allows 5 GiB per PUT. */
export const maxFileBytes = 2 * 1024 ** 3
const maxSignedSeconds = 7 * 24 * 3600

/** Dots and = only in the last segment, so that no file has the path of a folder. */
const shape = /^(?:[a-z0-9_-]{1,64}\/){0,6}[a-z0-9_=-]{1,128}\.((?:csv\.)?[a-z]{1,8})$/

/** Throws RangeError. `size`: of the file, bytes. */
export function checkRange({ start, end }: ByteRange, size: number): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start || end >= size)
    throw new RangeError(`range: ${start}–${end} does not lie within ${size} bytes`)
}

/** Null for an invalid key. */
export function contentTypeOf(key: string): string | null {
  const ending = key.length <= 512 ? shape.exec(key)?.[1] : undefined
  return (ending !== undefined && Object.hasOwn(contentTypes, ending) && contentTypes[ending]) || null
}

/** Throws RangeError. */
export function checkedContentType(key: string): string {
  const type = contentTypeOf(key)
  if (type === null)
    throw new RangeError(
      `key: "${key.slice(0, 600)}" is invalid: it must be lower-case letters, digits, -, _ and =, in parts separated by /, ending in one of ${Object.keys(contentTypes).join(', ')}`,
    )
  return type
}

/** Throws RangeError. */
export function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0 || size > maxFileBytes)
    throw new RangeError(`size: must be from 0 to ${maxFileBytes} bytes, not ${size}`)
}

/** Throws RangeError. */
export function checkPrefix(prefix: string): void {
  if (!/^[a-z0-9_=./-]{0,512}$/.test(prefix) || prefix.includes('..') || prefix.startsWith('/'))
    throw new RangeError('prefix: must be the beginning of a key')
}

/** Throws RangeError. */
export function checkSeconds(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxSignedSeconds)
    throw new RangeError(`seconds: must be from 1 to ${maxSignedSeconds}, not ${seconds}`)
}
