import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  checksums,
  moduleZip,
  newestClient,
  serverFile,
  serverFileName,
  themeZip,
} from '@stepledger/contracts/game-client/client.ts'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'

/** By path: the folder of the build, and the path in the zip of the file that names this server. */
const zips = {
  [moduleZip]: { folder: 'module', server: `Stepledger/${serverFileName}` },
  [themeZip]: { folder: 'theme', server: `Stepledger/Modules/Stepledger/${serverFileName}` },
}

/**
 * Serves zips of the folders in `dir`, which players install into the game, and their checksums. Each zip also has a file
 * with the address of this server, so that the game knows where to ask for a key. Browsers save zips under a name with the
 * version, which is the name in the checksums.
 */
export async function serveDownloads(app: FastifyInstance, dir: string, publicUrl: string): Promise<void> {
  const sums: string[] = []
  for (const [path, { folder, server }] of Object.entries(zips)) {
    const files = await filesBelow(join(dir, folder))
    // A server that was started without a build.
    if (files === null) continue
    const zip = await reproducibleZip(files.set(server, Buffer.from(serverFile(publicUrl))))
    const name = path.replace(/^.*\/|\.zip$/g, '').concat(`-${newestClient}.zip`)
    sums.push(`${createHash('sha256').update(zip).digest('hex')}  ${name}\n`)
    app.get(path, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-disposition': `attachment; filename="${name}"` })
        .type('application/zip')
        .send(zip),
    )
  }
  if (sums.length === 0) return
  app.get(checksums, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(sums.join('')),
  )
}

/** By their path with slashes; null without the folder. */
async function filesBelow(folder: string): Promise<Map<string, Buffer> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return null
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = paths.map(async (path) => {
    const name = path.slice(join(folder, sep).length).split(sep).join('/')
    return [name, await readFile(path)] as const
  })
  return new Map(await Promise.all(read))
}

/** The earliest time that a zip can store; it has no time zone. */
const mtime = new Date(1980, 0, 1)

/**
 * Creates a reproducible zip: sorted by name, with a fixed time, and not compressed, as versions of zlib compress
 * differently. `files`: by their path in the zip.
 */
async function reproducibleZip(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    zip.addBuffer(bytes, name, { mtime, mode: 0o100644, compress: false, forceDosTimestamp: true })
  zip.end()
  return buffer(zip.outputStream)
}
