import type { RulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import { Link } from 'react-router-dom'

interface Props extends Pick<RulesPreview, 'aliases'> {
  /** Id; undefined for nobody. */
  readonly player: string | undefined
}

export function PlayerOfReport({ aliases, player }: Props) {
  if (player === undefined) return <span className="mute">nobody</span>
  const alias = aliases[player]
  if (alias === undefined) return <span className="mute">Deleted player</span>
  return (
    <Link to={`/user/${player}`} className="hit wrap-anywhere hover:underline">
      {alias}
    </Link>
  )
}
