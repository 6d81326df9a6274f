import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import { PublishedData } from './published-data.tsx'

export function YourDataSection() {
  return (
    <div className="grid lg:grid-cols-2">
      <PublishedData />
      <DownloadData />
      <DeleteAccount />
    </div>
  )
}
