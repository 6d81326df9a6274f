import { expect, it } from 'vitest'
import { nameOfStatement } from './follow-steps.ts'

it('names the steps of a build by what their statements do to which table or index', () => {
  const names = [
    '\n insert into g12.passings (player, rival)\n with x as (select 1) select * from x',
    'with touched as materialized (select 1), gone as (delete from g2.best b using touched t) select',
    'create unique index plays_content on g1.plays (player, fingerprint)',
    ' alter table g1.best add primary key (chart, player, system)',
    'create temp table seen_charts on commit drop as select chart from g1.plays',
    'analyze g1.improvements, g1.firsts',
    'vacuum (analyze) g1.charts, g1.packs',
    'fetch 10000 from meet_charts',
    'select 1',
  ].map(nameOfStatement)
  expect(names).toEqual([
    'insert into passings',
    'delete from best',
    'create unique index plays_content',
    'alter table best',
    'create temp table seen_charts',
    'analyze improvements',
    'vacuum charts',
    'fetch meet_charts',
    null,
  ])
})
