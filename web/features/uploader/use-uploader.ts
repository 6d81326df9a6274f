import {
  cancelPackUpload,
  createPackUpload,
  listPackUploads,
} from '@stepledger/contracts/http/pack-uploads.ts'
import { maxZipBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import { severalPacks, zipTooLarge } from '@stepledger/contracts/packs/pack-problems.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { SendError, sendFile } from '../../api/send-file.ts'
import { readKey, useCall } from '../../api/use-call.ts'
import {
  type FolderFile,
  filterFolder,
  maxFolderFiles,
  pickedFiles,
  tooManyInFolder,
} from './chosen-folder.ts'
import { DropError, filesOfDrop } from './dropped-folder.ts'
import { canProcess, empty, nextState } from './uploader-state.ts'
import { zipFailed, zipFolder } from './zip-folder.ts'
import type { ZipProgress } from './zip-messages.ts'

/** The uploader's state and actions. Work in progress is aborted on unmount, and when another folder is chosen. */
export function useUploader() {
  const call = useCall()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(nextState, empty)
  const work = useRef<AbortController | null>(null)
  const reading = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      work.current?.abort()
      reading.current?.abort()
    },
    [],
  )

  /** Aborts previous work. */
  const begin = (): AbortSignal => {
    work.current?.abort()
    work.current = new AbortController()
    return work.current.signal
  }
  const refetchUploads = () => queries.invalidateQueries({ queryKey: readKey(listPackUploads) })

  const accept = (files: readonly FolderFile[]) => {
    const folder = filterFolder(files)
    if (folder === null) return dispatch({ type: 'refused', problem: { text: 'That folder is empty.' } })
    work.current?.abort()
    dispatch({ type: 'chosen', folder })
  }

  const choose = (list: FileList) => {
    reading.current?.abort()
    if (list.length > maxFolderFiles) dispatch({ type: 'refused', problem: { text: tooManyInFolder } })
    else if (list.length > 0) accept(pickedFiles(list))
  }

  const drop = async (entries: readonly FileSystemEntry[]) => {
    reading.current?.abort()
    reading.current = new AbortController()
    const { signal } = reading.current
    dispatch({ type: 'reading' })
    try {
      const files = await filesOfDrop(entries, signal)
      if (!signal.aborted) accept(files)
    } catch (error) {
      const text = error instanceof DropError ? error.message : zipFailed
      if (!signal.aborted) dispatch({ type: 'refused', problem: { text } })
    }
  }

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
      const text = `${zipTooLarge(zip.size)} ${severalPacks}`
      dispatch({ type: 'failed', problem: { text } })
    } catch {
      if (!signal.aborted) dispatch({ type: 'failed', problem: { text: zipFailed } })
    }
    return null
  }

  /** Zips the folder first unless that is done. */
  const upload = async () => {
    if ((state.step !== 'chosen' && state.step !== 'zipped') || !canProcess(state)) return
    const { name } = state
    const zip = state.step === 'zipped' ? state.zip : await process()
    if (zip) await send(name, zip)
  }

  const send = async (name: string, zip: Blob) => {
    const signal = begin()
    dispatch({ type: 'upload' })
    let id: string | null = null
    try {
      const body = { filename: `${name.trim()}.zip`, contentType: 'application/zip', size: zip.size } as const
      const address = await call(createPackUpload, { body }, signal)
      id = address.upload.id
      void refetchUploads()
      await sendFile(
        address,
        zip,
        (sent) => dispatch({ type: 'sending', sent, at: performance.now() }),
        signal,
      )
      dispatch({ type: 'sent', upload: address.upload })
    } catch (error) {
      // Cancelled, because an unused address would count as an open upload for hours.
      if (id !== null) await call(cancelPackUpload, { params: { id } }).catch(() => undefined)
      if (!signal.aborted) dispatch({ type: 'failed', problem: uploadProblem(error) })
    }
    await refetchUploads()
  }

  const clear = () => {
    work.current?.abort()
    reading.current?.abort()
    dispatch({ type: 'cleared' })
  }

  /** Cancels the upload on the server; shows an error if it is already done. */
  const cancelSent = async () => {
    if (state.step !== 'sent') return
    const { id } = state.upload
    try {
      dispatch({ type: 'followed', upload: await call(cancelPackUpload, { params: { id } }) })
    } catch (error) {
      dispatch({ type: 'failed', problem: errorText(error, 'Failed to cancel the upload') })
    }
    await refetchUploads()
  }

  return { state, dispatch, choose, drop, process, upload, cancelSent, clear }
}

function uploadProblem(error: unknown): ErrorText {
  if (error instanceof SendError) return { text: error.message }
  return errorText(error, 'Failed to upload pack. Please try again.')
}
