import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { addPack, getOperatedUpload } from '@stepledger/contracts/http/operated-packs.ts'
import { choosePackFiles, noChartFiles, type PackFile } from '@stepledger/contracts/packs/pack-files.ts'
import {
  maxPackEntries,
  maxZipBytes,
  packName,
  tooManyFiles,
  zipTooLarge,
} from '@stepledger/contracts/packs/pack-limits.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import yazl from 'yazl'
import { type ActionServer, RefusedError } from './actions/action-server.ts'
import { Command, type CommandContext } from './command.ts'
import { CommandFailedError, exitCodes } from './exit-codes.ts'
import { counted, printable } from './format-text.ts'
import { addActingOptions } from './options.ts'
import type { Output } from './output.ts'

interface Options {
  readonly as?: string
  readonly reason?: string
}

/** Interval of asking for the state of an upload, ms. */
const pollMs = 200

/** `pack add`, which no route makes, as it sends a file and follows what becomes of it. */
export function addCommand({ output, runAction }: CommandContext): Command {
  const command = new Command('add')
    .description('add packs to the catalogue')
    .argument('<pack...>', 'folders or zips of packs; the file name is the name of the pack')
    .option('--json', 'print one JSON document')
    .notes(`
Of a folder, charts and images are sent, no audio, like on the upload page. A pack with an existing
name is updated. Interrupting this command does not undo what was sent. Exits with 1 when a pack was
rejected.`)
  addActingOptions(command)
  return command.action((given: readonly string[], options: Options) =>
    runAction(addPack, options, async (server) => {
      const uploads: PackUpload[] = []
      for (const one of given) {
        try {
          uploads.push(await follow(server, await send(server, one, options, output), output))
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error
          output.printStderr(printable(error.message))
        }
      }
      const fine = uploads.length === given.length && uploads.every(({ state }) => state === 'ready')
      const code = fine ? exitCodes.fine : exitCodes.wrong
      return { document: uploads, text: uploads.flatMap(linesOf), code }
    }),
  )
}

/** Sends a pack, a folder or a zip. Returns the id of its upload. Throws RefusedError. */
async function send(
  server: ActionServer,
  given: string,
  { reason }: Options,
  { signal, progress }: Output,
): Promise<string> {
  const place = resolve(given)
  const found = await stat(given)
  const named = packName.safeParse(basename(place).replace(/\.zip$/i, ''))
  if (!named.success) throw new RefusedError(`${given}: ${named.error.issues[0]?.message}`)
  const name = named.data
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-pack-'))
  try {
    let zip = place
    if (found.isDirectory()) {
      zip = join(folder, 'pack.zip')
      await zipFolder(place, zip)
    } else if (!/\.zip$/i.test(place)) throw new RefusedError(`${given}: is neither a folder nor a .zip`)
    const { size } = await stat(zip)
    if (size > maxZipBytes) throw new RefusedError(`${given}: ${zipTooLarge(size)}`)
    const body = { input: { name, size }, reason }
    const { done } = addPack.answer.parse(await server.call(addPack, { address: addPack.path, body }))
    if (done === null) throw new Error(`${addPack.name}: nothing was done`)
    progress({ what: `Sending ${printable(name)}` })
    const sent = await fetch(new URL(done.url, server.url), {
      method: 'PUT',
      headers: { ...done.headers, 'content-length': String(size) },
      body: createReadStream(zip),
      duplex: 'half',
      signal,
    }).catch((cause: unknown) => {
      throw new CommandFailedError(`${given}: could not be sent to ${new URL(done.url, server.url).host}`, {
        cause,
      })
    })
    if (!sent.ok) throw new CommandFailedError(`${given}: was refused with status ${sent.status}`)
    return done.upload
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Resolves once the upload is processed or rejected. */
async function follow(server: ActionServer, id: string, { signal, progress }: Output): Promise<PackUpload> {
  for (;;) {
    const address = getOperatedUpload.path.replace(':id', id)
    const upload = getOperatedUpload.answer.parse(await server.call(getOperatedUpload, { address }))
    const { name, state, songsDone, songs } = upload
    if (state !== 'issued' && state !== 'waiting' && state !== 'processing') return upload
    progress(
      songs
        ? { what: `Processing ${printable(name)}`, done: songsDone, of: songs, unit: 'songs' }
        : { what: `Waiting for ${printable(name)}` },
    )
    await sleep(pollMs, undefined, { signal })
  }
}

function linesOf({ name, packId, result }: PackUpload): string[] {
  const pack = printable(name)
  const leftOut = (result?.leftOut ?? []).map(
    (left) => `  left out: ${printable(left.name)}: ${printable(left.reason)}`,
  )
  if (!result) return [`${pack}: cancelled.`]
  if ('reason' in result) return [`${pack}: rejected. ${result.reason} ${result.advice}`, ...leftOut]
  const { songs, charts } = result
  return [`${pack}: pack ${packId}, ${counted(songs, 'song')}, ${counted(charts, 'chart')}.`, ...leftOut]
}

/** A file of a pack folder. `path`: within the pack, starting with its name. `place`: path on disk. */
interface FolderFile extends PackFile {
  readonly place: string
}

/** Zips the files of a pack folder that belong to a pack, like the upload page, into a new file. Throws RefusedError. */
async function zipFolder(folder: string, zip: string): Promise<void> {
  const chosen = choosePackFiles(await filesIn(folder))
  if (chosen.songs.length === 0) throw new RefusedError(`${folder}: ${noChartFiles}`)
  const writer = new yazl.ZipFile()
  const writing = pipeline(writer.outputStream, createWriteStream(zip, { flags: 'wx' }))
  // An unreadable file fails the pipeline.
  writer.on('error', (error: Error) => writer.outputStream.emit('error', error))
  for (const { place, path } of chosen.files) writer.addFile(place, path)
  writer.end()
  await writing
}

async function filesIn(folder: string): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  if (entries.length > maxPackEntries) throw new RefusedError(tooManyFiles(folder, entries.length))
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    const path = [basename(folder), ...relative(folder, place).split(sep)].join('/')
    found.push({ place, path, size: (await stat(place)).size })
  }
  return found
}
