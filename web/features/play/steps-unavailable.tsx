import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'

/** In place of the timing charts while the steps can't be read. */
export function StepsUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel title="Timing" className="mt-4 md:mt-6">
      <ErrorBanner
        className="m-4"
        text="The steps can't be read right now"
        detail="They are stored, and appear here as soon as they can be read."
        onRetry={onRetry}
      />
    </Panel>
  )
}
