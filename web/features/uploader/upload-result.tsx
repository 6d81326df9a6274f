import type { PackUpload, UploadResult } from '@stepledger/contracts/packs/upload.ts'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { nameHash } from '../../ui/name-hash.ts'
import { StepBanner } from '../../ui/step-banner.tsx'
import { counted } from './progress-text.ts'

/** A pack with its name, and what there is to say of it. */
export function UploadedPack({ upload, text }: { upload: PackUpload; text: string }) {
  const { name, packId, state } = upload
  return (
    <div className="flex items-center gap-3">
      <span className="bn w-28">
        <StepBanner hash={nameHash(name)} />
      </span>
      <div className="min-w-0">
        <p className="truncate text-lg font-bold">
          {state === 'ready' && packId !== null ? (
            <Link to={`/pack/${packId}`} className="link">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <p className="mute text-sm">{text}</p>
      </div>
    </div>
  )
}

/** "23 songs, 68 charts." */
export function resultText(result: UploadResult | null): string {
  if (result === null || 'reason' in result) return ''
  return `${counted(result.songs, 'song')}, ${counted(result.charts, 'chart')}.`
}

/** What the server could not take of a pack, each with its reason. */
export function SongsLeftOut({ result }: { result: UploadResult | null }) {
  if (result === null || 'reason' in result || result.leftOut.length === 0) return null
  const { leftOut } = result
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
      tabIndex={0}
      aria-label="Songs left out"
      className="max-h-72 overflow-y-auto"
    >
      <h3 className="text-sm font-semibold">Songs left out</h3>
      <ul className="mt-1.5 grid gap-1.5">
        {leftOut.map(({ name, reason }) => (
          <li key={`${name}\n${reason}`} className="flex gap-2.5 text-sm">
            <Icon name="warn" className="fe mt-px" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <b className="font-semibold">{name}</b>
              <span className="mute">: {reason}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
