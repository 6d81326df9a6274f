/** Returns the id in "123", "/play/123" or "https://…/play/123?…"; null without one. */
export function playIdOf(text: string): number | null {
  const digits = /^(?:.*\/play\/)?(\d{1,15})(?:[/?#].*)?$/.exec(text.trim())?.[1]
  return digits === undefined || Number(digits) === 0 ? null : Number(digits)
}
