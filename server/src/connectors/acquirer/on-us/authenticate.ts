import { iso31661 } from 'iso-3166'
import { numberOfCurrency } from '#connectors/iso8583/currencies.ts'
import { type ARes, encodeMessage } from '#connectors/threeds/messages.ts'
import { scaleOf } from '#kernel/base/assets.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import type { BrowserFacts, Challenge } from '../port.ts'
import type { CardRequest } from './authorize.ts'
import { acquirerId, type OnUsContext, resultsPath } from './context.ts'
import { retail } from './network-messages.ts'
import { type Authentication, authenticationFor } from './store.ts'
import type { Entry } from './story.ts'

type Outcome =
  | { is: 'challenge'; result: Challenge }
  | { is: 'refused' }
  /** Without a value nothing is proved, and the issuer decides whether it minds. */
  | { is: 'done'; authentication: Authentication }

/** Asks the issuer's access control server who the payer is (the 3DS server of EMV 3-D Secure). */
export async function authenticate(ctx: OnUsContext, request: CardRequest, entry: Entry): Promise<Outcome> {
  const authentication = await authenticationFor(ctx.db, entry.key)
  if (!authentication || !request.threeDSecure) throw new Error(`the authorization ${entry.key} has no authentication`)
  const answer = await ctx.issuer().accessControl.authenticate(areqOf(ctx, request, { entry, authentication }))
  // Of what cannot be authenticated only a payment goes on that need not be.
  if (answer.messageType === 'Erro') return unproved(request, authentication)
  const { transStatus, acsTransID } = answer
  const known = {
    ...authentication,
    acsTransId: acsTransID,
    transStatus: transStatus === 'C' ? null : transStatus,
    eci: answer.eci ?? null,
    value: answer.authenticationValue ?? null,
  }
  const set = {
    acs_trans_id: known.acsTransId,
    trans_status: known.transStatus,
    eci: known.eci,
    authentication_value: known.value,
  }
  // A challenge may have its result by now: that of a request that comes again says nothing new.
  const where = { ds_trans_id: authentication.dsTransId }
  if (authentication.acsTransId === null)
    await commit(ctx, ctx.clock.now(), [update('onus.authentications', { set, where })], 'authenticate')
  switch (transStatus) {
    case 'C':
      return { is: 'challenge', result: challengeOf(entry, answer) }
    case 'Y':
    case 'A':
      return { is: 'done', authentication: known }
    case 'N':
    case 'R':
      return { is: 'refused' }
    default:
      return unproved(request, known)
  }
}

const unproved = ({ authentication: wanted }: CardRequest, authentication: Authentication): Outcome =>
  wanted === 'required' ? { is: 'refused' } : { is: 'done', authentication: { ...authentication, value: null } }

const challengeOf = ({ stan }: Entry, ares: ARes): Challenge => ({
  outcome: 'challenge',
  reference: `onus-${stan}`,
  redirect: {
    url: ares.acsURL ?? '',
    method: 'POST',
    fields: {
      creq: encodeMessage({
        messageType: 'CReq',
        messageVersion: ares.messageVersion,
        threeDSServerTransID: ares.threeDSServerTransID,
        acsTransID: ares.acsTransID,
        challengeWindowSize: '05',
      }),
    },
  },
})

type Asking = { entry: Entry; authentication: Authentication }

/** The request as any merchant's side sends it, with what a directory server adds (issuing standards 3.3). */
function areqOf({ publicUrl }: OnUsContext, request: CardRequest, { entry, authentication }: Asking): object {
  const { card, amount, authentication: wanted, threeDSecure, descriptor } = request
  const facts = entry.facts
  const address = `${publicUrl}${resultsPath}`
  return {
    messageType: 'AReq',
    messageVersion: '2.2.0',
    messageCategory: request.kind === 'verify' ? '02' : '01',
    deviceChannel: '02',
    threeDSCompInd: 'U',
    threeDSRequestorAuthenticationInd: request.kind === 'verify' ? '04' : '01',
    threeDSRequestorChallengeInd: wanted === 'required' ? '04' : '01',
    threeDSRequestorID: facts?.merchant.id,
    threeDSRequestorName: descriptor.slice(0, 40),
    threeDSRequestorURL: publicUrl,
    threeDSServerRefNumber: '3DS_FLORIN_020200_00001',
    threeDSServerTransID: authentication.serverTransId,
    threeDSServerURL: address,
    dsReferenceNumber: 'FLORIN-DS-1',
    dsTransID: authentication.dsTransId,
    dsURL: address,
    acctNumber: card.pan.reveal(),
    cardExpiryDate: facts?.expiry,
    acquirerBIN: acquirerId,
    acquirerMerchantID: facts?.merchant.id,
    merchantName: descriptor.slice(0, 40),
    merchantCountryCode: numberOfCountry(facts?.merchant.country) ?? unknownCountry,
    mcc: facts?.merchant.category ?? retail,
    purchaseAmount: String(amount.minor),
    purchaseCurrency: numberOfCurrency(amount.currency),
    purchaseExponent: String(scaleOf(amount.currency)),
    purchaseDate: entry.requestedAt.toString({ smallestUnit: 'second' }).replaceAll(/\D/g, ''),
    notificationURL: threeDSecure?.returnUrl,
    ...(threeDSecure && browserOf(threeDSecure.browser)),
  }
}
/** Where it is not known where the merchant is: this program is at home in Romania. */
const unknownCountry = '642'

const numberOfCountry = (country: string | undefined): string | undefined =>
  iso31661.find(({ alpha2 }) => alpha2 === country)?.numeric

const browserOf = ({ acceptHeader, userAgent, javaScript, language, ...browser }: BrowserFacts) => ({
  browserAcceptHeader: acceptHeader.slice(0, 2048),
  browserUserAgent: userAgent.slice(0, 2048),
  browserJavascriptEnabled: javaScript,
  ...(javaScript && {
    browserJavaEnabled: browser.javaEnabled ?? false,
    browserLanguage: language.slice(0, 8),
    ...(browser.screen && {
      browserColorDepth: String(browser.screen.colorDepth),
      browserScreenHeight: String(browser.screen.height),
      browserScreenWidth: String(browser.screen.width),
    }),
    ...(browser.timeZoneOffsetMinutes !== undefined && { browserTZ: String(browser.timeZoneOffsetMinutes) }),
  }),
})
