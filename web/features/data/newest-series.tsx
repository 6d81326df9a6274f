import type { AnalysisTable } from '@stepledger/contracts/analysis/table.ts'
import type { PublishedSeries } from '@stepledger/contracts/http/data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { counted } from '../../ui/count-text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FileRows } from './file-rows.tsx'

interface Props {
  readonly series: PublishedSeries
  readonly tables: readonly AnalysisTable[]
}

/** The files of the newest series by table. */
export function NewestSeries({ series, tables }: Props) {
  return (
    <Panel title="Files" aside={<span className="mute text-sm">Series {series.id}</span>}>
      {tables.map(({ name }) => {
        const files = series.files.filter(({ table }) => table === name)
        if (files.length === 0) return null
        const rows = files.reduce((total, file) => total + file.rows, 0)
        const bytes = files.reduce((total, file) => total + file.bytes, 0)
        return (
          <Disclosure
            key={name}
            title={name}
            aside={`${counted(rows, 'row')} · ${sizeText(bytes)} · ${counted(files.length, 'file')}`}
          >
            {() => <FileRows files={files} />}
          </Disclosure>
        )
      })}
    </Panel>
  )
}
