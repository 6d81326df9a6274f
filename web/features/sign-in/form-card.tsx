import type { ReactNode } from 'react'

/** A narrow, centred card for forms. */
export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel mx-auto mt-2 w-full max-w-md md:mt-8">
      <div className="p-4 md:p-6">
        <h1 className="text-2xl font-extrabold font-stretch-semi-expanded">{title}</h1>
        {children}
      </div>
    </section>
  )
}
