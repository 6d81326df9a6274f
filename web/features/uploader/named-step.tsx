import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { ChosenFolder } from './chosen-folder.ts'
import { anotherFolder, FolderButton } from './folder-button.tsx'
import { FolderSummary } from './folder-summary.tsx'
import { canProcess, nameProblem } from './uploader-state.ts'
import type { Uploader } from './use-uploader.ts'

interface Props {
  readonly uploader: Uploader
  readonly name: string
  readonly folder: ChosenFolder
  /** Null: not zipped yet. */
  readonly zip: Blob | null
}

/** The step after choosing a folder, and after zipping it to look at the zip: the name, and what to do next. */
export function NamedStep({ uploader, name, folder, zip }: Props) {
  const { dispatch, process, upload, choose, clear } = uploader
  const disabled = !canProcess({ name, folder })
  return (
    <>
      <TextField
        label="Pack name"
        value={name}
        error={nameProblem(name)}
        autoComplete="off"
        onChange={({ currentTarget }) => dispatch({ type: 'renamed', name: currentTarget.value })}
      />
      {zip ? (
        <p className="mute text-sm">
          {counted(folder.chosen.files.length, 'file')} in one zip. You can still change the name.
        </p>
      ) : (
        <FolderSummary folder={folder} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="large" variant="primary" disabled={disabled} onClick={() => void upload()}>
          Upload Pack
        </Button>
        {zip ? (
          <Button size="large" disabled={disabled} onClick={() => saveFile(`${name.trim()}.zip`, zip)}>
            <Icon name="download" /> Download Zip
          </Button>
        ) : (
          <Button size="large" disabled={disabled} onClick={() => void process()}>
            Process Pack
          </Button>
        )}
        <FolderButton label={anotherFolder} onChoose={choose} />
        <Button size="large" variant="ghost" onClick={clear}>
          Clear
        </Button>
      </div>
      {!zip && <p className="mute -mt-2 text-sm">Process Pack makes the zip without uploading it.</p>}
    </>
  )
}
