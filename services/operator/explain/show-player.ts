import { aligned, count, counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import type { ExplainedPlayer, UnfoldedEvent } from './explain-player.ts'
import type { PlaceOfPlay } from './places-of-plays.ts'

export function showPlayer(explained: ExplainedPlayer): string[] {
  const { player, erasedAt, partition, generation, plays, latest, parked, waiting } = explained
  const total = plays.counting + plays.unranked + plays.withdrawn
  return [
    ...aligned([
      ['Player', `${player.alias === null ? 'no account' : printable(player.alias)} (${player.id})`],
      ...(erasedAt === null ? [] : [['Erased', `${erasedAt}; later events of this player are skipped`]]),
      ['Events', `in partition ${partition}: \`ledger events --player ${player.id}\``],
      [
        'Plays',
        `${count(total)} in generation ${generation}: ${count(plays.counting)} count, ${count(plays.unranked)} do not, ${count(plays.withdrawn)} withdrawn`,
      ],
      ['Parked', parked.length === 0 ? 'none' : counted(parked.length, 'event')],
      ['Waiting', waiting.length === 0 ? 'none' : `${counted(waiting.length, 'event')} not folded yet`],
    ]),
    ...parked.map(unfoldedLine),
    ...waiting.map(unfoldedLine),
    ...(latest.length === 0 ? [] : ['', ...showPlaces(latest)]),
  ]
}

function unfoldedLine({ position, type, parkedFor }: UnfoldedEvent): string {
  const why = parkedFor === null ? 'not folded yet' : printable(parkedFor)
  return `  ${position} ${printable(type)}: ${why}`
}

export function showPlaces(plays: readonly PlaceOfPlay[]): string[] {
  return aligned([
    ['Play', 'Event', 'Received', 'Chart', 'Place'],
    ...plays.map(({ playId, position, receivedAt, chart, ...place }) => [
      String(playId),
      position,
      receivedAt,
      `${printable(chart.title)} (${chart.hash})`,
      placeText(place),
    ]),
  ])
}

function placeText({
  place,
  ranks,
  reasons,
  wipe,
}: Pick<PlaceOfPlay, 'place' | 'ranks' | 'reasons' | 'wipe'>) {
  switch (place) {
    case 'ranked':
      return ranks.map(({ board, rank, total }) => `${board} ${count(rank)} of ${count(total)}`).join(', ')
    case 'beaten':
      return 'beaten by better plays of the same player'
    case 'unranked':
      return `not ranked: ${reasons.join(', ')}`
    case 'wiped':
      return `wiped: \`ledger reinstate ${wipe}\` brings it back`
    case 'withdrawn':
      return 'withdrawn permanently'
  }
}
