/** A percent as it came, always with its two decimals; the sign is muted. */
export function Score({ percent }: { percent: string }) {
  return (
    <span className="sc">
      {percent}
      <i>%</i>
    </span>
  )
}
