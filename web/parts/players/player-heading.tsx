import { Link } from 'react-router-dom'
import { PageHeading } from '../../ui/page.tsx'
import { ActiveBoardToggle } from '../leaderboard/active-board.tsx'

interface Props {
  /** The id of the player. */
  readonly id: string
  readonly withBoard?: boolean
  readonly children: string
}

/** The heading of a page about a player, with the way to the profile. */
export function PlayerHeading({ id, withBoard = false, children }: Props) {
  const aside = (
    <>
      <Link className="btn h-10 md:h-9" to={`/user/${id}`}>
        Profile
      </Link>
      {withBoard && <ActiveBoardToggle />}
    </>
  )
  return <PageHeading aside={aside}>{children}</PageHeading>
}
