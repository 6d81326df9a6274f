import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openDuck } from './duck.ts'
import { prepareHistory } from './prepare-history.ts'

/** Long sessions, which several threads would aggregate. */
const staged = `
  create table history_plays as
    select i as id, ('00000000-0000-0000-0000-00000000000' || i % 3)::uuid as player, 'chart' as chart, i * 20 as played,
      true as ranked, sin(i) as mean, cos(i) as deviation, (i * 7919) % 10000 as ex
    from range(30000) as one(i);
  create table history_players as select null::uuid as id, null as country limit 0;
  create table history_charts as select 'chart' as chart, 'dance-single' as steps_type, 9 as meter`

async function contents(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-prepare-'))
  const duck = await openDuck(folder)
  try {
    await duck.run(staged)
    await prepareHistory(duck, 86_400_000)
    const [row] = await duck.rows(
      `select md5(string_agg(md5(p::varchar), '' order by id)) as contents from plays p`,
      z.object({ contents: z.string() }),
    )
    return row?.contents
  } finally {
    duck.close()
    await rm(folder, { recursive: true })
  }
}

it('is deterministic to the last bit, so that unchanged months are not exported again', async () => {
  const first = await contents()
  for (let again = 1; again <= 3; again++) expect(await contents()).toBe(first)
})
