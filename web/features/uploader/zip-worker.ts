import { fileKind } from '@stepledger/contracts/packs/file-kind.ts'
import JSZip from 'jszip'
import type { ZipAnswer, ZipOrder } from './zip-messages.ts'

/** The same folder gives the same zip; and no earlier day can be written into one. */
const noDate = new Date('1980-01-01T00:00:00Z')
/** A zip is handed to the browser in parts of this many bytes, which it may keep on the disk. */
const partBytes = 8 * 1024 ** 2
/** How often progress is posted to the page, ms. */
const tellEvery = 50

self.addEventListener('message', ({ data }: MessageEvent<ZipOrder>) => {
  zipFiles(data).then(
    (zip) => say({ kind: 'zip', zip }),
    () => say({ kind: 'failed' }),
  )
})

function say(answer: ZipAnswer) {
  self.postMessage(answer)
}

function zipFiles({ files }: ZipOrder): Promise<Blob> {
  const zip = new JSZip()
  for (const { path, file } of files) {
    // Pictures are compressed already.
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
  const tell = teller(files)
  return new Promise((resolve, reject) => {
    zip
      .generateInternalStream({ type: 'uint8array', streamFiles: false })
      .on('data', (chunk, { currentFile, percent }) => {
        chunks.push(new Uint8Array(chunk))
        pending += chunk.length
        if (pending >= partBytes) close()
        tell(currentFile, percent)
      })
      .on('error', reject)
      .on('end', () => {
        close()
        resolve(new Blob(parts, { type: 'application/zip' }))
      })
      .resume()
  })
}

/** Tells how many files are in: `percent` counts them, whatever their size. */
function teller(files: ZipOrder['files']) {
  let postedAt = 0
  let done = 0
  let bytes = 0
  return (current: string | null, percent: number) => {
    // Within the file that is put in `percent` grows as well; the small part keeps rounding from losing one.
    const passed = Math.min(files.length, Math.floor((percent / 100) * files.length + 1e-6))
    for (; done < passed; done += 1) bytes += files[done]?.file.size ?? 0
    const now = performance.now()
    if (now - postedAt < tellEvery) return
    postedAt = now
    say({ kind: 'progress', progress: { files: done, bytes, current: current ?? '' } })
  }
}
