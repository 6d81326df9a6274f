import { Icon } from '../../../ui/icon.tsx'

/** Opens the search: on wide screens a field with its key, on phones an icon. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-search size-10 md:h-9"
      aria-haspopup="dialog"
      aria-keyshortcuts="/"
      aria-label="Search"
      onClick={onOpen}
    >
      <Icon name="find" />
      <span className="mute hidden font-normal lg:inline">Search</span>
      <kbd className="hidden lg:inline">/</kbd>
    </button>
  )
}
