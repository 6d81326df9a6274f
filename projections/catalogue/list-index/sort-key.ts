const reordered = /[\ud800-\uffff]/

/**
 * Maps a text so that JavaScript's order equals that of Postgres under collation "C", by code points. Without it, emoji
 * would precede full-width characters, because UTF-16 surrogates do.
 */
export function sortKey(text: string): string {
  if (!reordered.test(text)) return text
  return text.replace(/[\ud800-\uffff]/g, (sign) => {
    const unit = sign.charCodeAt(0)
    return String.fromCharCode(unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
  })
}
