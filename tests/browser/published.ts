import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { quietDays } from '@stepledger/contracts/analysis/anonymity.ts'
import type { AnalysisTable } from '@stepledger/contracts/analysis/table.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { dataFilesPath, type PublishedData, type PublishedFile } from '@stepledger/contracts/http/data.ts'
import type { Page } from 'playwright-core'
import { analysisRows } from '../generators/analysis-tables.ts'
import { fillTables } from '../generators/fill-tables.ts'

/** Published data as a site lists it, with its files by address. */
export interface Published {
  readonly list: PublishedData
  readonly files: ReadonlyMap<string, Buffer>
}

/** The generated community as a published series: Parquet, a file per month, zstd, several row groups. */
export async function publish(): Promise<Published> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-published-'))
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await fillTables(connection, analysisTables, analysisRows())
  const files = new Map<string, Buffer>()
  const listed: PublishedFile[] = []
  for (const table of analysisTables) {
    for (const month of await monthsOf(table)) {
      const where = month === null ? '' : `WHERE month = '${month}-01'`
      const name = `${table.name}${month === null ? '' : `-${month}`}.parquet`
      const path = join(folder, name)
      await connection.run(
        `COPY (SELECT * FROM ${table.name} ${where} ORDER BY ${table.sortedBy.map((name) => `"${name}"`).join(', ')}) TO '${path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)`,
      )
      const rows = await numberOf(`SELECT count(*) FROM ${table.name} ${where}`)
      const bytes = await readFile(path)
      const url = `${dataFilesPath}sample/${name}`
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      files.set(url, bytes)
      listed.push({ table: table.name, month, bytes: bytes.length, rows, sha256, url })
    }
  }
  await rm(folder, { recursive: true })
  return { files, list: listOf(listed) }

  async function monthsOf({ name, monthly }: AnalysisTable): Promise<(string | null)[]> {
    if (!monthly) return [null]
    const months = await connection.runAndReadAll(
      `SELECT DISTINCT strftime(month, '%Y-%m') FROM ${name} ORDER BY 1`,
    )
    return months.getRowsJS().map(([month]) => String(month))
  }
  async function numberOf(sql: string): Promise<number> {
    return Number((await connection.runAndReadAll(sql)).getRowsJS()[0]?.[0])
  }
}

function listOf(files: PublishedFile[]): PublishedData {
  return {
    series: [
      {
        id: 'sample',
        madeAt: '2026-11-02T04:00:00.000Z',
        schemaVersion: 1,
        format: 'parquet',
        ledgerId: 'sample',
        positions: [0],
        rules: 'Sample',
        months: [],
        files,
      },
    ],
    tables: [...analysisTables],
    schemaChanges: [],
    licence: 'CC BY 4.0',
    fewestPlayers: 5,
    quietDays,
    publishedAt: '04:00',
  }
}

/** Answers a page's requests for published data, instead of the server. */
export async function servePublished(page: Page, { list, files }: Published): Promise<void> {
  await page.route('**/api/data', (route) => route.fulfill({ json: list }))
  await page.route(`**${dataFilesPath}**`, (route) => {
    const body = files.get(new URL(route.request().url()).pathname)
    return body
      ? route.fulfill({ body, contentType: 'application/octet-stream' })
      : route.fulfill({ status: 404 })
  })
}
