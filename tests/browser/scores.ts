import type { SubmitAnswer } from '@stepledger/contracts/http/game.ts'
import { type GeneratedChart, generatedChart } from '../generators/chart.ts'
import { type PlayOptions, playBody } from '../generators/play-body.ts'
import { newPlayer, type Player, submit } from '../system/client.ts'

/** A chart with so few rows that many plays of it are quickly made. */
export function smallChart(seed: number, meter?: number): GeneratedChart {
  return generatedChart({ seed, rows: 60, ...(meter === undefined ? {} : { meter }) })
}

/** Several players at once, named `stem01` and so on. */
export function newPlayers(url: string, stem: string, count: number): Promise<Player[]> {
  return Promise.all(
    Array.from({ length: count }, (_, i) => newPlayer(url, `${stem}${String(i + 1).padStart(2, '0')}`)),
  )
}

/** Sends a generated play as the game does. */
export function sendPlay(url: string, player: Player, options: PlayOptions): Promise<SubmitAnswer> {
  return submit(url, player, playBody(options))
}
