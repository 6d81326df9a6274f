/** A sample: `labels` as written between the braces. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const help = /^# HELP ([a-zA-Z_:][\w:]*) (\S.*)$/
const type = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary|untyped)$/
const sample =
  /^([a-zA-Z_:][\w:]*)(?:\{([a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"(?:,[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*")*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"/g
const ofFamily = { counter: [''], gauge: [''], untyped: [''], summary: ['', '_sum', '_count'] } as const
const ofHistogram = ['_bucket', '_sum', '_count']

/**
 * Parses the text format of Prometheus (0.0.4) strictly: each family once, with HELP and TYPE before its samples, no
 * duplicate sample, proper counter names, cumulative buckets. Throws with the line that breaks a rule.
 */
export function readPrometheusText(text: string): Sample[] {
  const samples: Sample[] = []
  const seen = new Set<string>()
  const families = new Set<string>()
  let family = { name: '', type: '' }
  let helped = ''
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  for (const line of text.split('\n')) {
    const must = (holds: boolean, rule: string) => {
      if (!holds) throw new Error(`${rule}: ${line}`)
    }
    const [, helpOf] = help.exec(line) ?? []
    const [, typeOf, kind = ''] = type.exec(line) ?? []
    const [, name, labelText = '', value] = sample.exec(line) ?? []
    if (line === '') continue
    if (helpOf) helped = helpOf
    else if (typeOf) {
      must(typeOf === helped, 'TYPE without HELP before it')
      must(!families.has(typeOf), 'a family twice')
      if (kind === 'counter') must(typeOf.endsWith('_total'), 'a counter of another name')
      families.add(typeOf)
      family = { name: typeOf, type: kind }
    } else {
      if (name === undefined) throw new Error(`no line of this format: ${line}`)
      must(
        suffixesOf(family.type).some((end) => name === family.name + end),
        'a sample of no family',
      )
      must(!seen.has(`${name}{${labelText}}`), 'a sample twice')
      seen.add(`${name}{${labelText}}`)
      const labels = Object.fromEntries([...labelText.matchAll(label)].map(([, key, said]) => [key, said]))
      samples.push({ name, labels, value: Number(value?.replace('Inf', 'Infinity')) })
    }
  }
  checkBuckets(samples)
  return samples
}

function suffixesOf(kind: string): readonly string[] {
  if (kind === 'histogram') return ofHistogram
  return kind === 'summary' ? ofFamily.summary : ofFamily.gauge
}

function checkBuckets(samples: readonly Sample[]): void {
  const last = new Map<string, { le: number; value: number }>()
  for (const { name, labels, value } of samples) {
    const { le, ...others } = labels
    const series = (end: string) => name.replace(/_(bucket|count)$/, end) + JSON.stringify(others)
    if (name.endsWith('_bucket') && le !== undefined) {
      const edge = Number(le.replace('Inf', 'Infinity'))
      const before = last.get(series('')) ?? { le: Number.NEGATIVE_INFINITY, value: 0 }
      if (edge <= before.le || value < before.value) throw new Error(`buckets out of order: ${name} ${le}`)
      last.set(series(''), { le: edge, value })
    } else if (name.endsWith('_count') && last.has(series(''))) {
      const all = last.get(series(''))
      if (all?.le !== Infinity || all.value !== value) throw new Error(`${name} is not its last bucket`)
    }
  }
}
