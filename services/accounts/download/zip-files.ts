import { PassThrough, type Readable } from 'node:stream'
import { asError } from '@stepledger/contracts/error-message.ts'
import { ZipFile } from 'yazl'
import type { OwnFile } from './own-files.ts'

/**
 * Streams a zip with one file in memory at a time. Deterministic for the same files and `at`, so that a first pass can
 * compute the length that the storage needs, without a temporary file that would survive a crash.
 */
export function zipOf(files: readonly OwnFile[], at: Date): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error: Error) => out.destroy(error))
  zip.outputStream.pipe(out)
  for (const { name, read } of files) {
    zip.addReadStreamLazy(name, { mtime: at }, (addStream) => {
      // The reader has disconnected.
      if (out.destroyed) return
      read().then(
        (content) => {
          const stream = new PassThrough()
          stream.end(content)
          addStream(null, stream)
        },
        (error: unknown) => out.destroy(asError(error)),
      )
    })
  }
  zip.end()
  return out
}

/** Length of a stream, bytes. */
export async function lengthOf(stream: Readable): Promise<number> {
  let length = 0
  for await (const chunk of stream) length += Buffer.byteLength(chunk)
  return length
}
