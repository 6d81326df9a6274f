/** Returns the token of an `Authorization` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null
  return /^Bearer +([\w.~+/=-]{1,200})$/i.exec(header)?.[1] ?? null
}
