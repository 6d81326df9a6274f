/** Seconds as minutes and seconds, or minutes as hours and minutes: 132 is `2:12`. */
export function formatLength(count: number): string {
  const whole = Math.round(count)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
