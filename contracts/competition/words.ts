import { z } from 'zod'
import { bytes } from '../events/bytes.ts'
import { playerId } from '../ids.ts'
import { unseal } from '../play/sealing.ts'
import type { CompetitionDocument } from './competition-document.ts'

/**
 * What players wrote about a competition. Events are never deleted, so it is sealed with the key of its author and kept
 * beside the document, which has placeholders. Null: the document has the text, or there is none. `picture`: that of its
 * poster; left out like null.
 */
export interface Words<Text> {
  readonly name: Text | null
  readonly announcement: Text | null
  readonly downloadUrl: Text | null
  readonly picture?: Text | undefined
  /** The names of the rounds, in order. */
  readonly rounds: readonly (Text | null)[]
}

function wordsOf<Text extends z.ZodType>(text: Text) {
  return z.object({
    name: text.nullable(),
    announcement: text.nullable(),
    downloadUrl: text.nullable(),
    picture: text.optional(),
    rounds: z.array(text.nullable()).max(20),
  })
}

/** Text sealed with the key of the player `by`. */
const sealedText = z.object({ by: playerId, text: bytes })
export type SealedText = z.infer<typeof sealedText>
export const sealedWords = wordsOf(sealedText)

/** The same in a state, which is stored as JSON: in base64. */
const storedText = z.object({ by: playerId, text: z.string() })
export type StoredText = z.infer<typeof storedText>
export const storedWords = wordsOf(storedText)
export type StoredWords = z.infer<typeof storedWords>

export function stored({ by, text }: SealedText): StoredText {
  return { by, text: Buffer.from(text).toString('base64') }
}

function sealed({ by, text }: StoredText): SealedText {
  return { by, text: Buffer.from(text, 'base64') }
}

export function mapWords<From, To>(
  { name, announcement, downloadUrl, picture, rounds }: Words<From>,
  map: (text: From) => To,
) {
  const each = (text: From | null) => (text === null ? null : map(text))
  return {
    name: each(name),
    announcement: each(announcement),
    downloadUrl: each(downloadUrl),
    ...(picture && { picture: map(picture) }),
    rounds: rounds.map(each),
  }
}

/** Changed words; what is left out stays. `downloadUrl` and `picture` null: none any more. */
export interface WordsChange {
  readonly name?: SealedText
  readonly announcement?: SealedText
  readonly downloadUrl?: SealedText | null
  readonly picture?: SealedText | null
  /** Of all rounds; null for those that stay. */
  readonly rounds?: readonly (SealedText | null)[]
}

/** The words after a change, and the document with placeholders in the place of those that it has. */
export function changedWords(document: CompetitionDocument, before: StoredWords | null, change: WordsChange) {
  const old = before
    ? mapWords(before, sealed)
    : { name: null, announcement: null, downloadUrl: null, rounds: document.rounds.map(() => null) }
  const picture = change.picture === undefined ? old.picture : change.picture
  const { picture: openPicture, ...others } = document
  const words = {
    name: change.name ?? old.name,
    announcement: change.announcement ?? old.announcement,
    downloadUrl: change.downloadUrl === undefined ? old.downloadUrl : change.downloadUrl,
    ...(picture && { picture }),
    rounds: document.rounds.map((_, i) => change.rounds?.[i] ?? old.rounds[i] ?? null),
  }
  return {
    words,
    document: {
      ...others,
      ...(openPicture !== undefined && picture === undefined && { picture: openPicture }),
      ...(words.name && { name: document.slug }),
      ...(words.announcement && { announcement: noAnnouncement }),
      ...((words.downloadUrl || change.downloadUrl === null) && { downloadUrl: null }),
      rounds: document.rounds.map((round, i) =>
        words.rounds[i] ? { ...round, name: `Round ${i + 1}` } : round,
      ),
    },
  }
}

/** Shown once the author of an announcement has deleted the account. */
const noAnnouncement = 'The text of this event was deleted with the account of its author.'

/** The players whose keys a state needs. */
export function authorsOf({
  words,
  by,
}: {
  readonly words: StoredWords | null
  readonly by: StoredBy
}): string[] {
  const texts = words
    ? [words.name, words.announcement, words.downloadUrl, words.picture, ...words.rounds]
    : []
  const author = by !== null && 'organiser' in by ? [by.organiser] : []
  return [...new Set([...texts.flatMap((text) => text?.by ?? []), ...author])]
}

/** Whose key opens which text. Without the key of its author, who was erased, a text is lost. */
export type Keys = ReadonlyMap<string, Uint8Array>

/** Returns null if the author was erased. */
export function textOf({ by, text }: StoredText, keys: Keys): string | null {
  const key = keys.get(by)
  return key ? unseal(Buffer.from(text, 'base64'), key) : null
}

/** The document with the words of players; where their author was erased, with the placeholders. */
export function withWords(
  document: CompetitionDocument,
  words: StoredWords | null,
  keys: Keys,
): CompetitionDocument {
  if (words === null) return document
  const shown = mapWords(words, (text) => textOf(text, keys))
  return {
    ...document,
    name: shown.name ?? document.name,
    announcement: shown.announcement ?? document.announcement,
    downloadUrl: shown.downloadUrl ?? document.downloadUrl,
    ...(shown.picture && { picture: shown.picture }),
    rounds: document.rounds.map((round, i) => ({ ...round, name: shown.rounds[i] ?? round.name })),
  }
}

/** Whether the name of a competition can't be read any more, while players still take part. */
export function hasLostName(
  { words, closed }: { readonly words: StoredWords | null; readonly closed: object | null },
  keys: Keys,
): boolean {
  return closed === null && words?.name != null && !keys.has(words.name.by)
}

/** Who changed a competition, with the reason: clear text of operators, base64 of sealed text of organisers. */
export const storedBy = z
  .union([
    z.object({ operator: z.uuid(), reason: z.string().nullable() }),
    z.object({ organiser: playerId, reason: z.string().nullable() }),
  ])
  .nullable()
export type StoredBy = z.infer<typeof storedBy>
