import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import { PublishedData } from './published-data.tsx'

/** What a player may do with all that is kept: keep it out of what is published, have it, or have it deleted. */
export function YourDataSection() {
  return (
    <div className="grid lg:grid-cols-2">
      <PublishedData />
      <DownloadData />
      <DeleteAccount />
    </div>
  )
}
