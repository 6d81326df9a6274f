import { createHash } from 'node:crypto'
import { maxFileBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { LeftOut, ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { ArchiveFolder, ArchiveSong } from '../archive/open-pack.ts'
import { chooseSongPicture } from '../images/choose-pictures.ts'
import type { PictureKind, Variant, VariantMaker } from '../images/variants.ts'
import type { Chart } from '../simfile/read-chart.ts'
import { readSimfile, type Simfile } from '../simfile/read-simfile.ts'
import { faultText, SimfileError, simfileLimits } from '../simfile/simfile-error.ts'
import type { MediaFile, SongContent } from './pack-part.ts'

/** A song with the files to store, or why it is left out. */
type ReadSong =
  | { readonly song: SongContent; readonly media: readonly MediaFile[]; readonly cells: number }
  | { readonly skipped: readonly LeftOut[]; readonly cells: number }

/** Reads a song of a pack. Throws PackError when the zip is inconsistent. */
export async function readSong(
  folder: ArchiveSong,
  pack: ArchiveFolder,
  variants: VariantMaker,
): Promise<ReadSong> {
  const read = await simfileOf(folder)
  if ('reason' in read) return { skipped: [{ name: folder.folder, reason: read.reason }], cells: 0 }
  const { simfile, path } = read
  const leftOut: LeftOut[] = simfile.broken.map((chart) => ({
    name: path,
    reason: `chart ${chart.index + 1}: ${faultText(chart)}`,
  }))
  const charts: ProcessedChart[] = []
  const steps: MediaFile[] = []
  for (const chart of simfile.charts) {
    // Controls the lights of a cabinet; it can't be played.
    if (chart.stepsType === 'lights-cabinet') continue
    if (chart.hash.hash === null)
      leftOut.push({ name: path, reason: `${nameOf(chart)}: ${chart.hash.reason}` })
    else {
      const file = stepsFile(chart)
      steps.push(file)
      charts.push({ ...chart, hash: chart.hash.hash, steps: file.sha256 })
    }
  }
  if (charts.length === 0) {
    return {
      skipped: [
        { name: folder.folder, reason: 'it has no chart that can be read' },
        ...within(folder, leftOut),
      ],
      cells: simfile.cells,
    }
  }
  const pictures = await picturesOf(simfile, folder, pack, variants)
  leftOut.push(...pictures.flatMap((made) => made.leftOut))
  const [banner, background, jacket] = pictures
  return {
    song: {
      folder: cleanText(folder.folder),
      ...simfile.texts,
      title: simfile.texts.title || cleanText(folder.folder),
      banner: banner?.picture ?? null,
      background: background?.picture ?? null,
      jacket: jacket?.picture ?? null,
      charts,
      leftOut,
    },
    media: [...steps, ...pictures.flatMap((made) => made.media)],
    cells: simfile.cells,
  }
}

/** Chooses the simfile of a folder: readable before unreadable, then `.ssc` before `.sm`. */
async function simfileOf(
  folder: ArchiveSong,
): Promise<{ simfile: Simfile; path: string } | { reason: string }> {
  const named = (ending: string) => folder.files.filter(({ path }) => path.toLowerCase().endsWith(ending))
  let reason = 'no .sm or .ssc file in the folder'
  for (const kind of ['ssc', 'sm'] as const) {
    for (const { path, size } of named(`.${kind}`)) {
      if (size > simfileLimits.bytes) {
        reason = `${path}: it is larger than ${sizeText(simfileLimits.bytes)}`
        continue
      }
      try {
        return { simfile: readSimfile(await folder.read(path, simfileLimits.bytes), kind), path }
      } catch (error) {
        if (!(error instanceof SimfileError)) throw error
        reason = `${path}: ${error.message}`
      }
    }
  }
  return { reason }
}

const kinds = ['banner', 'background', 'jacket'] as const satisfies readonly PictureKind[]

async function picturesOf(
  simfile: Simfile,
  folder: ArchiveSong,
  pack: ArchiveFolder,
  variants: VariantMaker,
): Promise<MadePicture[]> {
  const files = { song: folder.files.map(({ path }) => path), pack: pack.files.map(({ path }) => path) }
  const made: MadePicture[] = []
  for (const kind of kinds) {
    const chosen = chooseSongPicture(kind, simfile.pictures[kind] || undefined, files)
    const from = chosen?.in === 'pack' ? pack : folder
    made.push(
      chosen
        ? await makePicture(variants, kind, chosen.path, (limit) => from.read(chosen.path, limit))
        : noPicture,
    )
  }
  return made
}

function stepsFile({ steps }: Chart): MediaFile {
  const bytes = Buffer.from(JSON.stringify(steps))
  return { sha256: createHash('sha256').update(bytes).digest('hex'), ending: 'json', bytes }
}

function nameOf({ stepsType, difficulty }: Chart): string {
  return `${stepsType} ${difficulty}`
}

function within({ folder }: ArchiveSong, leftOut: readonly LeftOut[]): LeftOut[] {
  return leftOut.map(({ name, reason }) => ({ name: `${folder}/${name}`, reason }))
}

/** The variants of a picture and their files, or why there are none. */
interface MadePicture {
  readonly picture: Picture | null
  readonly media: readonly MediaFile[]
  readonly leftOut: readonly LeftOut[]
}

export const noPicture: MadePicture = { picture: null, media: [], leftOut: [] }

/** Makes the variants of a picture. `path`: its name in a report of an unusable file. */
export async function makePicture(
  { make }: Pick<VariantMaker, 'make'>,
  kind: PictureKind,
  path: string,
  read: (limit: number) => Promise<Buffer>,
): Promise<MadePicture> {
  const made = await make(await read(maxFileBytes), kind)
  if ('skipped' in made) return { ...noPicture, leftOut: [{ name: path, reason: made.skipped }] }
  const sized = (size: Variant['size']) =>
    made.variants
      .filter((variant) => variant.size === size)
      .map(({ format, width, height, name }) => ({ format, sha256: hashIn(name), width, height }))
  return {
    picture: { original: sized('original'), md: sized('md'), sm: sized('sm') },
    media: made.variants.map(({ name, format, bytes }) => ({ sha256: hashIn(name), ending: format, bytes })),
    leftOut: [],
  }
}

function hashIn(name: string): string {
  return name.slice(0, name.indexOf('.'))
}
