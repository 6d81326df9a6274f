import { countText } from './find-warnings.ts'

/** "3 plays of 1 player on 2 charts". */
export function extentText({
  plays,
  players,
  charts,
}: {
  readonly plays: number
  readonly players: number
  readonly charts: number
}): string {
  return `${counted(plays, 'play')} of ${counted(players, 'player')} on ${counted(charts, 'chart')}`
}

/** "1 board", "1,204 boards". */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
