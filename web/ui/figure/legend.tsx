import type { ReactNode } from 'react'

export function Legend({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <ul
      className={`mute flex flex-wrap gap-x-4 gap-y-0.5 border-t border-line px-4 py-1.5 text-xs ${className}`}
    >
      {children}
    </ul>
  )
}

export function LegendItem({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="inline-flex">
        {sign}
      </span>
      {children}
    </li>
  )
}
