import type { Brand } from '#kernel/base/brand.ts'

/** Of a report of an acquirer. */
export type ReportId = Brand<bigint, 'AcquirerReportId'>
export type BreakId = Brand<bigint, 'AcquirerBreakId'>
