import type { Instant } from '#kernel/base/clock.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'velocity.counts': {
      key: string
      begun: number
      approved: number
      asked: number
      declined: number
      free: number
      window_ms: number
      held_until: Instant | null
      counted_at: Instant
    }
    'velocity.attempts': { id: string; keys: readonly string[]; asked: boolean; begun_at: Instant }
  }
}
