import { type Acquirer, NoAnswer } from './acquirer.ts'
import { readAuthorizeAnswer, readDisputePage, readFate, readFollowAnswer } from './checked-answers.ts'

/**
 * The acquirer as the rest of the house meets it: it answers in time and in the shape of the port, or it is `NoAnswer`.
 * Anything else that goes wrong inside a connector is `NoAnswer` too, with what went wrong as its cause, since nobody
 * can know how far it came.
 */
export function withTimeout(acquirer: Acquirer, { timeoutMs }: { timeoutMs: number }): Acquirer {
  return {
    authorize: (ask) => heard(() => acquirer.authorize(ask), readAuthorizeAnswer, timeoutMs),
    proceed: (ask) => heard(() => acquirer.proceed(ask), readAuthorizeAnswer, timeoutMs),
    follow: (ask) => heard(() => acquirer.follow(ask), readFollowAnswer, timeoutMs),
    payOut: (ask) => heard(() => acquirer.payOut(ask), readFollowAnswer, timeoutMs),
    disputesSince: (place) => heard(() => acquirer.disputesSince(place), readDisputePage, timeoutMs),
    whatBecameOf: (key) => heard(() => acquirer.whatBecameOf(key), readFate, timeoutMs),
  }
}

async function heard<T>(ask: () => Promise<unknown>, read: (unchecked: unknown) => T, timeoutMs: number): Promise<T> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silence.reject(new NoAnswer(`the acquirer did not answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    return read(await Promise.race([ask(), silence.promise]))
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    throw new NoAnswer('asking the acquirer failed', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
