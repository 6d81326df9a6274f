import { starDrawings, starsOf } from '@stepledger/contracts/look/star.ts'

const letters = /^([SABC])([+-]?)$|^[DF]$/

interface Props {
  readonly grade: string | null | undefined
  /** 28 px in rows, 88 px on a play. */
  readonly size?: 'row' | 'play'
  /** False draws only the outline, for an unranked play. */
  readonly ranked?: boolean
}

/** A grade; its accessible name is the grade. An unknown grade shows as D; `n/a` and no grade show as N/A. */
export function Grade({ grade, size = 'row', ranked = true }: Props) {
  const large = `${size === 'play' ? 'lg' : ''} ${ranked ? '' : 'outlined'}`
  if (!grade || grade.toLowerCase() === 'n/a') return <span className={`gr gr-N ${large}`}>N/A</span>
  const star = starsOf(grade.toLowerCase())
  if (star) {
    const { edge, shade } = starDrawings[star.drawing]
    return (
      <span className={`gr ${star.colour} ${large}`} title={grade}>
        <svg viewBox="0 0 32 32" role="img" aria-label={grade}>
          <path className="edge" fill="currentColor" d={edge} />
          {ranked && <path fill="#000" fillOpacity=".22" d={shade} />}
        </svg>
      </span>
    )
  }
  const known = letters.test(grade) ? grade : 'D'
  return (
    <span className={`gr gr-${known.charAt(0)} ${large}`} role="img" aria-label={known}>
      <b>
        {known.charAt(0)}
        {known.length > 1 && <i>{known.charAt(1) === '+' ? '+' : '−'}</i>}
      </b>
    </span>
  )
}

/** A percentage as sent, with its two decimals. Unranked scores are muted. */
export function Score({ percent, ranked = true }: { percent: string; ranked?: boolean }) {
  return (
    <>
      <span className={ranked ? 'sc' : 'sc quiet'}>
        {percent}
        <i>%</i>
      </span>
      {!ranked && <span className="sr-only">, unranked</span>}
    </>
  )
}
