import { type LeftOut, leftOutLabels } from '@stepledger/contracts/packs/pack-files.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { ChosenFolder, FolderFile } from './chosen-folder.ts'
import { anotherFolder, FolderButton } from './folder-button.tsx'
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

/** What is included and what is left out for which reason, before the upload. */
function FolderSummary({ folder: { chosen } }: { folder: ChosenFolder }) {
  const id = useId()
  return (
    <div>
      <h3 id={id} className="text-sm font-semibold">
        Included / left out
      </h3>
      <ul className="mt-1.5 rounded-[2px] border border-line" aria-labelledby={id}>
        {chosen.songs.length > 0 && (
          <Row
            included
            label={`${counted(chosen.songs.length, 'song')} included`}
            count={counted(chosen.files.length, 'file')}
            bytes={chosen.bytes}
          />
        )}
        {chosen.leftOut.map((group) => (
          <Row
            key={group.reason}
            label={leftOutLabels[group.reason]}
            count={countOf(group)}
            bytes={group.bytes}
          />
        ))}
      </ul>
    </div>
  )
}

function countOf({ folders, files }: LeftOut<FolderFile>): string {
  return folders > 0 ? counted(folders, 'folder') : counted(files.length, 'file')
}

interface RowProps {
  readonly included?: boolean
  readonly label: string
  readonly count: string
  readonly bytes: number
}

function Row({ included = false, label, count, bytes }: RowProps) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto_auto] min-[24rem]:grid-cols-[1rem_minmax(0,1fr)_4.5rem_4.25rem] items-center gap-2.5 border-b border-line px-3 py-2 text-sm last:border-0">
      <Icon name={included ? 'check' : 'close'} className={`size-3.5 ${included ? 'text-own' : 'mute'}`} />
      <span className={included ? 'font-semibold' : ''}>
        {label}
        {!included && <span className="sr-only"> left out</span>}
      </span>
      <span className="mute text-right whitespace-nowrap">{count}</span>
      <span className="mute text-right whitespace-nowrap">{sizeText(bytes)}</span>
    </li>
  )
}
