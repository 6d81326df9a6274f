import { looksOf } from './alias-looks.ts'

/** Names that speak for the site, or for its pages. */
const reserved = [
  'admin',
  'administrator',
  'deleted_player',
  'mod',
  'moderator',
  'official',
  'staff',
  'stepledger',
  'support',
  'system',
]

const reservedLooks: ReadonlySet<string> = new Set(reserved.flatMap(nameLooks))

/**
 * Why nobody may take this alias, as a sentence for the form; null for one that may be taken. It is checked for new
 * aliases only: players keep those that they have.
 */
export function aliasProblem(alias: string): string | null {
  const text = alias.normalize('NFKC')
  if (text.includes('://') || /^www\./i.test(text)) return 'Alias must not contain a web address'
  if (nameLooks(alias).some((look) => reservedLooks.has(look))) return 'This alias is reserved'
  return null
}

/** What a name looks like without punctuation: `A.d-m_i.n` is admin. */
function nameLooks(name: string): string[] {
  return looksOf(name.replace(/[\p{P}\p{Sc}\p{Sk}]/gu, ''))
}
