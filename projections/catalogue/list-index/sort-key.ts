const late = /[\ud800-\uffff]/

/**
 * A text that JavaScript orders as Postgres orders the given one under collation "C", by code points: compared as they
 * are, emoji would come before full-width signs, as their surrogates do in UTF-16.
 */
export function sortKey(text: string): string {
  if (!late.test(text)) return text
  return text.replace(/[\ud800-\uffff]/g, (sign) => {
    const unit = sign.charCodeAt(0)
    return String.fromCharCode(unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
  })
}
