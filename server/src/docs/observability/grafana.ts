import { type Panel, rows } from './panels.ts'

/** Grafana puts the data source there that is chosen. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of Grafana
const datasource = { type: 'prometheus', uid: '${datasource}' }
const [columns, height] = [3, 8]
const width = 24 / columns

/** The dashboard as Grafana imports it (schema 39, Grafana 10 and later). */
export function grafanaFile(): string {
  let [id, y] = [0, 0]
  const panels: unknown[] = []
  for (const [title, row] of Object.entries(rows)) {
    panels.push({ id: ++id, type: 'row', title, collapsed: false, gridPos: { h: 1, w: 24, x: 0, y: y++ }, panels: [] })
    for (const [index, panel] of row.entries()) {
      const at = { x: (index % columns) * width, y: y + Math.floor(index / columns) * height }
      panels.push(panelOf(++id, panel, { h: height, w: width, ...at }))
    }
    y += Math.ceil(row.length / columns) * height
  }
  const dashboard = {
    title: 'Florin',
    uid: 'florin',
    tags: ['florin'],
    schemaVersion: 39,
    editable: true,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus', hide: 0 }],
    },
    panels,
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

function panelOf(id: number, { title, about, unit = 'short', stat, lines }: Panel, gridPos: object): object {
  const thresholds = { mode: 'absolute', steps: stepsOf(stat) }
  return {
    id,
    type: stat ? 'stat' : 'timeseries',
    title,
    ...(about && { description: about }),
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0, thresholds }, overrides: [] },
    options: stat
      ? { colorMode: 'background', reduceOptions: { calcs: ['lastNotNull'] } }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: lines.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource,
      expr,
      legendFormat,
    })),
  }
}

const stepsOf = (stat: Panel['stat']) => [
  { color: 'green', value: null },
  ...(stat ? [{ color: 'red', value: stat.alarmAt }] : []),
]
