/** Whether a competition is the one with a wordmark and a section of the help page, with any suffix: Blue Shift (Beta). */
export function isBlueShift(name: string): boolean {
  return /^blue shift\b/i.test(name)
}
