import type { Profile } from './profile.ts'

/**
 * How long a message that is sent until it is answered waits for its next time, by how often it was sent. It has no last
 * time: a host that is down for a day must still learn of it, and what it says stays true.
 */
const waitsSeconds = [30, 30, 60, 60, 300, 300, 900]
const lastWaitSeconds = 3_600

export const repeatAfterMs = (profile: Profile, attempts: number): number =>
  Math.max(overdueAfterMs(profile), (waitsSeconds[attempts - 1] ?? lastWaitSeconds) * 1_000)

/** What a host has refused, and must not refuse, is tried again when somebody may have corrected it. */
export const refusedWaitMs = 3_600_000

/**
 * When a host says that it does not know what is reversed, the request may still be on its way to it: it is reversed once
 * more after this time.
 */
export const onItsWayMs = 60_000

/** A response may take so long, and the process that waits for it a little more to record it. */
export const overdueAfterMs = ({ session }: Profile): number => session.respondWithinSeconds * 1_000 + marginMs
const marginMs = 10_000
