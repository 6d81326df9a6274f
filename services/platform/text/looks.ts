import unhomoglyph from 'unhomoglyph'

/**
 * Confusable skeletons of a name (Unicode TR 39): as written, in lower case and in upper case. Each is computed from
 * three forms: NFKC; the text itself, as `ſ` looks like `f` but is compatible with `s`; and the text with non-ASCII
 * letters replaced first, as one may look like a capital and another like a small letter. Small, a dotted capital I is an
 * i with another dot. Names that share a skeleton are confusable.
 */
export function looksOf(name: string): string[] {
  const looks = [name.normalize('NFKC'), name, inAscii(name)].flatMap((text) => [
    `as written: ${skeleton(text)}`,
    `small: ${skeleton(text.toUpperCase().toLowerCase().normalize('NFD').replace(secondDot, ''))}`,
    `capitals: ${skeleton(text.toUpperCase())}`,
  ])
  return [...new Set(looks)]
}

/** A dot above a letter that has one already. */
const secondDot = /(?<=[ij])\u0307/g

/** A replacement may itself be replaced: limit of iterations. */
const maxSteps = 8

/** Maps confusable letters to the same letter and drops invisible ones. */
function skeleton(text: string): string {
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return fixpoint(visible.normalize('NFD'), (form) => unhomoglyph(form).normalize('NFD'))
}

/** Replaces letters that look like ASCII. */
export function inAscii(text: string): string {
  return fixpoint(text.normalize('NFD'), (form) =>
    form.replace(/[^\0-\x7f]+/g, (letters) => unhomoglyph(letters)).normalize('NFD'),
  )
}

function fixpoint(text: string, next: (text: string) => string): string {
  let form = text
  for (let step = 0; step < maxSteps; step++) {
    const after = next(form)
    if (after === form) return form
    form = after
  }
  return form
}
