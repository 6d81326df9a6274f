import type { ScoreOnBoard } from '@stepledger/contracts/http/shapes/score.ts'
import { playTimeText, sessionDate, sessionName } from '@stepledger/contracts/look/session-words.ts'
import { starsOf } from '@stepledger/contracts/look/star.ts'
import type { Card } from './card.ts'

/** Title and description of a link preview. */
export interface CardWords {
  readonly title: string
  readonly description: string
}

export function wordsOf(card: Card): CardWords {
  switch (card.kind) {
    case 'play': {
      const { player, chart, scores, board, onNoBoard } = card
      const first = scores.filter(({ leaderboard }) => leaderboard === board)
      const others = scores.filter(({ leaderboard }) => leaderboard !== board)
      return {
        title: `${player.alias} on ${chart.title}`,
        description: [`${[...first, ...others].map(scoreText).join(' · ')}.`, songText(chart), onNoBoard]
          .filter(Boolean)
          .join(' '),
      }
    }
    case 'chart': {
      const { chart, plays, players, leaders } = card
      const best = leaders.map((leader) => `${scoreText(leader)} by ${leader.alias}`)
      return {
        title: chart.title,
        description: [
          songText(chart),
          `${countOf(plays, 'play')}, ${countOf(players, 'player')} on the boards.`,
          best.length > 0 ? `${best.join(' · ')}.` : 'Be the first to set a score on this chart!',
        ].join(' '),
      }
    }
    case 'pack':
      return {
        title: card.pack.name,
        description: `${countOf(card.songs, 'song')}, ${countOf(card.charts, 'chart')}.`,
      }
    case 'event': {
      const { name, final, players, rounds, leaders } = card
      const first = leaders.map(
        ({ rank, player, points }) => `#${rank} ${player.alias} ${points.toLocaleString('en')}`,
      )
      return {
        title: name,
        description: [
          `${final ? 'Final standings' : competitionDates(card)}.`,
          `${countOf(rounds, 'round')}, ${countOf(players, 'player')}.`,
          first.length > 0 ? `${first.join(' · ')}.` : '',
        ]
          .join(' ')
          .trim(),
      }
    }
    case 'session': {
      const { player, day, plays, seconds, steps, bests } = card
      const best = card.shown.map(({ title, ...score }) => `${title}: ${scoreText(score)}`)
      return {
        title: `${player.alias}: ${sessionName(day)}`,
        description: [
          `${sessionDate(day)}.`,
          `${countOf(plays, 'play')} in ${playTimeText(seconds)}, ${countOf(steps, 'step')}, ${countOf(bests, 'best')}.`,
          best.length > 0 ? `${best.join(' · ')}.` : '',
        ]
          .join(' ')
          .trim(),
      }
    }
    case 'player': {
      const last = card.last.map(({ title, ...score }) => `${title}: ${scoreText(score)}`)
      return {
        title: card.player.alias,
        description: [`${countOf(card.plays, 'play')}.`, last.length > 0 ? `${last.join(' · ')}.` : '']
          .join(' ')
          .trim(),
      }
    }
  }
}

/** `December 7, 2026 to February 8, 2027`, in UTC. */
export function competitionDates({ start, end }: { start: string; end: string }): string {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
  return `${day.format(new Date(start))} to ${day.format(new Date(end))}`
}

/** `1 play`, `1,234 plays`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function songText({ title, artist, meter }: { title: string; artist: string; meter: number | null }): string {
  return `${title}${artist === '' ? '' : ` by ${artist}`}${meter === null ? '' : `, meter ${meter}`}.`
}

function scoreText({ leaderboard, data: { score, grade } }: ScoreOnBoard): string {
  const stars = starsOf(grade)
  return `${leaderboard} ${score}% ${stars ? '★'.repeat(stars.count) : grade}`
}
