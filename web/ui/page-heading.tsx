/** The name of a page that has no card to carry it. */
export function PageHeading({ children }: { children: string }) {
  return <h1 className="mb-4 text-3xl font-extrabold font-stretch-expanded md:mb-6">{children}</h1>
}
