import { ErrorBanner } from '../../ui/error-banner.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ChosenStep, ZippedStep } from './named-steps.tsx'
import { SentStep } from './sent-step.tsx'
import type { useUploader } from './use-uploader.ts'
import { UploadingStep, ZippingStep } from './working-steps.tsx'

/** The content of the panel: the last error and the current step. */
export function UploaderStep({ uploader }: { uploader: ReturnType<typeof useUploader> }) {
  const { state } = uploader
  const problem = 'problem' in state ? state.problem : null
  return (
    <>
      {problem && <ErrorBanner {...problem} />}
      <Step uploader={uploader} />
    </>
  )
}

function Step({ uploader }: { uploader: ReturnType<typeof useUploader> }) {
  const { state, dispatch, choose, process, upload, cancelSent, clear } = uploader
  const rename = (name: string) => dispatch({ type: 'renamed', name })
  switch (state.step) {
    case 'empty':
      return <ChooseStep reading={state.reading} onChoose={choose} />
    case 'chosen':
      return (
        <ChosenStep
          {...state}
          onRename={rename}
          onProcess={() => void process()}
          onUpload={() => void upload()}
          onChoose={choose}
          onClear={clear}
        />
      )
    case 'zipping':
      return <ZippingStep {...state} onChoose={choose} onCancel={clear} />
    case 'zipped':
      return (
        <ZippedStep
          {...state}
          onRename={rename}
          onUpload={() => void upload()}
          onChoose={choose}
          onClear={clear}
        />
      )
    case 'uploading':
      return <UploadingStep {...state} onChoose={choose} onCancel={clear} />
    case 'sent':
      return (
        <SentStep
          upload={state.upload}
          onChoose={choose}
          onCancel={() => void cancelSent()}
          onAnother={clear}
        />
      )
  }
}
