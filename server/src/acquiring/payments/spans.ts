import { sql } from 'kysely'
import type { Span } from './hours.ts'

/** Spans as rows of a statement: their places in a list, and their ends. */
export const rowsOf = (spans: readonly ({ nth: number } & Span)[]) => sql`unnest(
  ${spans.map(({ nth }) => nth)}::integer[], ${spans.map(({ from }) => from)}::timestamptz[],
  ${spans.map(({ to }) => to)}::timestamptz[]) as span(nth, "from", "to")`
