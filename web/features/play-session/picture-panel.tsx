import type { SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { sessionName } from '@stepledger/contracts/look/session-words.ts'
import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The picture that chat clients show with the link, to look at and to save. `id`: the play in the address. */
export function PicturePanel({ id, session }: { id: string; session: SessionPage }) {
  const { user, day, plays, endedAt } = session
  // Another address when the session has changed, because the picture is cached for some minutes.
  const picture = `/picture/session/${id}.png?of=${plays}-${Date.parse(endedAt)}`
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <Panel title="Picture">
      <div className="pad">
        {failed === picture ? (
          <p className="mute grid aspect-[1200/630] place-items-center bg-(--well) text-sm">
            The picture could not be drawn. Try again in a minute.
          </p>
        ) : (
          <img
            className="block aspect-[1200/630] w-full border border-line bg-(--well)"
            src={picture}
            width="1200"
            height="630"
            loading="lazy"
            alt={`${user.alias}, ${sessionName(day)}: ${plays} plays, as on this page`}
            onError={() => setFailed(picture)}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
        <span className="mute mr-auto text-xs">1200 × 630</span>
        <CopyButton text={`${location.origin}/session/${id}`} label="Copy link" withLabel />
        <a className="btn btn-sm h-10 md:h-8" href={picture} download={`session-${id}.png`}>
          <Icon name="download" /> Save
        </a>
      </div>
    </Panel>
  )
}
