import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allMetrics, catalogue } from '../../src/app/metrics/catalogue.ts'
import { sources } from '../tidy/repository.ts'

const root = join(import.meta.dirname, '../../..')
const text = (path: string) => readFile(join(root, path), 'utf8')

/** What prom-client adds: figures of the process and of Node. */
const isDefault = (name: string) => /^(?:process|nodejs)_/.test(name) || name === 'up'
/** The metrics that an expression of Prometheus names, and which of their labels. */
const named = (expressions: string): string[] => [
  ...new Set(expressions.match(/\b(?:florin|process|nodejs)_[a-z_]+\b/g) ?? []),
]
const baseOf = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')
const find = (name: string) => allMetrics.find((metric) => metric.name === name || metric.name === baseOf(name))

test('every metric has a name, a sentence and labels by the rules of Prometheus', () => {
  const names = allMetrics.map(({ name }) => name)
  expect(names.length).toBe(new Set(names).size)
  expect(names.filter((name) => !/^florin_[a-z0-9_]+$/.test(name))).toEqual([])
  const wrong = allMetrics.filter(
    ({ name, type, unit }) =>
      (type === 'counter') !== name.endsWith('_total') ||
      (unit === 'seconds' && !/_seconds(?:_total)?$/.test(name)) ||
      (unit === 'minor units' && !/_minor(?:_total)?$/.test(name)),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(allMetrics.filter(({ help }) => !help.endsWith('.')).map(({ name }) => name)).toEqual([])
})

test('no label says who: no card, order, store, person or address', () => {
  const labels = new Set(allMetrics.flatMap(({ labels }) => labels as readonly string[]))
  expect(
    [...labels].filter((label) =>
      /(?:^|_)(?:id|pan|bin|e?mail|order|merchant|site|holder|customer|shopper|partner|name|ip|token|path)$/.test(
        label,
      ),
    ),
  ).toEqual([])
})

test('every metric of the sources is in the catalogue', () => {
  const made = sources.flatMap(({ text: source }) =>
    [...source.matchAll(/\bname: '(florin_[a-z0-9_]+)'/g)].map(([, name]) => name!),
  )
  expect(made.filter((name) => !find(name))).toEqual([])
  expect(made.length).toBe(allMetrics.length)
})

test('every metric of the Grafana dashboard, of the alert rules and of their tests is one that a scrape has', async () => {
  const texts = await Promise.all(
    ['deploy/grafana/florin.json', 'deploy/prometheus/alerts.yaml', 'deploy/prometheus/alerts.test.yaml'].map(text),
  )
  const used = texts.flatMap(named)
  expect(used.length).toBeGreaterThan(40)
  // Alerts and groups are named differently, so whatever looks like a metric must be one.
  expect(used.filter((name) => !find(name) && !isDefault(name))).toEqual([])
})

test('labels that panels and alerts ask for are labels of the metric', async () => {
  const texts = await Promise.all(['deploy/grafana/florin.json', 'deploy/prometheus/alerts.yaml'].map(text))
  const asked = texts.flatMap((one) => [...one.matchAll(/\b(florin_[a-z0-9_]+)\{([^}]*)\}/g)])
  const wrong = asked.flatMap(([, name, inside]) => {
    const labels = [...inside!.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!)
    const known: readonly string[] = [...(find(name!)?.labels ?? []), 'le', 'job', 'instance']
    return labels.filter((label) => !known.includes(label)).map((label) => `${name}: ${label}`)
  })
  expect(asked.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})

test('every alert is explained in the page that its runbook link leads to, and the page has every alert and no other', async () => {
  const [alerts, page] = await Promise.all([text('deploy/prometheus/alerts.yaml'), text('docs/operating/metrics.md')])
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  const links = [...alerts.matchAll(/runbook_url: .*docs\/operating\/metrics\.md#([a-z]+)/g)].map(
    ([, anchor]) => anchor!,
  )
  const headings = [...page.matchAll(/^### (Florin\w+)$/gm)].map(([, name]) => name!)
  expect(links).toEqual(names.map((name) => name.toLowerCase()))
  expect(headings.toSorted()).toEqual(names.toSorted())
  const tested = [...(await text('deploy/prometheus/alerts.test.yaml')).matchAll(/alertname: (\w+)/g)].map(
    ([, name]) => name!,
  )
  expect(tested.filter((name) => !names.includes(name))).toEqual([])
})

test('every metric is in the page of metrics, under the heading of its part', async () => {
  const page = await text('docs/operating/metrics.md')
  for (const [part, metrics] of Object.entries(catalogue)) {
    const section = page.split(`### ${part}\n`)[1]?.split('\n### ')[0] ?? ''
    expect(metrics.filter(({ name }) => !section.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([])
  }
})
