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
  readonly onRename: (name: string) => void
  readonly onUpload: () => void
  readonly onChoose: (files: FileList) => void
  readonly onClear: () => void
}

/** The step after choosing a folder: name and summary. Uploads at once, or zips first, to look at the zip. */
export function ChosenStep({
  name,
  folder,
  onRename,
  onProcess,
  onUpload,
  onChoose,
  onClear,
}: Props & { onProcess: () => void }) {
  const disabled = !canProcess({ name, folder })
  return (
    <>
      <NameField name={name} onChange={onRename} />
      <FolderSummary folder={folder} />
      <div className="flex flex-wrap gap-2">
        <Button size="large" look="primary" disabled={disabled} onClick={onUpload}>
          Upload Pack
        </Button>
        <Button size="large" disabled={disabled} onClick={onProcess}>
          Process Pack
        </Button>
        <FolderButton label={anotherFolder} onChoose={onChoose} />
        <Button size="large" look="ghost" onClick={onClear}>
          Clear
        </Button>
      </div>
      <p className="mute -mt-2 text-sm">Process Pack makes the zip without uploading it.</p>
    </>
  )
}

interface ZippedProps extends Props {
  readonly zip: Blob
}

/** The step after zipping: upload or download the zip. */
export function ZippedStep({ name, folder, zip, onRename, onUpload, onChoose, onClear }: ZippedProps) {
  const named = canProcess({ name, folder })
  return (
    <>
      <NameField name={name} onChange={onRename} />
      <p className="mute text-sm">
        {counted(folder.chosen.files.length, 'file')} in one zip. You can still change the name.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="large" look="primary" disabled={!named} onClick={onUpload}>
          Upload Pack
        </Button>
        <Button size="large" disabled={!named} onClick={() => saveZip(name, zip)}>
          <Icon name="download" /> Download Zip
        </Button>
        <FolderButton label={anotherFolder} onChoose={onChoose} />
        <Button size="large" look="ghost" onClick={onClear}>
          Clear
        </Button>
      </div>
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
