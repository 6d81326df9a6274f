import { fewestPlayers } from '@stepledger/contracts/analysis/anonymity.ts'
import { quoted } from './duck.ts'

/**
 * A query: of the rows of a table those that may be published under `cell`, a list of its columns. Rows with the same
 * cell are dealt out in layers, each holding one row of every player who has as many; layers of fewer than
 * `fewestPlayers` players are left out. So no player has more than one in five of the rows that look the same, however
 * often they played, also for one who knows how this is done. `secret` decides which row of a player comes first. The
 * table has the columns player and id.
 */
export function layersOf(table: string, cell: string, secret: string): string {
  const shuffled = `sha256(${quoted(`${secret}:order:`)} || id::varchar)`
  return `
    select * from (
      select *, count(*) over (partition by layer, ${cell}) as players_of_layer from (
        select *, row_number() over (partition by player, ${cell} order by ${shuffled}) as layer from ${table}
      )
    ) where players_of_layer >= ${fewestPlayers}`
}
