import { claimDue, type DueWork } from '#kernel/due-work.ts'
import type { LetterId } from '#kernel/ids.ts'
import type { House } from './house.ts'
import { sendLetter } from './send-letter.ts'

/** What a worker may need beside the waiting for the mail server: reading, writing down. */
const leaseMarginMs = 30_000

/** Sends letters that are due, no more at once than the mail server gives us connections. */
export const letterPost = (house: House): DueWork => ({
  name: 'send letters',
  batch: Math.ceil(house.mailConnections / 2),
  atOnce: house.mailConnections,
  site: 'site_id',
  ...claimDue(house, 'messages.letters', { leaseMs: house.mailTimeoutMs + leaseMarginMs }),
  run: (id) => sendLetter(house, id as LetterId),
})
