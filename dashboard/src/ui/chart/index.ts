import { lazy } from 'react'

/** What draws with visx is a chunk of its own: the numbers of a page never wait for it. */
export const LineChart = lazy(async () => ({ default: (await import('./drawn.ts')).LineChart }))
export const ColumnChart = lazy(async () => ({ default: (await import('./drawn.ts')).ColumnChart }))
export { ChartFigure } from './figure.tsx'
export { FunnelChart } from './funnel.tsx'
export { SortedBars } from './sorted-bars.tsx'
