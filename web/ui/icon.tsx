import type { ReactNode } from 'react'

/** 16 × 16 grid, 1.75 px line; `.ic` sets stroke and size. */
const drawings = {
  user: (
    <>
      <circle cx="8" cy="5" r="2.9" />
      <path d="M2.6 14c.5-3 2.6-4.4 5.4-4.4s4.9 1.4 5.4 4.4" />
    </>
  ),
  rival: <path fill="currentColor" strokeWidth="1" d="M1.5 3L7 8l-5.5 5zM14.5 3L9 8l5.5 5z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  share: <path d="M8 10V2.5M5 5l3-3 3 3M3 8.5v5h10v-5" />,
  swap: <path d="M5 13V3M2.5 5.5L5 3l2.5 2.5M11 3v10M8.5 10.5L11 13l2.5-2.5" />,
  minus: <path d="M3 8h10" />,
  down: <path d="M4 6l4 4 4-4" />,
  up: <path d="M8 13V3M4 7l4-4 4 4" />,
  menu: <path d="M2 4h12M2 8h12M2 12h12" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.5V8l2.5 1.8" />
    </>
  ),
  theme: (
    <>
      <path d="M8 2a6 6 0 100 12zM8 2a6 6 0 010 12" />
      <path fill="currentColor" d="M8 2a6 6 0 000 12z" />
    </>
  ),
  download: <path d="M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11" />,
  find: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="M10.5 10.5L14 14" />
    </>
  ),
  filter: <path d="M2 4h12M4.5 8h7M6.5 12h3" />,
  warn: <path d="M8 2L1.5 13.5h13zM8 6.5V10M8 12v.1" />,
  copy: <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />,
  check: <path d="M3 8.5l3.2 3.2L13 4.8" />,
  close: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />,
  key: (
    <>
      <circle cx="5" cy="11" r="2.7" />
      <path d="M7 9l6.5-6.5M11 5l2 2" />
    </>
  ),
  edit: <path d="M2.5 13.5l.8-3.3 7.7-7.7 2.5 2.5-7.7 7.7zM9.3 4.2l2.5 2.5" />,
  bell: <path d="M3 12h10c-1.2-1-1.6-2.2-1.6-4.6a3.4 3.4 0 00-6.8 0C4.6 9.8 4.2 11 3 12zM6.7 14.3h2.6" />,
  event: <path d="M4 14.5v-12M4 3h8.5L10 6l2.5 3H4" />,
  boards: <path d="M2.5 14V8.5h3.7V14M6.2 14V3h3.7v11M9.9 14V6h3.6v8" />,
  upload: <path d="M8 10.5v-8M4.5 5.5L8 2l3.5 3.5M2.5 13.5h11" />,
  back: <path d="M10 3.5L5.5 8l4.5 4.5" />,
  help: <path d="M5.5 6.2a2.5 2.5 0 113.7 2.2c-.8.45-1.2.8-1.2 1.6M8 12.6v.1" />,
  packs: <path d="M2.5 5.5h11v8h-11zM3.8 3.4h8.4M5 1.5h6" />,
  charts: <path d="M3 14V9M6.3 14V4M9.7 14V7M13 14V2" />,
  out: <path d="M6.5 2.5h-4v11h4M7 8h6.5M10.5 5l3 3-3 3" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** An icon beside a label; hidden from screen readers. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`ic ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
