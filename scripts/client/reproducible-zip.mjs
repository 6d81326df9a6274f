// @ts-check
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** The first moment that a zip can name, in whatever zone the machine is. */
const mtime = new Date(1980, 0, 1)

/**
 * A zip with the same bytes wherever and whenever it is made: in the order of the names, without the time, and not
 * compressed, as each version of zlib does that in its own way.
 * @param {ReadonlyMap<string, Buffer>} files by their path in the zip
 */
export async function reproducibleZip(files) {
  const zip = new yazl.ZipFile()
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    zip.addBuffer(bytes, name, { mtime, mode: 0o100644, compress: false, forceDosTimestamp: true })
  zip.end()
  return buffer(zip.outputStream)
}
