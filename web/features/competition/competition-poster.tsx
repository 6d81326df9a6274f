import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import { Link } from 'react-router-dom'
import { CompetitionName, isBlueShift } from '../../parts/competition/competition-name.tsx'
import { RoundSpectra } from '../../parts/competition/round-spectra.tsx'
import { Icon } from '../../ui/icon.tsx'

export function CompetitionPoster({ competition }: { competition: CompetitionPage }) {
  const { name, announcement, announcementDownloadUrl, failedPlaysCount, pointsSystem } = competition
  return (
    <section className="ev" aria-labelledby="event-name">
      <div className="grid gap-x-10 gap-y-5 p-4 md:p-6 lg:grid-cols-[1fr_29rem]">
        <div className="flex min-w-0 flex-col items-start">
          <h1 id="event-name" className="flex flex-wrap items-end gap-3">
            <CompetitionName name={name} size="clamp(2.5rem, 1.9rem + 2.4vw, 3.75rem)" />
          </h1>
          <p className="mt-4 max-w-[56ch] whitespace-pre-line text-lg font-medium wrap-anywhere">
            {announcement}
          </p>
          <p className="ev-2 mt-1 max-w-[64ch] text-sm">
            {pointsSystem.description}{' '}
            {failedPlaysCount ? 'Failed plays count and are graded F.' : 'Only passed plays count.'}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            {announcementDownloadUrl !== null && (
              <a className="btn btn-ev h-10" href={announcementDownloadUrl} rel="noreferrer">
                <Icon name="download" /> Download Pack
              </a>
            )}
            {isBlueShift(name) && (
              <Link className="btn btn-line h-10" to="/help#blue-shift">
                Rules
              </Link>
            )}
          </div>
        </div>
        <div className="ev-side">
          <RoundSpectra competition={competition} />
        </div>
      </div>
    </section>
  )
}
