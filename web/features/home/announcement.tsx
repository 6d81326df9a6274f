import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { readText, removeText, storageOf, writeText } from '../../app/storage.ts'
import { CompetitionName } from '../../parts/competition/competition-name.tsx'
import { posterStyle } from '../../parts/competition/poster-style.ts'
import { RoundSpectra } from '../../parts/competition/round-spectra.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  readonly text: string
  readonly downloadUrl: string | undefined
  readonly competition: HomePage['event']
}

export function Announcement({ text, downloadUrl, competition }: Props) {
  return (
    <section className="ev" style={posterStyle(competition)} aria-labelledby="announcement">
      <div className="grid gap-x-10 gap-y-4 p-4 md:gap-y-5 md:p-6 lg:grid-cols-[1fr_29rem]">
        <div className="flex min-w-0 flex-col items-start">
          <h2 id="announcement" className="flex flex-wrap items-end gap-3">
            <CompetitionName
              name={competition?.name ?? 'Blue Shift'}
              size="clamp(2.5rem, 1.9rem + 2.4vw, 3.75rem)"
            />
          </h2>
          <p className="mt-3 max-w-[60ch] whitespace-pre-line font-medium wrap-anywhere md:mt-4 md:text-lg">
            {text}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            {downloadUrl !== undefined && (
              <a className="btn btn-ev h-10" href={downloadUrl} rel="noreferrer">
                <Icon name="download" /> Download Pack
              </a>
            )}
            {competition && (
              <Link className="btn btn-line h-10" to={`/event/${competition.slug}`}>
                {competition.name.replace(/\s*\(.*\)$/, '')} event
              </Link>
            )}
          </div>
        </div>
        {competition && (
          <div className="ev-side max-md:[&_.spectra]:hidden">
            <RoundSpectra competition={competition} />
          </div>
        )}
      </div>
    </section>
  )
}

/** The poster's skeleton, of about the same height. */
export function AnnouncementSkeleton() {
  return (
    <div
      className="ev grid min-h-68 content-start gap-4 p-4 md:min-h-96 md:p-6 lg:min-h-54"
      aria-hidden="true"
    >
      <div className="skeleton h-12 w-72 max-w-full" />
      <div className="skeleton h-5 w-full max-w-[34rem]" />
      <div className="skeleton h-5 w-3/5 max-w-80" />
    </div>
  )
}

const key = 'homeAnnounces'

/** Whether there was an announcement when this browser last loaded the home page, so that space is reserved for it. */
export function useSeenAnnouncement(home: HomePage | undefined): boolean {
  const announces = home && home.announcement !== null
  useEffect(() => {
    if (announces === undefined) return
    storeAnnouncement(storageOf(window), announces)
  }, [announces])
  return readText(storageOf(window), key) !== null
}

export function storeAnnouncement(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  announces: boolean,
): void {
  if (announces) writeText(storage, key, 'yes')
  else removeText(storage, key)
}
