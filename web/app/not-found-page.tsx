import { NotFound } from '../ui/page-state.tsx'

export function NotFoundPage() {
  return (
    <NotFound
      title="Page not found"
      text="There's no page at this address."
      way={{ to: '/', words: 'Back to Home' }}
    />
  )
}
