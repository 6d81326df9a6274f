import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { Panel } from '../../ui/panel.tsx'

export function SizesPanel({ sizes }: Pick<OperationsState, 'sizes'>) {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const largest = Math.max(1, ...sizes.map(({ bytes }) => bytes))
  return (
    <Panel title="Database" aside={sizeText(total)}>
      <ul className="py-1.5">
        {sizes.map(({ schema, bytes }) => (
          <li
            key={schema}
            className="grid grid-cols-[6rem_minmax(0,1fr)_5.5rem] items-center gap-3 px-4 py-1 text-sm"
          >
            <span className="font-semibold">{nameOf(schema)}</span>
            <span className="h-2 bg-base-content/11" aria-hidden="true">
              <span className="block h-full bg-primary" style={{ width: `${(100 * bytes) / largest}%` }} />
            </span>
            <span className="text-right tabular-nums">{sizeText(bytes)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** "Generation 3" for the schema g3. */
function nameOf(schema: string): string {
  return schema.replace(/^g(\d+)$/, 'Generation $1').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}
