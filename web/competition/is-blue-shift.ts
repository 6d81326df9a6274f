/** Whether this is the event of the help page, with any suffix: Blue Shift (Beta). */
export function isBlueShift(name: string): boolean {
  return /^blue shift\b/i.test(name)
}
