import { zero } from '#kernel/base/money.ts'
import { NoResponse, NotSupported } from '../errors.ts'
import type { Acquirer } from '../port.ts'
import type { Connection, ConnectionCheck, ConnectionParts, Processor } from '../processor.ts'
import { isAccepted, openApi } from './api.ts'
import { applyWebhook } from './apply-webhook.ts'
import { authorize } from './authorize.ts'
import { capabilities } from './capabilities.ts'
import { completeChallenge } from './complete-challenge.ts'
import type { AdyenContext } from './context.ts'
import { type AdyenCredentials, fields, hostsOf, readCredentials } from './credentials.ts'
import { disputesSince } from './dispute-store.ts'
import { inquire } from './inquire.ts'
import { cancelJob } from './jobs.ts'
import { modify } from './modify.ts'
import { receiveWebhooks } from './receive-webhooks.ts'
import { settlementsSince } from './report-store.ts'
import { reportJob } from './reports.ts'
import { acceptDispute, submitEvidence } from './respond-to-dispute.ts'
import { reverse } from './reverse.ts'
import { adyenTestCards } from './test-cards.ts'

/** Adyen: Checkout API v72, Disputes API v30, standard webhooks and the settlement details report. */
export const adyen: Processor<AdyenCredentials> = {
  kind: 'adyen',
  title: 'Adyen',
  sendsWebhooks: true,
  fields,
  testCard: adyenTestCards[0],
  testCards: adyenTestCards,
  readCredentials,
  modeOf: ({ mode }) => mode,
  modeHelp: 'Live ones have a liveUrlPrefix, from Developers > API URLs.',
  hostsOf,
  check,
  open,
}

/** Asks which payment methods the account has, which changes nothing. */
async function check(parts: ConnectionParts<AdyenCredentials>): Promise<ConnectionCheck> {
  const api = openApi(parts)
  try {
    const { current } = await parts.credentials()
    const response = await api.post('/paymentMethods', {}, undefined)
    if (isAccepted(response)) return { works: true, account: current.merchantAccount, notes: notesOf(current) }
    return { works: false, problem: problemOf(response.status, current) }
  } catch (error) {
    const why = error instanceof NoResponse ? error.message : 'an unexpected error'
    return {
      works: false,
      problem: `Adyen cannot be reached: ${why}. Try again, and see whether this machine may call it.`,
    }
  } finally {
    await api.close()
  }
}

const problemOf = (status: number, { merchantAccount, mode }: AdyenCredentials): string =>
  status === 401
    ? `The API key is not one of the ${mode} system. Copy it again from Developers > API credentials.`
    : status === 403
      ? `The API key may not use the merchant account ${merchantAccount}. Give its user that account and the role "Merchant PAL Webservice role".`
      : `Adyen responded with ${status}. See Developers > API logs in the Customer Area.`

/** What a call cannot find out. */
const notesOf = ({ reports }: AdyenCredentials): readonly string[] => [
  'Whether raw card data, the additional data and the webhooks are switched on, only a payment shows: docs/operating/adyen.md has the list.',
  ...(reports ? [] : ['Without a report user, settlement reports are not fetched.']),
]

function open(parts: ConnectionParts<AdyenCredentials>): Connection {
  const { db, react, explain, connector, clock, log, publicUrl, listGrown } = parts
  const { lineItems } = parts.opened
  const api = openApi(parts)
  const given = { connector, clock, log, publicUrl, lineItems, api, listGrown }
  const ctx: AdyenContext = { db, react, ...(explain && { explain }), ...given }
  return {
    acquirer: acquirerOf(ctx),
    jobs: [cancelJob(ctx), reportJob(ctx)],
    webhooks: {
      receive: async (delivery) => receiveWebhooks(delivery, await parts.credentials()),
      reply: { body: '[accepted]', contentType: 'text/plain' },
      apply: (message) => applyWebhook(ctx, message),
    },
    close: () => api.close(),
  }
}

const acquirerOf = (ctx: AdyenContext): Acquirer => ({
  capabilities,
  authorize: oneAtATime((request) => authorize(ctx, request)),
  verify: oneAtATime(({ currency, ...request }) =>
    authorize(ctx, { ...request, kind: 'verify', amount: zero(currency) }),
  ),
  completeChallenge: oneAtATime((request) => completeChallenge(ctx, request)),
  capture: oneAtATime((request) => modify(ctx, { ...request, kind: 'capture' })),
  reverse: (request) => reverse(ctx, request),
  refund: oneAtATime((request) => modify(ctx, { ...request, kind: 'refund' })),
  payOut: notSupported,
  inquire: (key) => inquire(ctx, key),
  disputesSince: (place) => disputesSince(ctx, place),
  submitEvidence: (request) => submitEvidence(ctx, request),
  acceptDispute: (request) => acceptDispute(ctx, request),
  settlementsSince: (place) => settlementsSince(ctx, place),
})

/** Calls with one key that come while the first is under way have its result: Adyen would refuse them as in progress. */
function oneAtATime<Request extends { key: string }, Result>(
  call: (request: Request) => Promise<Result>,
): (request: Request) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>()
  return (request) => {
    const known = underWay.get(request.key)
    if (known) return known
    const made = call(request).finally(() => underWay.delete(request.key))
    underWay.set(request.key, made)
    return made
  }
}

const notSupported = async (): Promise<never> => {
  throw new NotSupported('Adyen pays out to no cards of new accounts')
}
