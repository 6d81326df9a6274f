/** Formats hundredths of a percent for the wire: 9695 is "96.95", 10000 is "100.00". */
export function percentText(hundredths: number): string {
  const whole = Math.trunc(hundredths / 100)
  return `${whole}.${String(Math.abs(hundredths % 100)).padStart(2, '0')}`
}

/** Formats a difference in hundredths of a percentage point with its sign: 42 is "+0.42". */
export function differenceText(hundredths: number): string {
  return `${hundredths < 0 ? '-' : '+'}${percentText(Math.abs(hundredths))}`
}
