import type { Instant } from '#kernel/base/clock.ts'
import { update, type Write } from '#kernel/db/commit/commit.ts'
import type { JsonText } from '#kernel/db/db.ts'
import type { Session } from './session.ts'

type SessionChange = {
  status?: 'ended'
  end_reason?: 'cancelled' | 'expired'
  due_at?: Instant | null
  options?: JsonText
}

export const changeSession = (session: Session, change: SessionChange): Write =>
  update('checkout.sessions', {
    set: { ...change, version: session.version + 1, leased_until: null },
    where: { id: session.id, version: session.version },
  })
