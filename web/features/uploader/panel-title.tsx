import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { counted } from '../../ui/count-text.ts'
import { Tag } from '../../ui/tag.tsx'
import { percentOf } from './progress-text.ts'
import { sentBytes, type UploaderState } from './uploader-state.ts'

const titles = {
  empty: 'Choose a folder',
  chosen: 'Folder chosen',
  zipping: 'Zipping',
  zipped: 'Zip ready',
  uploading: 'Uploading',
} as const
const sentTitles = {
  issued: 'Processing',
  waiting: 'Processing',
  processing: 'Processing',
  ready: 'Ready',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const

export function panelTitle(state: UploaderState): string {
  return state.step === 'sent' ? sentTitles[state.upload.state] : titles[state.step]
}

/** The tag right of the title: size or progress. */
export function panelTag(state: UploaderState) {
  switch (state.step) {
    case 'empty':
      return null
    case 'chosen':
      return <Tag>{counted(state.folder.total, 'file')}</Tag>
    case 'zipping':
      return <Tag>in your browser</Tag>
    case 'zipped':
      return <Tag variant="ok">{sizeText(state.zip.size)}</Tag>
    case 'uploading':
      return <Tag>{percentOf(sentBytes(state), state.zip.size)}%</Tag>
    case 'sent':
      return <UploadTag upload={state.upload} />
  }
}

interface TagProps {
  readonly upload: PackUpload
  /** Whether the page is uploading it. */
  readonly sending?: boolean
  readonly short?: boolean
}

export function UploadTag({ upload, sending = false, short = false }: TagProps) {
  const { state, songs, songsDone, ahead } = upload
  switch (state) {
    case 'ready':
      return <Tag variant="ok">Ready</Tag>
    case 'rejected':
      return <Tag variant="bad">Rejected</Tag>
    case 'cancelled':
      return <Tag>Cancelled</Tag>
    case 'processing':
      if (songs === null) return <Tag>{short ? 'Opening' : 'Opening the zip'}</Tag>
      return <Tag>{`${songsDone} of ${short ? songs : counted(songs, 'song')}`}</Tag>
    case 'waiting':
      return <Tag>{ahead > 0 ? `${ahead} ahead` : 'Waiting'}</Tag>
    case 'issued':
      return <Tag>{sending ? 'Uploading' : 'Not uploaded yet'}</Tag>
  }
}
