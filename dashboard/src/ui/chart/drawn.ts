export { ColumnChart } from './columns.tsx'
export { LineChart } from './line.tsx'
