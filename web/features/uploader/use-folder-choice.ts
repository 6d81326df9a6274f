import type { Dispatch } from 'react'
import { useAbortable } from '../../state/use-abortable.ts'
import {
  type FolderFile,
  filterFolder,
  maxFolderFiles,
  pickedFiles,
  tooManyInFolder,
} from './chosen-folder.ts'
import { DropError, filesOfDrop } from './dropped-folder.ts'
import type { UploaderEvent } from './uploader-state.ts'
import { zipFailed } from './zip-folder.ts'

/**
 * Reads a folder from the folder picker (`choose`) or from a drop, and dispatches the outcome. `onChosen`: called before a
 * valid folder is dispatched. `stop` aborts the reading of a drop, as unmounting and another choice do.
 */
export function useFolderChoice(dispatch: Dispatch<UploaderEvent>, onChosen: () => void) {
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
