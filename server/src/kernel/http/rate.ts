/** `burstMs`: how far in the future the moment of a key may be; `pointMs`: by how much a point moves it. */
export type Rate = { burstMs: number; pointMs: number }

export type Taken = { allowed: true } | { allowed: false; retryAfterSeconds: number }

export const refused = (waitMs: number): Taken => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
})
