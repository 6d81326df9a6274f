import type { ReactNode } from 'react'

export function Buttons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>
}

interface Props {
  readonly look?: 'primary' | 'ghost' | 'plain'
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

export function StepButton({ look = 'plain', disabled = false, onClick, children }: Props) {
  const looks = { primary: 'btn-primary', ghost: 'btn-ghost', plain: '' }
  return (
    <button type="button" className={`btn h-11 md:h-10 ${looks[look]}`} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  )
}
