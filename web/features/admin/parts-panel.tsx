import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import type { ReactNode } from 'react'
import { countText } from '../../ui/count-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { Tag } from '../../ui/tag.tsx'
import { durationText } from './find-warnings.ts'

/** Whether each part answers, and how far what follows the ledger is behind. */
export function PartsPanel({ state: { parts, lags } }: { state: OperationsState }) {
  return (
    <Panel title="Health">
      <ul>
        {parts.map(({ name, product, silentSeconds }) => (
          <Row key={name} name={partNames[name] ?? name} detail={product}>
            {silentSeconds === null ? (
              <Tag variant="ok">Answers</Tag>
            ) : (
              <Tag variant="bad">No answer for {durationText(silentSeconds)}</Tag>
            )}
          </Row>
        ))}
        {lags.map(({ projection, waiting, seconds }) => (
          <Row
            key={projection}
            name={lagNames[projection]}
            detail={waiting === 0 ? 'Up to date' : `${countText(waiting)} waiting`}
          >
            {seconds !== null && <span className="tabular-nums">{durationText(seconds)} behind</span>}
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

const partNames: Readonly<Record<string, string>> = {
  database: 'Database',
  ledger: 'Ledger',
  redis: 'Boards and push',
  storage: 'Storage',
  mail: 'Mail',
}

const lagNames = {
  live: 'Read models',
  next: 'Next generation',
  standings: 'Event standings',
  redis: 'Boards in Redis',
} as const

function Row({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-2 last:border-0">
      <div className="min-w-0 grow">
        <p className="font-semibold">{name}</p>
        <p className="mute text-xs wrap-anywhere">{detail}</p>
      </div>
      {children}
    </li>
  )
}
