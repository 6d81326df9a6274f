import { Dialog } from '../../../ui/dialog.tsx'
import { SearchPanel } from './search-panel.tsx'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

export function SearchDialog({ open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Search" shape="top">
      <SearchPanel onChosen={onClose} />
    </Dialog>
  )
}
