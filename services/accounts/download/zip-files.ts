import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { OwnFile } from './own-files.ts'

/**
 * A zip of these files, of which one at a time is in memory. Of the same files and `at` it is the same, byte for byte,
 * so that its length can be found before it is sent: a storage wants to know that, and a file on the disk would outlive
 * a process that is killed.
 */
export function zipOf(files: readonly OwnFile[], at: Date): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error: Error) => out.destroy(error))
  zip.outputStream.pipe(out)
  for (const { name, read } of files) {
    zip.addReadStreamLazy(name, { mtime: at }, (give) => {
      // Nobody reads any more.
      if (out.destroyed) return
      read().then(
        (content) => {
          const stream = new PassThrough()
          stream.end(content)
          give(null, stream)
        },
        (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    })
  }
  zip.end()
  return out
}

/** Bytes of all that a stream gives. */
export async function lengthOf(stream: Readable): Promise<number> {
  let length = 0
  for await (const chunk of stream) length += Buffer.byteLength(chunk)
  return length
}
