import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { describedChanges } from '@stepledger/contracts/competition/described-changes.ts'
import { type Keys, textOf } from '@stepledger/contracts/competition/words.ts'
import {
  type CompetitionChangeShown,
  type CompetitionHistory,
  type getCompetitionHistory,
  shownChanges,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import { playersOfPlays } from '@stepledger/projections/plays/reads.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import { lastStatesOf } from '@stepledger/projections/standings/past-states.ts'
import { keysOfAuthors, stateWithWords } from '@stepledger/projections/standings/reads.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { tagsOfOrganisers, type Viewed, visibleCompetition } from './shown-competition.ts'

/** The changes of a competition, latest first; null for one that was not announced. */
export const competitionHistoryPage: Page<
  Viewed<QuestionOf<typeof getCompetitionHistory>>,
  CompetitionHistory
> = async ({ generation }, { slug, viewer }) => {
  if (!(await visibleCompetition(generation, slug, viewer))) return null
  // The one before the first that is shown says what that one changed.
  const found = await lastStatesOf(generation, slug, shownChanges + 1)
  const states = found.map(({ state }) => state)
  const keys = await keysOfAuthors(generation, states)
  const steps = found.slice(0, shownChanges).map(({ at, state }, i) => {
    const before = found[i + 1]?.state
    return {
      at,
      after: stateWithWords(state, keys),
      before: before ? stateWithWords(before, keys) : null,
    }
  })
  const plays = await playersOfPlays(generation, [
    ...new Set(steps.flatMap(({ before, after }) => takenOutOrBack(before, after) ?? [])),
  ])
  const changed = [
    ...steps.flatMap(({ before, after }) => changedCharts(before, after)),
    ...plays.map(({ chart }) => chart),
  ]
  const charts = await competitionChartsOf(generation, [...new Set(changed)])
  const titleOf = (hash: string) => titleOrUnknown(charts.get(hash)?.title ?? hash)
  const playName = (id: number) => {
    const play = plays.find((each) => each.id === id)
    return play ? `Play ${id} on ${titleOf(play.chart)}` : `Play ${id}`
  }
  return async ({ players }) => {
    const names = await players.lookUp([...new Set(states.flatMap(({ by }) => organiserOf(by) ?? []))])
    return {
      answer: {
        slug,
        changes: steps.map(({ at, before, after }) => ({
          at: isoOf(at),
          ...authorOf(after, { isClosing: isClosing(before, after), keys, names }),
          what: whatChanged(before, after, { titleOf, playName }),
          playId: takenOutOrBack(before, after),
        })),
      },
      tags: [...tagsOfOrganisers(states), ...[...charts.keys()].map(tag.title)],
    }
  }
}

interface Known {
  readonly isClosing: boolean
  readonly keys: Keys
  readonly names: ReadonlyMap<string, PublicPlayer>
}

/**
 * Who made a change and why. Operators give their reasons for the audit log; those about competitions of players are public.
 */
function authorOf(
  { owner, by }: CompetitionState,
  { isClosing, keys, names }: Known,
): Pick<CompetitionChangeShown, 'by' | 'user' | 'reason'> {
  if (by === null) return { by: isClosing ? 'server' : 'site', user: null, reason: null }
  if ('operator' in by) return { by: 'site', user: null, reason: owner === null ? null : by.reason }
  const { organiser, reason } = by
  return {
    by: 'organiser',
    user: names.has(organiser) ? nameOf(organiser, names) : null,
    reason: reason === null ? null : textOf({ by: organiser, text: reason }, keys),
  }
}

function organiserOf(by: CompetitionState['by']): string | null {
  return by !== null && 'organiser' in by ? by.organiser : null
}

function isClosing(before: CompetitionState | null, after: CompetitionState): boolean {
  return after.closed?.closing !== before?.closed?.closing
}

function whatChanged(
  before: CompetitionState | null,
  after: CompetitionState,
  { titleOf, playName }: { titleOf: (hash: string) => string; playName: (id: number) => string },
): string[] {
  if (before === null) return ['Published']
  if (isClosing(before, after)) return ['Standings are final']
  const play = takenOutOrBack(before, after)
  const found = [
    ...standingChanges(before, after),
    ...(play === null
      ? []
      : [`${playName(play)}: ${after.takenOut.includes(play) ? 'taken out' : 'put back'}`]),
    ...describedChanges(before.document, after.document, titleOf),
  ]
  return found.length > 0 ? found : ['Other details']
}

/** The play that a change took out or put back. */
function takenOutOrBack(before: CompetitionState | null, after: CompetitionState): number | null {
  if (before === null) return null
  return (
    after.takenOut.find((id) => !before.takenOut.includes(id)) ??
    before.takenOut.find((id) => !after.takenOut.includes(id)) ??
    null
  )
}

/** Who organises and finds it. Names are left out: they may be deleted later. */
function standingChanges(before: CompetitionState, after: CompetitionState): string[] {
  const added = after.organisers.filter((id) => !before.organisers.includes(id)).length
  const removed = before.organisers.filter((id) => !after.organisers.includes(id)).length
  return [
    ...(before.owner === after.owner
      ? []
      : [after.owner === null ? 'The site organises it now' : 'Another player organises it now']),
    ...(added > 0 ? [`Co-organisers: ${added} added`] : []),
    ...(removed > 0 ? [`Co-organisers: ${removed} removed`] : []),
    ...(before.hidden === after.hidden ? [] : [after.hidden ? 'Hidden' : 'Shown again']),
    ...(before.pinned === after.pinned ? [] : [after.pinned ? 'Pinned' : 'No longer pinned']),
  ]
}

/** The charts that were added to a round or removed from it. */
function changedCharts(before: CompetitionState | null, after: CompetitionState): string[] {
  return after.document.rounds.flatMap(({ charts }, i) => {
    const old = before?.document.rounds[i]?.charts
    return old ? [...charts, ...old].filter((chart) => !(charts.includes(chart) && old.includes(chart))) : []
  })
}
