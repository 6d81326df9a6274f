import type { PlayerName as Player } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { avatarHue, initials } from '@stepledger/contracts/look/placeholder.ts'
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import type { Relation } from '../sign-in/use-session.ts'
import { Icon } from './icon.tsx'

/** Marks an own or a rival's row by icon and hidden text, so that colour is not the only cue. */
export function RelationMark({ relation }: { relation: Relation }) {
  if (relation === null) return null
  return (
    <>
      <span className={`ic-${relation}`}>
        <Icon name={relation === 'own' ? 'user' : 'rival'} />
      </span>
      <span className="sr-only">{relation === 'own' ? 'You' : 'Rival'}</span>
    </>
  )
}

interface Props {
  readonly player: Player
  readonly relation: Relation
  readonly withAvatar?: boolean
}

/** A player in a row, linked to the profile. A long alias is cut; its title has all of it. */
export function PlayerName({ player, relation, withAvatar = false }: Props) {
  return (
    <Link to={`/user/${player.id}`} className="hit inline-flex min-w-0 max-w-full items-center gap-2">
      {withAvatar && (
        <span className="shrink-0 @max-[19rem]/panel:hidden">
          <Avatar id={player.id} alias={player.alias} imageUrl={player.profileImageUrl} />
        </span>
      )}
      <span className="who min-w-0 truncate leading-tight" title={player.alias}>
        {player.alias}
      </span>
      <RelationMark relation={relation} />
    </Link>
  )
}

interface AvatarProps {
  readonly id: string
  readonly alias: string
  readonly imageUrl?: string | null
  /** Any CSS length; 22 px by default. */
  readonly size?: string
}

/** A player's picture, else the initials on one of twelve hues. Hidden from screen readers: the alias is next to it. */
export function Avatar({ id, alias, imageUrl = null, size }: AvatarProps) {
  const style: CSSProperties & Record<`--${string}`, string | number | undefined> = {
    '--h': avatarHue(id),
    '--av': size,
  }
  return (
    <span className="av" style={style} aria-hidden="true">
      {imageUrl ? <img src={imageUrl} alt="" loading="lazy" /> : initials(alias)}
    </span>
  )
}
