/** Whether this is the event that help tells of, under whatever addition: Blue Shift (Beta). */
export function isBlueShift(name: string): boolean {
  return /^blue shift\b/i.test(name)
}
