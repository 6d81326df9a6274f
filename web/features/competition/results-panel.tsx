import { type CompetitionPage, getStandingsFile } from '@stepledger/contracts/http/competitions.ts'
import { routeAddress } from '../../api/client.ts'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { OverlayDisclosure } from '../../parts/overlay/overlay-panel.tsx'
import { ShareButton } from '../../parts/share/share-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'

interface Props {
  readonly competition: CompetitionPage
  /** 0 for the whole event. */
  readonly round: number
}

/** Ways to show the standings elsewhere: a picture for chats, a file for spreadsheets, an overlay for streams. */
export function ResultsPanel({ competition: { slug, name, hidden }, round }: Props) {
  const [board] = useActiveBoard()
  return (
    <Panel
      className="mt-4 md:mt-6"
      title="Results"
      aside={
        <>
          {!hidden && (
            <ShareButton
              title={`The standings of ${name}`}
              picture={`/picture/event/${slug}.png`}
              page={`/event/${slug}`}
              fileName={slug}
            />
          )}
          <a
            className="btn btn-sm h-10 md:h-8"
            href={routeAddress(getStandingsFile, { params: { slug }, query: { round, leaderboard: board } })}
            download={`${slug}.csv`}
            aria-label="Standings as CSV"
          >
            <Icon name="download" /> CSV
          </a>
        </>
      }
    >
      <OverlayDisclosure
        path={`event/${slug}`}
        text="Add this address to your streaming software to show the first players of this event. It updates automatically."
        note="It only shows what's on this page."
      />
    </Panel>
  )
}
