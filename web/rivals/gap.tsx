interface Props {
  /** Percentage points, `-2.16`. */
  readonly gap: string
  readonly isRival: boolean
}

/** The viewer's score minus the other's: own colour and a plus when ahead, the rival's and a minus when behind. */
export function Gap({ gap, isRival }: Props) {
  const points = Number(gap)
  if (points === 0) return <span className="mute">level</span>
  if (points > 0) return <span className="ic-own font-bold">+{gap}</span>
  return <span className={`font-bold ${isRival ? 'ic-rival' : ''}`}>{gap.replace('-', '−')}</span>
}
