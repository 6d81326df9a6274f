import { type LeftOut, leftOutLabels } from '@stepledger/contracts/packs/pack-files.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useId } from 'react'
import { counted } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ChosenFolder, FolderFile } from './chosen-folder.ts'

/** What is included and what is left out for which reason, before the upload. */
export function FolderSummary({ folder: { chosen } }: { folder: ChosenFolder }) {
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
