import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  /** The shared text before the address. */
  readonly title: string
  readonly url: string
}

/** Shares an address by the device's own dialog where there is one, else copies it. */
export function ShareButton({ title, url }: Props) {
  if (typeof navigator.share !== 'function') return <CopyButton text={url} label="Share" withLabel />
  // A dismissed dialog rejects too, and needs no message.
  const share = () => void navigator.share({ title, url }).catch(() => undefined)
  return (
    <Button size="small" onClick={share}>
      <Icon name="share" /> Share
    </Button>
  )
}
