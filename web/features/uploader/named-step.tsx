import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ChosenFolder } from './chosen-folder.ts'
import { anotherFolder, FolderButton } from './folder-button.tsx'
import { FolderSummary } from './folder-summary.tsx'
import { NameField } from './name-field.tsx'
import { canProcess } from './uploader-state.ts'

interface Props {
  readonly name: string
  readonly folder: ChosenFolder
  /** Null: not zipped yet. */
  readonly zip: Blob | null
  readonly onRename: (name: string) => void
  readonly onProcess: () => void
  readonly onUpload: () => void
  readonly onChoose: (files: FileList) => void
  readonly onClear: () => void
}

/** The step after choosing a folder, and after zipping it to look at the zip: the name, and what to do next. */
export function NamedStep(props: Props) {
  const { name, folder, zip, onRename, onProcess, onUpload, onChoose, onClear } = props
  const disabled = !canProcess({ name, folder })
  return (
    <>
      <NameField name={name} onChange={onRename} />
      {zip ? (
        <p className="mute text-sm">
          {counted(folder.chosen.files.length, 'file')} in one zip. You can still change the name.
        </p>
      ) : (
        <FolderSummary folder={folder} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="large" variant="primary" disabled={disabled} onClick={onUpload}>
          Upload Pack
        </Button>
        {zip ? (
          <Button size="large" disabled={disabled} onClick={() => saveZip(name, zip)}>
            <Icon name="download" /> Download Zip
          </Button>
        ) : (
          <Button size="large" disabled={disabled} onClick={onProcess}>
            Process Pack
          </Button>
        )}
        <FolderButton label={anotherFolder} onChoose={onChoose} />
        <Button size="large" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </div>
      {!zip && <p className="mute -mt-2 text-sm">Process Pack makes the zip without uploading it.</p>}
    </>
  )
}

/** Delay before the object URL is revoked, ms; the browser may start the download late. */
const revokeDelay = 60_000

function saveZip(name: string, zip: Blob) {
  const address = URL.createObjectURL(zip)
  const link = document.createElement('a')
  link.href = address
  link.download = `${name.trim()}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay)
}
