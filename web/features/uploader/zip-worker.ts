import { fileKind } from '@stepledger/contracts/packs/pack-files.ts'
import JSZip from 'jszip'

/** A fixed date makes zips deterministic; it is the earliest that the format supports. */
const noDate = new Date('1980-01-01T00:00:00Z')
/** The zip is collected in blobs of this many bytes, which the browser may keep on disk. */
const partBytes = 8 * 1024 ** 2
/** Minimum time between two progress messages, ms. */
const progressInterval = 50

self.addEventListener('message', ({ data }: MessageEvent<ZipOrder>) => {
  zipFiles(data).then(
    (zip) => post({ kind: 'zip', zip }),
    () => post({ kind: 'failed' }),
  )
})

function post(answer: ZipAnswer) {
  self.postMessage(answer)
}

function zipFiles({ files }: ZipOrder): Promise<Blob> {
  const zip = new JSZip()
  for (const { path, file } of files) {
    // Images are already compressed.
    const compression = fileKind(path) === 'image' ? 'STORE' : 'DEFLATE'
    zip.file(path, file, { compression, createFolders: false, date: noDate })
  }
  const parts: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let pending = 0
  const close = () => {
    parts.push(new Blob(chunks))
    chunks = []
    pending = 0
  }
  const reportProgress = progressReporter(files)
  return new Promise((resolve, reject) => {
    zip
      .generateInternalStream({ type: 'uint8array', streamFiles: false })
      .on('data', (chunk, { currentFile, percent }) => {
        chunks.push(new Uint8Array(chunk))
        pending += chunk.length
        if (pending >= partBytes) close()
        reportProgress(currentFile, percent)
      })
      .on('error', reject)
      .on('end', () => {
        close()
        resolve(new Blob(parts, { type: 'application/zip' }))
      })
      .resume()
  })
}

/** Reports the number of finished files, derived from `percent`, in which all files weigh the same. */
function progressReporter(files: ZipOrder['files']) {
  let postedAt = 0
  let done = 0
  let bytes = 0
  return (current: string | null, percent: number) => {
    // `percent` also grows within a file; the epsilon compensates for rounding.
    const passed = Math.min(files.length, Math.floor((percent / 100) * files.length + 1e-6))
    for (; done < passed; done += 1) bytes += files[done]?.file.size ?? 0
    const now = performance.now()
    if (now - postedAt < progressInterval) return
    postedAt = now
    post({ kind: 'progress', progress: { files: done, bytes, current: current ?? '' } })
  }
}

export interface ZipOrder {
  readonly files: readonly { readonly path: string; readonly file: File }[]
}

export interface ZipProgress {
  readonly files: number
  /** Their uncompressed size. */
  readonly bytes: number
  readonly current: string
}

/** A message from the worker; `zip` and `failed` are final. */
export type ZipAnswer =
  | { readonly kind: 'progress'; readonly progress: ZipProgress }
  | { readonly kind: 'zip'; readonly zip: Blob }
  | { readonly kind: 'failed' }
