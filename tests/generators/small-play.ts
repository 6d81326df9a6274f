import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { packPoints } from '@stepledger/contracts/play/pack-points.ts'
import { columnsOfRows, packRows } from '@stepledger/contracts/play/pack-rows.ts'

/** A uuid by number. */
export function playerNumber(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

/**
 * A play of three rows, whose offset in seconds decides the scores. Two plays of a player with the same `content` (the
 * play id by default) are resends.
 */
export function smallPlay(play: {
  playId: number
  player: string
  chart: string
  offset: number
  at: number
  playedAt?: number
  title?: string
  meter?: number | null
  passed?: boolean
  expectedRows?: number
  lifeRanOut?: boolean
  speed?: 'C' | 'M'
  content?: string
}): PlaySubmitted {
  const fingerprint = new Uint8Array(32)
  new TextEncoder().encodeInto(play.content ?? String(play.playId), fingerprint)
  return {
    id: `play-${play.playId}`,
    type: 'PlaySubmitted',
    v: 1,
    at: play.at,
    key: play.player,
    data: {
      playId: play.playId,
      fingerprint,
      playKey: null,
      chart: play.chart,
      playedAt: play.playedAt ?? play.at,
      bodyVersion: '1.2',
      songName: play.title ?? 'Song',
      artist: 'Artist',
      pack: 'Pack',
      stepartist: '',
      description: null,
      length: '1:30',
      meter: play.meter === undefined ? 10 : play.meter,
      rate: 1,
      autoplay: false,
      passed: play.passed ?? true,
      ...(play.lifeRanOut === undefined ? {} : { lifeRanOut: play.lifeRanOut }),
      ...(play.expectedRows === undefined ? {} : { expectedRows: play.expectedRows }),
      radar: { holds: [0, 0], mines: [0, 0], rolls: [0, 0] },
      rows: packRows(
        columnsOfRows([
          [1, play.offset],
          [2, 0],
          [3, play.offset / 2],
        ]),
      ),
      lifebar: packPoints([{ x: 1, y: 1 }]) ?? { count: 0, columns: {} },
      nps: null,
      peakNps: null,
      modifiers: play.speed === undefined ? null : { speed: { type: play.speed, value: 560 } },
      sealed: new Uint8Array(28),
    },
  }
}
