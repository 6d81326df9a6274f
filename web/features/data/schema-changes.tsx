import type { PublishedData } from '@stepledger/contracts/http/data.ts'
import { Panel } from '../../ui/panel.tsx'

/** The changelog of the schema, by version. */
export function SchemaChanges({ changes }: { changes: PublishedData['schemaChanges'] }) {
  return (
    <Panel title="Schema changes">
      <ol>
        {changes.map(({ version, since, changes: texts }) => (
          <li key={version} className="grid gap-1 border-b border-line px-4 py-3 last:border-0">
            <p>
              <b>Version {version}</b> <span className="mute text-sm">since {since}</span>
            </p>
            <ul className="list-[square] pl-5">
              {texts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
