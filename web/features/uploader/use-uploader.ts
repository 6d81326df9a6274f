import {
  cancelPackUpload,
  createPackUpload,
  listPackUploads,
} from '@stepledger/contracts/http/pack-uploads.ts'
import { maxZipBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { SendError, sendFile } from '../../api/send-file.ts'
import { readKey, useCall } from '../../api/use-call.ts'
import {
  chooseOnePack,
  type FolderFile,
  filterFolder,
  maxFolderFiles,
  pickedFiles,
  tooManyFiles,
} from './chosen-folder.ts'
import { DropError, filesOfDrop } from './dropped-folder.ts'
import { canProcess, empty, isBusy, nextState } from './uploader-state.ts'
import { zipFailed, zipFolder } from './zip-folder.ts'
import type { ZipProgress } from './zip-messages.ts'

/** The uploader's state, and what its buttons do. What is under way ends when the page is left. */
export function useUploader() {
  const call = useCall()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(nextState, empty)
  const work = useRef<AbortController | null>(null)
  useEffect(() => () => work.current?.abort(), [])

  /** Gives up what was under way before. */
  const begin = (): AbortSignal => {
    work.current?.abort()
    work.current = new AbortController()
    return work.current.signal
  }
  const listAgain = () => queries.invalidateQueries({ queryKey: readKey(listPackUploads) })

  const take = (files: readonly FolderFile[]) => {
    const folder = filterFolder(files)
    if (folder) dispatch({ type: 'chosen', folder })
    else dispatch({ type: 'refused', problem: { text: 'The folder is empty.' } })
  }

  const choose = (list: FileList) => {
    if (isBusy(state)) return
    begin()
    if (list.length > maxFolderFiles) {
      dispatch({ type: 'cleared' })
      dispatch({ type: 'refused', problem: { text: tooManyFiles } })
    } else if (list.length > 0) take(pickedFiles(list))
  }

  const drop = async (entries: readonly FileSystemEntry[]) => {
    const signal = begin()
    dispatch({ type: 'reading' })
    try {
      const files = await filesOfDrop(entries, signal)
      if (!signal.aborted) take(files)
    } catch (error) {
      const text = error instanceof DropError ? error.message : zipFailed
      if (!signal.aborted) dispatch({ type: 'refused', problem: { text } })
    }
  }

  const process = async () => {
    dispatch({ type: 'process' })
    if (state.step !== 'chosen' || !canProcess(state)) return
    const signal = begin()
    try {
      const onProgress = (progress: ZipProgress) => dispatch({ type: 'zipping', progress })
      const zip = await zipFolder(state.folder.chosen.files, onProgress, signal)
      if (zip.size <= maxZipBytes) return dispatch({ type: 'zipped', zip })
      const text = `The zip has ${sizeText(zip.size)}; a pack may have ${sizeText(maxZipBytes)}. ${chooseOnePack}`
      dispatch({ type: 'failed', problem: { text } })
    } catch {
      if (!signal.aborted) dispatch({ type: 'failed', problem: { text: zipFailed } })
    }
  }

  const upload = async () => {
    if (state.step !== 'zipped' || !canProcess(state)) return
    const { name, zip } = state
    const signal = begin()
    dispatch({ type: 'upload' })
    let id: string | null = null
    try {
      const body = { filename: `${name.trim()}.zip`, contentType: 'application/zip', size: zip.size } as const
      const address = await call(createPackUpload, { body }, signal)
      id = address.upload.id
      void listAgain()
      await sendFile(
        address,
        zip,
        (sent) => dispatch({ type: 'sending', sent, at: performance.now() }),
        signal,
      )
      dispatch({ type: 'sent', upload: address.upload })
    } catch (error) {
      // An address that is given up would count among the open uploads for hours.
      if (id !== null) await call(cancelPackUpload, { params: { id } }).catch(() => undefined)
      if (!signal.aborted) dispatch({ type: 'failed', problem: uploadProblem(error) })
    }
    await listAgain()
  }

  const clear = () => {
    work.current?.abort()
    dispatch({ type: 'cleared' })
  }

  /** Takes back what the server has; that it is done already is said. */
  const cancelSent = async () => {
    if (state.step !== 'sent') return
    const { id } = state.upload
    try {
      dispatch({ type: 'followed', upload: await call(cancelPackUpload, { params: { id } }) })
    } catch (error) {
      dispatch({ type: 'failed', problem: errorText(error, 'Failed to cancel the upload') })
    }
    await listAgain()
  }

  return { state, dispatch, choose, drop, process, upload, cancelSent, clear }
}

function uploadProblem(error: unknown): ErrorText {
  if (error instanceof SendError) return { text: error.message }
  return errorText(error, 'Failed to upload pack. Please try again.')
}
