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

/** The custom property that holds a judgment's colour; rules to come may name judgments that have none of their own. */
export function judgmentProperty(name: string): string {
  return properties.get(name) ?? '--ink-2'
}
