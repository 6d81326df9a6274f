import topLevelDomains from 'tlds' with { type: 'json' }
import { inAscii, looksOf } from './alias-looks.ts'

/** Names that would impersonate the site. */
const reserved = [
  'admin',
  'administrator',
  'deleted_player',
  'mod',
  'moderator',
  'no-reply',
  'official',
  'operator',
  'postmaster',
  'root',
  'security',
  'staff',
  'stepledger',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'webmaster',
]

const reservedLooks: ReadonlySet<string> = new Set(reserved.flatMap(nameLooks))

/** Why this alias is not allowed, for the form; null when it is. Applies to new aliases only. */
export function aliasProblem(alias: string): string | null {
  if (isAddress(alias)) return 'Alias must not contain a web address'
  if (nameLooks(alias).some((look) => reservedLooks.has(look))) return 'This alias is reserved'
  return null
}

/**
 * Skeletons without accents and punctuation: `A.d-m_i.ń` matches admin. Also without mathematical symbols, but some of
 * these look like letters.
 */
function nameLooks(name: string): string[] {
  return [/[\p{P}\p{Sc}\p{Sk}\p{So}]/gu, /[\p{P}\p{S}]/gu].flatMap((marks) =>
    looksOf(name.replace(marks, '')).map((look) => look.replace(/\p{M}/gu, '')),
  )
}

const domains: ReadonlySet<string> = new Set(topLevelDomains)
/** The parts of names with dots between letters or digits, each but the first one. */
const afterDot = /(?<=[\p{L}\p{N}-]\.)[\p{L}\p{N}-]+/gu

/** Whether it is, or looks like, something that programs make a link of. */
function isAddress(alias: string): boolean {
  const written = alias.normalize('NFKC').replaceAll('。', '.').toLowerCase()
  return [written, inAscii(written).replace(/\p{M}/gu, '')].some(
    (text) =>
      /:[/\\]{2}|\bwww\.|\b\d+\.\d+\.\d+\.\d+\b/.test(text) ||
      text.match(afterDot)?.some((part) => domains.has(part)),
  )
}
