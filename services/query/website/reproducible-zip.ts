import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The earliest time that a zip can store; it has no time zone. */
const mtime = new Date(1980, 0, 1)

/**
 * Creates a reproducible zip: sorted by name, with a fixed time, and not compressed, as versions of zlib compress
 * differently. `files`: by their path in the zip.
 */
export async function reproducibleZip(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    zip.addBuffer(bytes, name, { mtime, mode: 0o100644, compress: false, forceDosTimestamp: true })
  zip.end()
  return buffer(zip.outputStream)
}
