import { z } from 'zod'
import { playerId } from '../../ids.ts'

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

function characterError(alias: string): string | null {
  if (/\s/u.test(alias)) return 'Alias must not contain spaces'
  const text = alias.replace(joinedLetters, '$1').replace(joinedPictures, '$1').normalize('NFC')
  if (invisible.test(text)) return 'Alias must not contain invisible characters'
  if (unknown.test(text)) return 'Alias must not contain unknown characters'
  if (/^\p{M}/u.test(text)) return 'Alias must not begin with a mark'
  if (stacked.test(text)) return 'Alias must not have so many marks on one letter'
  // Addresses and operators name a player by id or alias, so it would stand for the player of that id.
  if (playerId.safeParse(text).success) return 'Alias must not be the id of a player'
  return null
}

/** The public name of a player. Shared by form and server, including the error texts. */
export const alias = z
  .string('Alias is required')
  .trim()
  .min(1, 'Alias is required')
  .min(3, 'Alias must be at least 3 characters long')
  .max(50, 'Alias must be no more than 50 characters long')
  .superRefine((text, context) => {
    const error = characterError(text)
    if (error !== null) context.addIssue(error)
  })
