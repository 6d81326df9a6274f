import type { SubmitAnswer } from '@stepledger/contracts/http/game.ts'
import { type GeneratedChart, generatedChart } from '../generators/chart.ts'
import { type PlayOptions, playBody } from '../generators/play-body.ts'
import { newPlayer, type Player, submit } from '../system/client.ts'

/** A chart with few rows, so that many plays of it are generated quickly. */
export function smallChart(seed: number, meter?: number): GeneratedChart {
  return generatedChart({ seed, rows: 60, ...(meter === undefined ? {} : { meter }) })
}

/** Registers players in parallel, named `stem01` and so on. */
export function newPlayers(url: string, stem: string, count: number): Promise<Player[]> {
  return Promise.all(
    Array.from({ length: count }, (_, i) => newPlayer(url, `${stem}${String(i + 1).padStart(2, '0')}`)),
  )
}

/** Submits a generated play as the game does. */
export function sendPlay(url: string, player: Player, options: PlayOptions): Promise<SubmitAnswer> {
  return submit(url, player, playBody(options))
}
