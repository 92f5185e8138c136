import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/writes.ts'

/** What is seen of a database by those who measure it. Nothing that it does may throw or wait. */
export type DbObserver = {
  /** The writes of a commit that has succeeded, those of reactions included, and its moment. */
  committed(writes: readonly Write[], now: Instant): void
  /** A commit found that another writer was first. */
  stale(useCase: string | undefined): void
  /** A statement has been answered, or has failed. */
  statement(text: string, tookMs: number): void
  /** How long somebody has waited for a connection of a pool. */
  waited(pool: string, tookMs: number): void
  /** A transaction with locks has ended. */
  transaction(name: string, outcome: 'committed' | 'rolled_back', tookMs: number): void
  /** A pool was opened; it can be asked how many connections it has. */
  pool(name: string, sizes: () => PoolSizes): void
}

export type PoolSizes = { total: number; idle: number; waiting: number }
