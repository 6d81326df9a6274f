/**
 * SQL: the period of a time in ms. A period is 2^30 ms, twelve days and a half; ten years have fewer than three
 * hundred.
 */
export function periodOf(time: string): string {
  return `(${time} >> 30)::integer`
}

/** SQL: the first ms of a period. */
export function startOf(period: string): string {
  return `(${period}::bigint << 30)`
}
