import type { AnalysisColumn } from '@stepledger/contracts/analysis/table.ts'
import { Field, makeData, RecordBatch, Schema, Struct, Table, tableToIPC } from 'apache-arrow'
import { decompress } from 'fzstd'
import { parquetMetadataAsync, parquetRead } from 'hyparquet'
import { arrowColumn, type Values } from './arrow-columns.ts'

type Columns = readonly Pick<AnalysisColumn, 'name' | 'type'>[]

/** Reads a Parquet file as Arrow streams, one per row group. Throws when a column is missing or of another type. */
export async function* readFile(bytes: ArrayBuffer, columns: Columns): AsyncGenerator<Uint8Array> {
  const metadata = await parquetMetadataAsync(bytes)
  let rowStart = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows)
    const chunks = new Map<string, Values[]>()
    await parquetRead({
      file: bytes,
      metadata,
      columns: columns.map(({ name }) => name),
      rowStart,
      rowEnd,
      compressors: { ZSTD: (input, length) => decompress(input, new Uint8Array(length)) },
      parsers: { dateFromDays: (days) => days, timestampFromMicroseconds: (time) => time },
      onChunk: ({ columnName, columnData }) => {
        chunks.set(columnName, [...(chunks.get(columnName) ?? []), columnData])
      },
    })
    yield streamOf(columns, chunks, rowEnd - rowStart)
    rowStart = rowEnd
  }
}

function streamOf(columns: Columns, chunks: ReadonlyMap<string, Values[]>, length: number): Uint8Array {
  const children = columns.map((column) => arrowColumn(column, joined(column.name, chunks, length)))
  const fields = children.map(({ type }, i) => new Field(columns[i]?.name ?? '', type, true))
  const schema = new Schema(fields)
  const data = makeData({ type: new Struct(fields), children, length, nullCount: 0 })
  return tableToIPC(new Table([new RecordBatch(schema, data)]), 'stream')
}

function joined(name: string, chunks: ReadonlyMap<string, Values[]>, length: number): Values {
  const parts = chunks.get(name) ?? []
  const [first] = parts
  const values = parts.length === 1 && first ? first : parts.flatMap((part) => Array.from(part))
  if (values.length !== length) throw new Error(`Column ${name} has ${values.length} of ${length} values`)
  return values
}
