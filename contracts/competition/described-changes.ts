import { type CompetitionDocument, isInLists } from './competition-document.ts'
import { describePoints } from './points-formula.ts'

/** What a change of a competition does, in sentences for players. `titleOf`: of the chart with a hash. */
export function describedChanges(
  before: CompetitionDocument,
  after: CompetitionDocument,
  titleOf: (hash: string) => string,
): string[] {
  return [...documentChanges(before, after), ...roundChanges(before, after, titleOf)]
}

function documentChanges(before: CompetitionDocument, after: CompetitionDocument): string[] {
  return [
    ...(before.name === after.name ? [] : [`Name: ${before.name} → ${after.name}`]),
    ...(before.announcement === after.announcement ? [] : ['Description']),
    ...(before.downloadUrl === after.downloadUrl ? [] : ['Download']),
    ...(before.grace === after.grace
      ? []
      : [`Late plays: accepted for ${lengthOf(before.grace)} → ${lengthOf(after.grace)}`]),
    ...(JSON.stringify(before.points) === JSON.stringify(after.points)
      ? []
      : [`Points: ${describePoints(after.points)}`]),
    ...(before.access === after.access
      ? []
      : [isInLists(after.access) ? 'In lists now' : 'No longer in lists']),
    ...(before.colour === after.colour ? [] : ['Colour']),
    ...(before.picture === after.picture
      ? []
      : [after.picture === undefined ? 'Picture removed' : 'Picture']),
  ]
}

function roundChanges(
  before: CompetitionDocument,
  after: CompetitionDocument,
  titleOf: (hash: string) => string,
): string[] {
  return after.rounds.flatMap((round, i) => {
    const old = before.rounds[i]
    if (!old) return [`${round.name}: added`]
    const added = round.charts.filter((chart) => !old.charts.includes(chart))
    const removed = old.charts.filter((chart) => !round.charts.includes(chart))
    return [
      ...(old.name === round.name ? [] : [`${old.name}: called ${round.name}`]),
      ...(old.start === round.start
        ? []
        : [`${round.name}: starts ${minuteOf(old.start)} → ${minuteOf(round.start)}`]),
      ...(old.end === round.end ? [] : [`${round.name}: ends ${minuteOf(old.end)} → ${minuteOf(round.end)}`]),
      ...changedRules(old, round).map((rule) => `${round.name}: ${rule}`),
      ...(added.length > 0 ? [`${round.name}: added ${listOf(added.map(titleOf))}`] : []),
      ...(removed.length > 0 ? [`${round.name}: removed ${listOf(removed.map(titleOf))}`] : []),
    ]
  })
}

type Round = CompetitionDocument['rounds'][number]

function changedRules(before: Round, { attempts, counted, cmod }: Round): string[] {
  return [
    ...(before.attempts === attempts
      ? []
      : [attempts === 'first' ? 'only first attempts count' : 'best plays count']),
    ...(before.counted === counted
      ? []
      : [counted === null ? 'all charts count' : `the best ${counted} charts count`]),
    ...(before.cmod === cmod ? [] : [cmod ? 'CMod is allowed' : "CMod isn't allowed"]),
  ]
}

/** Titles of charts in a sentence. */
const titlesShown = 5

function listOf(titles: readonly string[]): string {
  const more = titles.length - titlesShown
  return more > 0 ? `${titles.slice(0, titlesShown).join(', ')} and ${more} more` : titles.join(', ')
}

/** Of seconds. */
function lengthOf(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
