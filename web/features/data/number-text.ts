const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' })

/** Formats a number for figures and tables, with a true minus sign and without negative zero. */
export function numberText(value: number): string {
  return number.format(value).replace('-', '−')
}
