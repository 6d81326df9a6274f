const properties = new Map<string, string>([
  ['Fantastic (10ms)', '--j10'],
  ['Fantastic (15ms)', '--j15'],
  ['Fantastic (23ms)', '--j23'],
  ['Excellent', '--jex'],
  ['Great', '--jgr'],
  ['Decent', '--jde'],
  ['Way Off', '--jwo'],
  ['Miss', '--jmi'],
])

/** The custom property of a judgment's colour; judgments of future rules get the fallback. */
export function judgmentProperty(name: string): string {
  return properties.get(name) ?? '--ink-2'
}
