import { z } from 'zod'

/**
 * What nobody sees: control and format characters, fillers and selectors, and the blanks that Unicode counts as
 * symbols.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u

/** What means nothing, or something else to everybody: unassigned, of private use. */
const unknown = /[\p{Cn}\p{Co}]/u

/** A joiner between letters of a script that is written with it (Arabic; after a virama). */
const joinedLetters = /([\p{Script=Arabic}\p{M}])[\u200c\u200d](?=\p{L})/gu

/** A picture's selector, and the joiner to the next part of it. */
const joinedPictures =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?)\ufe0f?(?:\u200d(?=\p{Extended_Pictographic}))?/gu

/**
 * More marks on a letter than anybody writes: three accents beside those that the letter has of its own, three Thai or
 * Lao marks, or five of any kind. Arabic and Thai stack two, Hindi and pointed Hebrew three, Burmese four.
 */
const stacked =
  /[\p{Script=Inherited}\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece]{3}|[\p{Mn}\p{Me}]{5}/u

/** What is wrong with the characters of an alias, in the words of the form; null for nothing. */
function troubleWith(alias: string): string | null {
  if (/\s/u.test(alias)) return 'Alias must not contain spaces'
  const text = alias.replace(joinedLetters, '$1').replace(joinedPictures, '$1').normalize('NFC')
  if (invisible.test(text)) return 'Alias must not contain invisible characters'
  if (unknown.test(text)) return 'Alias must not contain unknown characters'
  if (/^\p{M}/u.test(text)) return 'Alias must not begin with a mark'
  if (stacked.test(text)) return 'Alias must not have so many marks on one letter'
  return null
}

/** The name that everybody sees. Texts of the rules that a form shows and the server enforces. */
export const alias = z
  .string('Alias is required')
  .trim()
  .min(1, 'Alias is required')
  .min(3, 'Alias must be at least 3 characters long')
  .max(50, 'Alias must be no more than 50 characters long')
  .superRefine((text, context) => {
    const trouble = troubleWith(text)
    if (trouble !== null) context.addIssue(trouble)
  })
