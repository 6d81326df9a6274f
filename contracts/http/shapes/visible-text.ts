import { z } from 'zod'

/** Control and format characters, fillers and selectors, and blanks that Unicode classifies as symbols. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u

/** Unassigned and private-use characters. */
const unknown = /[\p{Cn}\p{Co}]/u

/** Joiners that are part of the orthography: between Arabic letters, or after a mark such as a virama. */
const joinedLetters = /([\p{Script=Arabic}\p{M}])[\u200c\u200d](?=\p{L})/gu

/** The variation selector of an emoji, and the joiner to its next part. */
const joinedPictures =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?)\ufe0f?(?:\u200d(?=\p{Extended_Pictographic}))?/gu

/**
 * More combining marks than any language uses: three accents on a composed letter, three Thai or Lao marks, or five of
 * any kind. Arabic and Thai use two, Hindi and pointed Hebrew three, Burmese four.
 */
const stacked =
  /[\p{Script=Inherited}\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece]{3}|[\p{Mn}\p{Me}]{5}/u

/** Why a text of players could hide or turn around what is beside it: `must not …`; null if it cannot. */
export function visibleTextError(given: string): string | null {
  const text = given.replace(joinedLetters, '$1').replace(joinedPictures, '$1').normalize('NFC')
  if (invisible.test(text)) return 'must not contain invisible characters'
  if (unknown.test(text)) return 'must not contain unknown characters'
  if (/^\p{M}/u.test(text)) return 'must not begin with a mark'
  if (stacked.test(text)) return 'must not have so many marks on one letter'
  return null
}

/** Text in one line that players write for others. */
export const cleanLine = z.string().superRefine((text, context) => {
  const error = visibleTextError(text)
  if (error !== null) context.addIssue(error)
})

/** The same with line breaks and tabs. */
export const cleanLines = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, '\n'))
  .superRefine((text, context) => {
    const error = visibleTextError(text.replace(/[\n\t]+/g, ' '))
    if (error !== null) context.addIssue(error)
  })
