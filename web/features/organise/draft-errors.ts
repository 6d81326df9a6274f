import { type DraftDocument, publishableDocument } from '@stepledger/contracts/http/organised-competitions.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { counted } from '../../ui/format.tsx'

/** What is wrong with a field, by its path in the document: `rounds.0.end`. */
export type FieldErrors = ReadonlyMap<string, string>

export interface DraftLimits {
  readonly rounds: number
  readonly charts: number
  readonly days: number
}

const dayMs = 86_400_000

/** What is missing or wrong before a draft can be published. The server decides about its address and the account. */
export function draftErrors(draft: DraftDocument, limits: DraftLimits): FieldErrors {
  const errors = new Map<string, string>()
  const add = (field: string, reason: string) => {
    // A field is named once, and not in addition to its parts.
    const isKnown = [...errors.keys()].some((known) => known === field || known.startsWith(`${field}.`))
    if (!isKnown) errors.set(field, reason)
  }
  if (draft.name.trim() === '') add('name', 'Give the event a name')
  if (draft.slug === '') add('slug', 'Choose an address')
  if (draft.announcement.trim() === '') add('announcement', 'Say what the event is about')
  if (draft.boards.length === 0) add('boards', 'Choose at least one')
  for (const [i, round] of draft.rounds.entries()) {
    const [start, end] = [msOf(round.start), msOf(round.end)]
    if (round.name.trim() === '') add(`rounds.${i}.name`, 'Give the round a name')
    if (start === null) add(`rounds.${i}.start`, 'Choose when it starts')
    if (end === null) add(`rounds.${i}.end`, 'Choose when it ends')
    if (start === null) continue
    if (end !== null && end <= start) add(`rounds.${i}.end`, 'Must be after the start')
    const before = draft.rounds[i - 1]
    const ended = msOf(before?.end ?? null)
    if (ended !== null && start < ended)
      add(`rounds.${i}.start`, `${before?.name.trim() || 'The round before'} still runs then`)
  }
  const [first, last] = [msOf(draft.rounds[0]?.start ?? null), msOf(draft.rounds.at(-1)?.end ?? null)]
  if (first !== null && last !== null && last - first > limits.days * dayMs)
    add(`rounds.${draft.rounds.length - 1}.end`, `Must be within ${limits.days} days of the first start`)
  const charts = sum(draft.rounds.map((round) => round.charts.length))
  if (draft.rounds.length === 0) add('rounds', 'Add a round')
  if (draft.rounds.length > limits.rounds) add('rounds', `At most ${counted(limits.rounds, 'round')}`)
  if (charts > limits.charts)
    add('rounds', `At most ${counted(limits.charts, 'chart')} in all rounds together`)
  for (const { path, message } of publishableDocument.safeParse(draft).error?.issues ?? []) {
    const field = path.join('.')
    add(field, field === 'downloadUrl' ? 'Must be an address that begins with https://' : message)
  }
  return errors
}

function msOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
