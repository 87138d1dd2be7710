// The dashboard and the alert rules of docker/ ask for what the product measures.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const read = (path: string) => readFileSync(new URL(`../../../../../docker/${path}`, import.meta.url), 'utf8')

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }

/** The labels of each series, by its name. */
async function listSeries(): Promise<ReadonlyMap<string, readonly string[]>> {
  const metrics = createMetrics()
  metrics.startProcessMetrics()
  const listed = metrics.registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[]; buckets?: number[] }[]
  return new Map(
    listed.flatMap(({ name, labelNames, buckets }) =>
      (buckets ? ['_bucket', '_sum', '_count'] : ['']).map((suffix) => [name + suffix, labelNames] as const),
    ),
  )
}

const dashboard = JSON.parse(read('grafana/heddle-dashboard.json')) as { readonly panels: readonly Panel[] }
const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const))
const alerts = read('prometheus/alerts.yml')
const rules = [...alerts.matchAll(/- alert: (\w+)\n +expr: (?:>-\n)?([^]*?)\n +(?:for|labels):/g)].map(
  ([, name = '', expr = '']) => [name, expr] as const,
)

test('the files have what is looked for', () => {
  expect(queries.length).toBeGreaterThan(30)
  expect(rules).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0)
})

test.each([...queries, ...rules])('%s asks for series and labels that exist', async (_name, expr) => {
  const series = await listSeries()
  const names = [...expr.matchAll(/\b(?:heddle|nodejs|process)_\w+/g)].map(([name]) => name)
  expect(names.filter((name) => !series.has(name))).toEqual([])
  for (const [, name = '', matchers = ''] of expr.matchAll(/(\w+)\{(.*?)\}/g)) {
    const labels = [...matchers.matchAll(/(\w+)(?:=|!)/g)].map(([, label]) => label)
    expect([...(series.get(name) ?? []), 'job', 'instance']).toEqual(expect.arrayContaining(labels))
  }
})
