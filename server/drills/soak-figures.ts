import { median, percentile, rounded } from '../bench/numbers.ts'
import type { Usage } from './soak-program.ts'

/** What was measured in one part of the time. */
export type Window = {
  effects: number
  perSecond: number
  p50Ms: number
  p95Ms: number
  /** Milliseconds of the processor, for each effect. */
  programMs: number
  databaseMs: number
  /** Rows that scans have returned, for each effect. */
  rows: number
  /** The least that was seen: what is collected in between is no leak. */
  heapMb: number
  due: number
  sealsBehindSeconds: number
}

type Seen = { before: Usage; after: Usage; seconds: number; latencies: readonly number[]; heaps: readonly number[] }

export function windowOf({ before, after, seconds, latencies, heaps }: Seen): Window {
  const effects = Math.max(1, after.effects - before.effects)
  return {
    effects,
    perSecond: effects / seconds,
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    programMs: (after.program - before.program) / effects,
    databaseMs: (after.database - before.database) / effects,
    rows: (after.rows - before.rows) / effects,
    heapMb: Math.min(...heaps) / 2 ** 20,
    due: after.due,
    sealsBehindSeconds: after.sealsBehindSeconds,
  }
}

/**
 * What may not rise as time goes on and tables grow: how many times as much the second half may have, and by how much it
 * has to differ in any case, since a small figure varies.
 */
const limits: Readonly<Record<string, { of(window: Window): number; times: number; least: number; unit: string }>> = {
  'latency (p50)': { of: ({ p50Ms }) => p50Ms, times: 1.6, least: 10, unit: 'ms' },
  'latency (p95)': { of: ({ p95Ms }) => p95Ms, times: 2, least: 50, unit: 'ms' },
  'processor of the program per effect': { of: ({ programMs }) => programMs, times: 1.5, least: 2, unit: 'ms' },
  'processor of the database per effect': { of: ({ databaseMs }) => databaseMs, times: 1.5, least: 2, unit: 'ms' },
  'rows read per effect': { of: ({ rows }) => rows, times: 1.5, least: 20, unit: 'rows' },
  heap: { of: ({ heapMb }) => heapMb, times: 1.4, least: 40, unit: 'MB' },
  seals: { of: ({ sealsBehindSeconds }) => sealsBehindSeconds, times: 1.5, least: 60, unit: 's behind' },
  'due work': { of: ({ due }) => due, times: 2, least: 500, unit: 'items' },
}

type Slope = { what: string; text: string; isBroken: boolean }

/**
 * Compares the two halves of the time by the medians of their windows. The windows in which the backlog of the beginning
 * is worked off are not among them: `slopesOf` is given those behind it.
 */
export function slopesOf(windows: readonly Window[]): Slope[] {
  const middle = Math.floor(windows.length / 2)
  return Object.entries(limits).map(([what, { of, times, least, unit }]) => {
    const [early, late] = [windows.slice(0, middle), windows.slice(middle)].map((half) => median(half.map(of)))
    const isBroken = late! > early! * times && late! - early! > least
    return { what, isBroken, text: `${what}: ${rounded(early!)}, then ${rounded(late!)} ${unit}` }
  })
}

export const describe = (window: Window): string =>
  [
    `${rounded(window.perSecond)} effects/s`,
    `p50 ${rounded(window.p50Ms)} ms, p95 ${rounded(window.p95Ms)} ms`,
    `processor ${rounded(window.programMs)} + ${rounded(window.databaseMs)} ms`,
    `${rounded(window.rows)} rows read`,
    `heap ${rounded(window.heapMb)} MB`,
    `${window.due} due`,
    `seals ${Math.round(window.sealsBehindSeconds)} s behind`,
  ].join(' | ')
