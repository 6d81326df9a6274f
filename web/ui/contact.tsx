import { getSite } from '@stepledger/contracts/http/site.ts'
import { useRead } from '../api/use-call.ts'

/** A link to the operator's contact, with `lead` before it; renders nothing when none is configured. */
export function Contact({ lead }: { lead: string }) {
  const contact = useRead(getSite, {}).data?.contact ?? null
  if (contact === null) return null
  const isWeb = /^https?:/.test(contact)
  return (
    <>
      {lead}{' '}
      <a className="link break-words" href={isWeb ? contact : `mailto:${contact}`} rel="noreferrer">
        {isWeb ? contact.replace(/^https?:\/\//, '') : contact}
      </a>
      .
    </>
  )
}
