import type { PublishedFile } from '@stepledger/contracts/http/data.ts'
import { expect, it } from 'vitest'
import { filesWithin, tablesIn } from './files-within.ts'

function file(month: string | null, bytes: number): PublishedFile {
  return { table: 'timing', month, bytes, rows: 1, sha256: '', url: `/data/files/${month}` }
}

it('loads the newest months of a large table, at least one', () => {
  const files = [file('2026-01', 40), file('2026-03', 50), file('2026-02', 50)]
  expect(filesWithin(files, 100).map(({ month }) => month)).toEqual(['2026-03', '2026-02'])
  expect(filesWithin(files, 10).map(({ month }) => month)).toEqual(['2026-03'])
  expect(filesWithin(files, 140)).toHaveLength(3)
  expect(filesWithin([], 140)).toEqual([])
})

it('finds the tables of a query after FROM and JOIN', () => {
  const tables = [{ name: 'plays' }, { name: 'chart_months' }, { name: 'charts' }]
  const named = (sql: string) => tablesIn(sql, tables).map(({ name }) => name)
  expect(named('SELECT count(*) FROM PLAYS')).toEqual(['plays'])
  expect(named('FROM chart_months JOIN "charts" USING (chart)')).toEqual(['chart_months', 'charts'])
  expect(named('SELECT a.plays FROM chart_months AS a, charts b')).toEqual(['chart_months', 'charts'])
  expect(named('SELECT plays FROM chart_months')).toEqual(['chart_months'])
  expect(named('SELECT 1')).toEqual([])
})
