import { avatarHue, initials } from '@stepledger/contracts/look/placeholder.ts'
import type { CSSProperties } from 'react'

interface Props {
  readonly id: string
  readonly alias: string
  readonly imageUrl?: string | null
  /** Any CSS length; 22 px by default. */
  readonly size?: string
}

/** A player's picture, else the initials on one of twelve hues. Hidden from screen readers: the alias is next to it. */
export function Avatar({ id, alias, imageUrl = null, size }: Props) {
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
