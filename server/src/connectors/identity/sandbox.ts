import type { Clock } from '#kernel/base/clock.ts'
import { magicNames } from './magic-names.ts'
import { type IdentityProvider, type IdentityRequest, type IdentityResult, NoResponse } from './port.ts'

const laterUntil = Temporal.Duration.from({ hours: 1 })
const silentUntil = Temporal.Duration.from({ minutes: 10 })

/**
 * The provider of staging: the first name of a person decides (`magic-names.ts`), and everybody else is left to persons.
 * It remembers nothing: a result follows from the request and the time.
 */
export const sandboxIdentity = ({ clock }: { clock: Pick<Clock, 'now'> }): IdentityProvider => ({
  name: 'sandbox',
  check: async (request) => resultOf(request, clock.now()),
})

function resultOf({ key, handedInAt, person: { firstName } }: IdentityRequest, now: Temporal.Instant): IdentityResult {
  const magic = magicNames.find(({ name }) => name.toLowerCase() === firstName.trim().toLowerCase())
  const result = magic?.result ?? 'review'
  const reference = `sandbox-${key.slice(0, 8)}`
  const isBefore = (wait: Temporal.Duration) => Temporal.Instant.compare(now, handedInAt.add(wait)) < 0
  if (typeof result === 'object') return { outcome: 'rejected', reason: result.rejected, reference }
  if (result === 'review') return { outcome: 'review', reference }
  if (result === 'later' && isBefore(laterUntil)) return { outcome: 'later', reference }
  if (result === 'silent' && isBefore(silentUntil)) throw new NoResponse('the sandbox did not respond')
  return { outcome: 'approved', reference }
}
