import { type Acquirer, NoResponse } from './acquirer.ts'
import { readAuthorizeResult, readDisputePage, readInquiryResult, readModificationResult } from './checked-results.ts'

/**
 * The acquirer as the rest of the house meets it: it answers in time and in the shape of the port, or it is `NoResponse`.
 * Anything else that goes wrong inside a connector is `NoResponse` too, with what went wrong as its cause, since nobody
 * can know how far it came.
 */
export function withTimeout(acquirer: Acquirer, { timeoutMs }: { timeoutMs: number }): Acquirer {
  return {
    authorize: (request) => heard(() => acquirer.authorize(request), readAuthorizeResult, timeoutMs),
    completeChallenge: (request) => heard(() => acquirer.completeChallenge(request), readAuthorizeResult, timeoutMs),
    modify: (request) => heard(() => acquirer.modify(request), readModificationResult, timeoutMs),
    payOut: (request) => heard(() => acquirer.payOut(request), readModificationResult, timeoutMs),
    disputesSince: (place) => heard(() => acquirer.disputesSince(place), readDisputePage, timeoutMs),
    inquire: (key) => heard(() => acquirer.inquire(key), readInquiryResult, timeoutMs),
  }
}

async function heard<T>(
  request: () => Promise<unknown>,
  read: (unchecked: unknown) => T,
  timeoutMs: number,
): Promise<T> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silence.reject(new NoResponse(`the acquirer did not answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    return read(await Promise.race([request(), silence.promise]))
  } catch (error) {
    if (error instanceof NoResponse) throw error
    throw new NoResponse('asking the acquirer failed', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
