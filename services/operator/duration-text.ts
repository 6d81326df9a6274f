/** A duration in its two largest units: `45 s`, `3 min 05 s`, `2 h 10 min`, `6 d 04 h`. `seconds`: an integer. */
export function durationText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes === 0) return `${seconds} s`
  if (hours === 0) return `${minutes} min ${two(seconds % 60)} s`
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min`
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`
}
