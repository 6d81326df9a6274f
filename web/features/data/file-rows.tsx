import type { PublishedFile } from '@stepledger/contracts/http/data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { Table } from '../../lists/table.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { countText } from '../../ui/count-text.ts'
import { useWide } from '../../ui/use-wide.ts'

/** Files with size, checksum and address, as a table or cards. */
export function FileRows({ files }: { files: readonly PublishedFile[] }) {
  if (!useWide())
    return (
      <ul>
        {files.map((file) => (
          <li key={file.url} className="grid gap-1 border-b border-line px-4 py-2.5 last:border-0">
            <div className="flex items-center gap-2">
              <FileLink file={file} />
              <span className="mute ml-auto text-sm">
                {countText(file.rows)} rows · {sizeText(file.bytes)}
              </span>
            </div>
            <div className="flex flex-wrap items-center gap-x-4">
              <Checksum sha256={file.sha256} />
              <CopyAddress file={file} />
            </div>
          </li>
        ))}
      </ul>
    )
  return (
    <Table
      className="mid"
      rows={files}
      keyOf={({ url }) => url}
      columns={[
        { head: 'File', cell: (file) => <FileLink file={file} /> },
        { head: 'Rows', className: 'num', cell: ({ rows }) => countText(rows) },
        {
          head: 'Size',
          className: 'num',
          cellClass: 'whitespace-nowrap',
          cell: ({ bytes }) => sizeText(bytes),
        },
        { head: 'SHA-256', cell: ({ sha256 }) => <Checksum sha256={sha256} /> },
        { head: 'Address', cell: (file) => <CopyAddress file={file} /> },
      ]}
    />
  )
}

const nameOf = ({ table, format }: PublishedFile) => `${table}.${format}`

function FileLink({ file }: { file: PublishedFile }) {
  return (
    <a className="hit font-semibold underline decoration-primary decoration-2" href={file.url} download>
      {nameOf(file)}
    </a>
  )
}

function Checksum({ sha256 }: Pick<PublishedFile, 'sha256'>) {
  return (
    <span className="flex items-center gap-1">
      <code className="mute font-mono text-xs" title={sha256}>
        {sha256.slice(0, 16)}…
      </code>
      <CopyButton text={sha256} label={`Copy SHA-256 ${sha256.slice(0, 8)}`} />
    </span>
  )
}

function CopyAddress({ file }: { file: PublishedFile }) {
  return (
    <span className="flex items-center gap-1">
      <span className="mute text-xs md:sr-only">Address</span>
      <CopyButton text={window.location.origin + file.url} label={`Copy address of ${nameOf(file)}`} />
    </span>
  )
}
