import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { FolderButton } from './folder-button.tsx'
import { NamedStep } from './named-step.tsx'
import { SentStep } from './sent-step.tsx'
import type { Uploader } from './use-uploader.ts'
import { UploadingStep, ZippingStep } from './working-steps.tsx'

/** The content of the panel: the last error and the current step. */
export function UploaderStep({ uploader }: { uploader: Uploader }) {
  const { state } = uploader
  const problem = 'problem' in state ? state.problem : null
  return (
    <>
      {problem && <ErrorBanner {...problem} />}
      <Step uploader={uploader} />
    </>
  )
}

function Step({ uploader }: { uploader: Uploader }) {
  const { state } = uploader
  switch (state.step) {
    case 'empty':
      return <ChooseStep {...state} uploader={uploader} />
    case 'chosen':
      return <NamedStep {...state} zip={null} uploader={uploader} />
    case 'zipping':
      return <ZippingStep {...state} uploader={uploader} />
    case 'zipped':
      return <NamedStep {...state} uploader={uploader} />
    case 'uploading':
      return <UploadingStep {...state} uploader={uploader} />
    case 'sent':
      return <SentStep {...state} uploader={uploader} />
  }
}

interface Props {
  readonly uploader: Uploader
  /** A dropped folder is being read. */
  readonly reading: boolean
}

/** The first step: where to drop a folder, and the folder picker. */
function ChooseStep({ uploader, reading }: Props) {
  return (
    <>
      <div className="grid justify-items-center gap-1 rounded-[2px] border border-dashed border-(--line-2) px-4 py-8 text-center group-data-over/drop:border-primary md:py-12">
        <svg className="ic mute size-7" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M1.8 12.8V3.5h4.5l1.6 2h6.3v7.3z" />
        </svg>
        <p className="mt-1 text-lg font-bold">
          {reading ? 'Reading the folder…' : 'Drop a pack folder here'}
        </p>
        <p className="mute max-w-[44ch] text-sm">
          Choose one pack's folder, with a folder for each song. Nothing is uploaded until you confirm.
        </p>
        <div className="mt-2">
          <FolderButton label="Choose Folder" variant="primary" onChoose={uploader.choose} />
        </div>
      </div>
      <div>
        <Button size="large" disabled>
          Process Pack
        </Button>
      </div>
    </>
  )
}
