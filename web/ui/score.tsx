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
