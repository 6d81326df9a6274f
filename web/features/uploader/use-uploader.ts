import {
  cancelPackUpload,
  createPackUpload,
  listPackUploads,
} from '@stepledger/contracts/http/pack-uploads.ts'
import { maxZipBytes, severalPacks, zipTooLarge } from '@stepledger/contracts/packs/pack-limits.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { type Dispatch, useReducer } from 'react'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import type { Call } from '../../api/client.ts'
import { sendFile } from '../../api/send-file.ts'
import { useCall, useRefetch } from '../../api/use-call.ts'
import { useAbortable } from '../../app/use-abortable.ts'
import {
  DropError,
  type FolderFile,
  filesOfDrop,
  filterFolder,
  maxFolderFiles,
  pickedFiles,
  tooManyInFolder,
} from './chosen-folder.ts'
import { canProcess, empty, nextState, type UploaderEvent } from './uploader-state.ts'
import type { ZipAnswer, ZipOrder, ZipProgress } from './zip-worker.ts'

export type Uploader = ReturnType<typeof useUploader>

/** The uploader's state and actions. Work in progress is aborted on unmount, and when another folder is chosen. */
export function useUploader() {
  const call = useCall()
  const refetchReads = useRefetch()
  const [state, dispatch] = useReducer(nextState, empty)
  const { begin, abort } = useAbortable()
  const { choose, drop, stop } = useFolderChoice(dispatch, abort)
  const refetchUploads = () => refetchReads([listPackUploads])
  const fail = (problem: ErrorText) => dispatch({ type: 'failed', problem })

  /** Resolves to the zip, null when there is none. */
  const process = async (): Promise<Blob | null> => {
    dispatch({ type: 'process' })
    if (state.step !== 'chosen' || !canProcess(state)) return null
    const signal = begin()
    try {
      const onProgress = (progress: ZipProgress) => dispatch({ type: 'zipping', progress })
      const zip = await zipFolder(state.folder.chosen.files, onProgress, signal)
      // The abort may come after the zip and before this continuation.
      if (signal.aborted) return null
      if (zip.size <= maxZipBytes) {
        dispatch({ type: 'zipped', zip })
        return zip
      }
      fail({ text: `${zipTooLarge(zip.size)} ${severalPacks}` })
    } catch {
      if (!signal.aborted) fail({ text: zipFailed })
    }
    return null
  }

  const send = async (name: string, zip: Blob) => {
    const signal = begin()
    dispatch({ type: 'upload' })
    try {
      const upload = await uploadZip(call, name, zip, {
        onCreated: () => void refetchUploads(),
        onSent: (sent) => dispatch({ type: 'sending', sent, at: performance.now() }),
        signal,
      })
      dispatch({ type: 'sent', upload })
    } catch (error) {
      if (!signal.aborted) fail(errorText(error, 'Failed to upload pack. Please try again.'))
    }
    await refetchUploads()
  }

  /** Zips the folder first unless that is done. */
  const upload = async () => {
    if ((state.step !== 'chosen' && state.step !== 'zipped') || !canProcess(state)) return
    const { name } = state
    const zip = state.step === 'zipped' ? state.zip : await process()
    if (zip) await send(name, zip)
  }

  const clear = () => {
    abort()
    stop()
    dispatch({ type: 'cleared' })
  }

  /** Cancels the upload on the server; shows an error if it is already done. */
  const cancelSent = async () => {
    if (state.step !== 'sent') return
    const { id } = state.upload
    try {
      dispatch({ type: 'followed', upload: await call(cancelPackUpload, { params: { id } }) })
    } catch (error) {
      fail(errorText(error, 'Failed to cancel the upload'))
    }
    await refetchUploads()
  }

  return { state, dispatch, choose, drop, process, upload, cancelSent, clear }
}

interface Options {
  readonly onCreated: () => void
  readonly onSent: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Uploads the zip of a pack. Cancels the upload on the server after a failure. Throws CallError, ShownError. */
async function uploadZip(
  call: Call,
  name: string,
  zip: Blob,
  { onCreated, onSent, signal }: Options,
): Promise<PackUpload> {
  const body = { filename: `${name.trim()}.zip`, contentType: 'application/zip', size: zip.size } as const
  const address = await call(createPackUpload, { body }, signal)
  const { upload } = address
  onCreated()
  try {
    await sendFile(address, zip, onSent, signal)
    return upload
  } catch (error) {
    // An unused address would count as an open upload for hours.
    await call(cancelPackUpload, { params: { id: upload.id } }).catch(() => undefined)
    throw error
  }
}

/**
 * Reads a folder from the folder picker (`choose`) or from a drop, and dispatches the outcome. `onChosen`: called before a
 * valid folder is dispatched. `stop` aborts the reading of a drop, as unmounting and another choice do.
 */
function useFolderChoice(dispatch: Dispatch<UploaderEvent>, onChosen: () => void) {
  const { begin, abort: stop } = useAbortable()
  const refuse = (text: string) => dispatch({ type: 'refused', problem: { text } })
  const accept = (files: readonly FolderFile[]) => {
    const folder = filterFolder(files)
    if (folder === null) return refuse('That folder is empty.')
    onChosen()
    dispatch({ type: 'chosen', folder })
  }

  const choose = (list: FileList) => {
    stop()
    if (list.length > maxFolderFiles) refuse(tooManyInFolder)
    else if (list.length > 0) accept(pickedFiles(list))
  }

  const drop = async (entries: readonly FileSystemEntry[]) => {
    const signal = begin()
    dispatch({ type: 'reading' })
    try {
      const files = await filesOfDrop(entries, signal)
      if (!signal.aborted) accept(files)
    } catch (error) {
      if (!signal.aborted) refuse(error instanceof DropError ? error.message : zipFailed)
    }
  }

  return { choose, drop, stop }
}

const zipFailed = 'Error processing files. Please try again or check that your files are valid.'

/** Zips files in a worker to keep the page responsive. Rejects when a file can't be read or `signal` aborts. */
function zipFolder(
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
