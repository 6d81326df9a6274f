import type { Passkey } from '@stepledger/contracts/http/passkeys.ts'
import type { PasskeyTransport } from '@stepledger/contracts/http/shapes/passkey-ceremony.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'

const transportLabels: Readonly<Record<PasskeyTransport, string>> = {
  internal: 'built in',
  hybrid: 'phone nearby',
  cable: 'phone nearby',
  usb: 'USB',
  nfc: 'NFC',
  ble: 'Bluetooth',
  'smart-card': 'smart card',
}

interface Props {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onDelete: () => Promise<unknown>
}

export function PasskeyRow({ passkey, onRename, onDelete }: Props) {
  const { createdAt, lastUsedAt, deviceType, transports } = passkey
  const name = passkey.name ?? 'Passkey'
  const kind = deviceType === 'multiDevice' ? 'synced' : 'on one device'
  const how = [kind, ...new Set(transports.map((transport) => transportLabels[transport]))].join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <Icon name="key" className="mute" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{name}</p>
        <p className="mute text-xs">
          Added <Time at={createdAt} format="day" /> ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={lastUsedAt} format="whole" />
            </>
          )}{' '}
          · {how}
        </p>
      </div>
      <div className="ml-auto flex gap-2">
        <Button size="small" variant="ghost" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <ConfirmButton
          size="small"
          aria-label={`Delete ${name}`}
          title="Delete passkey"
          text={`You won't be able to sign in with “${passkey.name ?? 'this passkey'}” anymore. Your device may still offer it, so delete it there too.`}
          action="Delete"
          onConfirm={onDelete}
        >
          Delete
        </ConfirmButton>
      </div>
    </li>
  )
}
