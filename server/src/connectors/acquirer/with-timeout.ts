import { assertOutsideTransaction } from '#kernel/db/transaction-scope.ts'
import {
  readAuthorizeResult,
  readDisputePage,
  readDisputeResponseResult,
  readInquiryResult,
  readModificationResult,
  readSettlementPage,
} from './checked-results.ts'
import { type Acquirer, NoResponse, NotSupported } from './port.ts'

/** How long an acquirer may take for one request. It is read at each of them. */
export type RequestLimits = { readonly timeoutMs: number }

/**
 * The acquirer as the rest of the code calls it: it responds in time and in the shape of the port, or throws
 * `NoResponse`. Any other error inside a connector becomes `NoResponse` too, with the error as its cause, since the
 * request may have been sent. Only `NotSupported` and `NotSent` mean that nothing was sent. Throws within a
 * transaction.
 */
export function withTimeout(acquirer: Acquirer, limits: RequestLimits): Acquirer {
  const within = <T>(read: (unchecked: unknown) => T, send: () => Promise<unknown>) =>
    received(send, read, limits.timeoutMs)
  return {
    capabilities: acquirer.capabilities,
    authorize: (request) => within(readAuthorizeResult, () => acquirer.authorize(request)),
    verify: (request) => within(readAuthorizeResult, () => acquirer.verify(request)),
    completeChallenge: (request) => within(readAuthorizeResult, () => acquirer.completeChallenge(request)),
    capture: (request) => within(readModificationResult, () => acquirer.capture(request)),
    reverse: (request) => within(readModificationResult, () => acquirer.reverse(request)),
    refund: (request) => within(readModificationResult, () => acquirer.refund(request)),
    payOut: (request) => within(readModificationResult, () => acquirer.payOut(request)),
    inquire: (key) => within(readInquiryResult, () => acquirer.inquire(key)),
    disputesSince: (place) => within(readDisputePage, () => acquirer.disputesSince(place)),
    submitEvidence: (request) => within(readDisputeResponseResult, () => acquirer.submitEvidence(request)),
    acceptDispute: (request) => within(readDisputeResponseResult, () => acquirer.acceptDispute(request)),
    settlementsSince: (place) => within(readSettlementPage, () => acquirer.settlementsSince(place)),
  }
}

async function received<T>(
  send: () => Promise<unknown>,
  read: (unchecked: unknown) => T,
  timeoutMs: number,
): Promise<T> {
  assertOutsideTransaction('a request to an acquirer')
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silence.reject(new NoResponse(`the acquirer did not respond within ${timeoutMs} ms`, { because: 'timeout' })),
    timeoutMs,
  )
  try {
    return read(await Promise.race([send(), silence.promise]))
  } catch (error) {
    if (error instanceof NoResponse || error instanceof NotSupported) throw error
    throw new NoResponse('the request to the acquirer failed', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
