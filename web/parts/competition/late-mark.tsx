import { Icon } from '../../ui/icon.tsx'

export const lateText = 'Received late, within the grace period'

/** Marks a late score. `text`: the tooltip, also read by screen readers. */
export function LateMark({ text = lateText }: { text?: string }) {
  return (
    <span title={text} className="mute inline-flex flex-none align-middle">
      <Icon name="clock" className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** The legend below a list. Hidden from screen readers, which read the text of each mark. */
export function LateLegend({ className }: { className: string }) {
  return (
    <p aria-hidden="true" className={`mute flex items-center gap-1.5 px-4 text-xs ${className}`}>
      <Icon name="clock" className="size-3.5 flex-none" />
      {lateText}
    </p>
  )
}
