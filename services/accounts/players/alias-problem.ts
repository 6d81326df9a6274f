import { looksOf } from './alias-looks.ts'

/** Names that would impersonate the site. */
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

/** Why this alias is not allowed, for the form; null when it is. Applies to new aliases only. */
export function aliasProblem(alias: string): string | null {
  const text = alias.normalize('NFKC')
  if (text.includes('://') || /^www\./i.test(text)) return 'Alias must not contain a web address'
  if (nameLooks(alias).some((look) => reservedLooks.has(look))) return 'This alias is reserved'
  return null
}

/** Skeletons without punctuation: `A.d-m_i.n` matches admin. */
function nameLooks(name: string): string[] {
  return looksOf(name.replace(/[\p{P}\p{Sc}\p{Sk}]/gu, ''))
}
