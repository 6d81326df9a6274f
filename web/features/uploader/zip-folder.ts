import type { FolderFile } from './chosen-folder.ts'
import type { ZipAnswer, ZipOrder, ZipProgress } from './zip-messages.ts'

export const zipFailed = 'Error processing files. Please try again or check that your files are valid.'

/** Zips files in a worker to keep the page responsive. Rejects when a file can't be read or `signal` aborts. */
export function zipFolder(
  files: readonly FolderFile[],
  onProgress: (progress: ZipProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('./zip-worker.ts', import.meta.url), { type: 'module' })
  const zipped = new Promise<Blob>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.addEventListener('error', () => reject(new Error(zipFailed)), { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<ZipAnswer>) => {
      if (data.kind === 'progress') onProgress(data.progress)
      else if (data.kind === 'zip') resolve(data.zip)
      else reject(new Error(zipFailed))
    })
    const request: ZipOrder = { files: files.map(({ path, file }) => ({ path, file })) }
    worker.postMessage(request)
  })
  return zipped.finally(() => worker.terminate())
}
