import { Dialog } from '../../../ui/dialog.tsx'
import { SearchPanel } from './search-panel.tsx'

export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Search" shape="top">
      <SearchPanel onChosen={onClose} />
    </Dialog>
  )
}
