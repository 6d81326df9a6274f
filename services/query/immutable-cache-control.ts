/** The `cache-control` of content that never changes at its address. */
export const immutable = `public, max-age=${365 * 24 * 3600}, immutable`
