import type { PublishedSeries } from '@stepledger/contracts/http/data.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { FileRows } from './file-rows.tsx'

/** Older series that are still available. */
export function EarlierSeries({ series }: { series: readonly PublishedSeries[] }) {
  return (
    <Panel title="Earlier series">
      {series.map(({ id, madeAt, files }) => (
        <Disclosure
          key={id}
          title={<Time at={madeAt} format="whole" />}
          aside={`${files.length} files · ${id}`}
        >
          {() => <FileRows files={files} />}
        </Disclosure>
      ))}
    </Panel>
  )
}
