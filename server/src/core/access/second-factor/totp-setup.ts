import { z } from 'zod'
import type { AccessContext } from '../context.ts'
import type { StaffId } from '../ids.ts'
import { requireRecentProof } from '../proof.ts'
import { refuse } from '../refusals.ts'
import type { SessionCaller } from '../staff.ts'
import { newTotpSecret, totpAddress } from './totp.ts'

/** A person sets an app up within so long. */
const setupLifetime = Temporal.Duration.from({ minutes: 15 })
const setupShape = z.object({ secret: z.base64(), until: z.string() })

/** What an app is set up with; nothing is kept until it shows a code: the secret travels sealed, and returns with it. */
export function beginTotp({ keys, clock }: AccessContext, caller: SessionCaller) {
  const now = clock.now()
  requireRecentProof(caller, clock)
  const secret = newTotpSecret()
  const facts = { secret: secret.toString('base64'), until: now.add(setupLifetime).toString() }
  const setup = Buffer.from(keys.seal('directory', JSON.stringify(facts), contextOf(caller.staff.id)))
  return { ...totpAddress(secret, caller.staff.email), setup: setup.toString('base64url') }
}

/** The secret that an app was set up with by this person; refuses what is too old or was not made for the person. */
export function openTotpSetup({ keys, clock }: AccessContext, staffId: StaffId, setup: string): Buffer {
  const opened = openSealed({ keys }, staffId, setup)
  const isOver = !opened || Temporal.Instant.compare(Temporal.Instant.from(opened.until), clock.now()) < 0
  if (isOver) throw refuse('challenge_over')
  return Buffer.from(opened.secret, 'base64')
}

function openSealed({ keys }: Pick<AccessContext, 'keys'>, staffId: StaffId, setup: string) {
  try {
    const text = keys.open('directory', Buffer.from(setup, 'base64url'), contextOf(staffId)).toString('utf8')
    return setupShape.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const contextOf = (staffId: StaffId): string => `authenticator app to be set up by staff ${staffId}`
