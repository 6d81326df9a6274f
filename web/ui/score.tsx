/** A percent as it came, always with its two decimals; the sign is muted. `ranked`: false is quieter. */
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
