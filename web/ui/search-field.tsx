import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

/** The input of a search. `className`: of its frame. */
export function SearchField({ className = 'h-11 w-full md:h-10', ...input }: ComponentProps<'input'>) {
  return (
    <label className={`input ${className}`}>
      <Icon name="find" className="mute" />
      <input autoComplete="off" autoCapitalize="none" spellCheck={false} {...input} />
    </label>
  )
}
