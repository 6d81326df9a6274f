import {
  type CompetitionDocument,
  competitionSlug,
  newCompetitionDocument,
} from '@stepledger/contracts/competition/competition-document.ts'
import {
  competitionAnnouncement,
  competitionName,
  type DraftDocument,
  roundName,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { z } from 'zod'
import { counted } from '../../ui/count-text.ts'

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
  const add = (field: string, reason: string | null | undefined) => {
    if (reason && !errors.has(field)) errors.set(field, reason)
  }
  add('name', draft.name.trim() === '' ? 'Give the event a name' : reasonOf(competitionName, draft.name))
  add('slug', draft.slug === '' ? 'Choose an address' : reasonOf(competitionSlug, draft.slug))
  add(
    'announcement',
    draft.announcement.trim() === ''
      ? 'Say what the event is about'
      : reasonOf(competitionAnnouncement, draft.announcement),
  )
  add('boards', draft.boards.length === 0 ? 'Choose at least one' : null)
  add('rounds', draft.rounds.length === 0 ? 'Add a round' : null)
  add('rounds', draft.rounds.length > limits.rounds ? `At most ${counted(limits.rounds, 'round')}` : null)
  const charts = sum(draft.rounds.map((round) => round.charts.length))
  add(
    'rounds',
    charts > limits.charts ? `At most ${counted(limits.charts, 'chart')} in all rounds together` : null,
  )
  for (const [i, round] of draft.rounds.entries()) {
    const before = draft.rounds[i - 1]
    const [start, end] = [msOf(round.start), msOf(round.end)]
    add(
      `rounds.${i}.name`,
      round.name.trim() === '' ? 'Give the round a name' : reasonOf(roundName, round.name),
    )
    add(`rounds.${i}.start`, start === null ? 'Choose when it starts' : null)
    add(`rounds.${i}.end`, end === null ? 'Choose when it ends' : null)
    if (start === null || end === null) continue
    if (end <= start) add(`rounds.${i}.end`, 'Must be after the start')
    const ended = msOf(before?.end ?? null)
    if (ended !== null && start < ended)
      add(`rounds.${i}.start`, `${before?.name || 'The round before'} still runs then`)
  }
  const first = msOf(draft.rounds[0]?.start ?? null)
  const last = msOf(draft.rounds.at(-1)?.end ?? null)
  if (first !== null && last !== null && last - first > limits.days * dayMs)
    add(`rounds.${draft.rounds.length - 1}.end`, `Must be within ${limits.days} days of the first start`)
  // Whatever else a document must be.
  const checked = newCompetitionDocument.safeParse(documentOf(draft))
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = z.core.toDotPath(path).replace(/\[(\d+)\]/g, '.$1')
    if (![...errors.keys()].some((known) => known === field || known.startsWith(`${field}.`)))
      add(field, message)
  }
  return errors
}

/** The document that would be published; times that are not chosen yet are 0. */
function documentOf({ downloadUrl, rounds, ...draft }: DraftDocument): CompetitionDocument {
  return {
    ...draft,
    ties: 'share',
    downloadUrl: downloadUrl.trim() === '' ? null : downloadUrl.trim(),
    rounds: rounds.map((round) => ({ ...round, start: msOf(round.start) ?? 0, end: msOf(round.end) ?? 0 })),
  }
}

function reasonOf(schema: z.ZodType, value: string): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

function msOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
