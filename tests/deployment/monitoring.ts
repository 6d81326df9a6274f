import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from './compose-file.ts'

/** Alert rules in the format of Prometheus. Strict: a misspelt key is an error. */
const alertRules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string().min(1),
          for: z
            .string()
            .regex(/^\d+[smhd]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'info']) }),
          annotations: z.strictObject({ summary: z.string().min(1) }),
        }),
      ),
    }),
  ),
})
export type AlertRule = z.infer<typeof alertRules>['groups'][number]['rules'][number]

/** What the test reads of a dashboard in Grafana's JSON model. */
const dashboard = z.object({
  uid: z.string(),
  schemaVersion: z.int(),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1) })).default([]),
    }),
  ),
})

const readText = (path: string) => readFile(new URL(path, root), 'utf8')

export async function readAlertRules(): Promise<AlertRule[]> {
  const { groups } = alertRules.parse(parse(await readText('deployment/monitoring/alerts.yaml')))
  return groups.flatMap(({ rules }) => rules)
}

export async function readDashboard() {
  return dashboard.parse(JSON.parse(await readText('deployment/monitoring/dashboard.json')))
}

/** All expressions of the rules and the dashboard. */
export async function monitoredExpressions(): Promise<string[]> {
  const { panels } = await readDashboard()
  return [
    ...(await readAlertRules()).map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
}

/** The selectors of metrics in an expression of PromQL: names with the labels that they match, and in `by (…)`. */
export function selectorsOf(expr: string): { readonly name: string; readonly labels: readonly string[] }[] {
  return [...expr.matchAll(/\b((?:stepledger|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }),
  )
}
