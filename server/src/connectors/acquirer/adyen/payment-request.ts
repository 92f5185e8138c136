import type { AuthorizeRequest, BillingAddress, BrowserFacts, CardDetails } from '../port.ts'
import { netPurchase } from '../purchase.ts'
import type { AdyenBody } from './api.ts'
import type { AuthorizationKind } from './story.ts'
import { adyenUnits } from './units.ts'

export type CardRequest = Omit<AuthorizeRequest, 'kind'> & { kind: AuthorizationKind }

/** The body of `POST /payments` (Checkout API v72), without the merchant account. Card data is in it. */
export function paymentRequest(request: CardRequest, { publicUrl, lineItems }: Given): AdyenBody {
  const { key, kind, amount, card, initiator, descriptor, merchant, shopper, billingAddress, threeDSecure } = request
  return {
    amount: { currency: amount.currency, value: adyenUnits.write(amount) },
    reference: key,
    paymentMethod: paymentMethodOf(card),
    ...mpiDataOf(card),
    ...initiatorOf(request),
    ...(kind === 'sale' && { captureDelayHours: 0 }),
    additionalData: { ...additionalDataOf(request), ...(lineItems && boughtOf(request)) },
    returnUrl: threeDSecure?.returnUrl ?? publicUrl,
    ...known('shopperIP', shopper.ip),
    ...known('shopperEmail', shopper.email),
    ...known('countryCode', shopper.country),
    ...known('mcc', merchant?.category),
    ...known('billingAddress', billingAddress && addressOf(billingAddress)),
    shopperStatement: statementOf(descriptor),
    ...(initiator.type === 'cit' && authenticationOf(request, publicUrl)),
  }
}

type Given = { publicUrl: string; lineItems: boolean }

const known = <T>(name: string, value: T | undefined): Record<string, T> =>
  value === undefined ? {} : { [name]: value }

/** A number of a wallet's device is a network token; one that is printed on the card is the card. */
function paymentMethodOf({ pan, cvv, expiryMonth, expiryYear, holderName, wallet }: CardDetails) {
  return {
    type: wallet?.cryptogram ? 'networkToken' : 'scheme',
    number: pan.reveal(),
    expiryMonth: String(expiryMonth).padStart(2, '0'),
    expiryYear: String(expiryYear),
    ...(cvv && { cvc: cvv.reveal() }),
    ...known('holderName', holderName),
  }
}

/** The cardholder has confirmed the payment on the device: the cryptogram proves it. */
const mpiDataOf = ({ wallet }: CardDetails) =>
  wallet?.cryptogram
    ? {
        mpiData: {
          tokenAuthenticationVerificationValue: wallet.cryptogram.reveal(),
          directoryResponse: 'Y',
          authenticationResponse: 'Y',
          ...known('eci', wallet.eci),
        },
      }
    : {}

/**
 * Who pays, as Adyen has it: a shopper with the card in their hand, a shopper with a stored card, or the merchant
 * (docs.adyen.com, "Tokenization", shopperInteraction and recurringProcessingModel).
 */
function initiatorOf({ initiator, card }: CardRequest) {
  if (initiator.type === 'mit')
    return {
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: initiator.reason === 'recurring' ? 'Subscription' : 'UnscheduledCardOnFile',
    }
  const isTyped = card.cvv !== undefined || card.wallet !== undefined
  return {
    shopperInteraction: isTyped ? 'Ecommerce' : 'ContAuth',
    ...(initiator.storesCard || !isTyped ? { recurringProcessingModel: 'CardOnFile' } : {}),
  }
}

function additionalDataOf({ kind, initiator, subMerchantId, level3 }: CardRequest): Record<string, string> {
  return {
    ...(kind === 'auth' && { manualCapture: 'true' }),
    ...(initiator.type === 'mit' && { networkTxReference: initiator.networkTransactionId }),
    ...(subMerchantId !== undefined && subMerchantPattern.test(subMerchantId) && { subMerchantID: subMerchantId }),
    ...(level3?.type === 'airline' && airlineOf(level3)),
  }
}
/** Networks take letters and digits, up to 15 of them. */
const subMerchantPattern = /^[A-Za-z0-9]{1,15}$/

/** Adyen takes facts of a journey with the passenger's name, and not without. It has no fields for tours. */
function airlineOf(level3: Extract<AuthorizeRequest['level3'], { type: 'airline' }>): Record<string, string> {
  const { passengerName } = level3
  if (!passengerName) return {}
  const facts = {
    'airline.passenger_name': passengerName.slice(0, 49),
    'airline.ticket_number': level3.ticketNumber?.slice(0, 15),
    'airline.leg.carrier_code': level3.carrierCode?.slice(0, 2),
    'airline.leg.flight_number': level3.flightNumber?.slice(0, 5),
    'airline.leg.depart_airport': level3.departureAirportCode?.slice(0, 3),
    'airline.leg.destination_code': level3.arrivalAirportCode?.slice(0, 3),
    'airline.flight_date': level3.departureDate?.slice(0, 10),
    'airline.travel_agency_code': level3.travelAgencyCode?.slice(0, 8),
    'airline.travel_agency_name': level3.travelAgencyName?.slice(0, 25),
  }
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => Boolean(fact[1])))
}

/**
 * Level 2 and 3 data (docs.adyen.com, "Level 2/3 data"; AdditionalDataLevel23 of the API): for domestic payments of the
 * United States, and not beside facts of a journey. More lines than fit, or a discount of the whole, leave level 2: the tax.
 */
function boughtOf({ purchase, amount, merchant, level3, kind }: CardRequest): Record<string, string> {
  const isDomestic = amount.currency === 'USD' && merchant?.country === 'US'
  if (!purchase || !isDomestic || level3 || kind === 'verify') return {}
  const { lines, taxMinor, discountMinor } = netPurchase(purchase)
  const reference = ascii(purchase.reference, 25)
  if (reference === '') return {}
  const level2 = { customerReference: reference, totalTaxAmount: textOf(taxMinor) }
  const detailed = lines.filter(({ unitMinor }) => unitMinor > 0n)
  const hasAll = discountMinor === 0n && detailed.length <= 9
  const level3Data = (hasAll ? detailed : []).flatMap(({ name, code, units, unitMinor }, index) =>
    Object.entries({
      productCode: ascii(code ?? name, 12),
      description: ascii(name, 26),
      quantity: String(units),
      unitOfMeasure: 'EA',
      unitPrice: textOf(unitMinor),
      totalAmount: textOf(units * unitMinor),
    }).map(([field, value]) => [`itemDetailLine${index + 1}.${field}`, value] as const),
  )
  const all = [...Object.entries(level2), ...level3Data].filter(([, value]) => value !== '')
  return Object.fromEntries(all.map(([field, value]) => [`enhancedSchemeData.${field}`, value]))
}
const textOf = (minor: bigint): string => String(adyenUnits.write({ minor, currency: 'USD' }))
const ascii = (text: string, max: number): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, max)

/** Every field but the state is required where there is an address; Adyen takes "NA" and ZZ for what is not known. */
const addressOf = ({ country, state, city, street, zipCode }: BillingAddress) => ({
  country: country ?? 'ZZ',
  city: city ?? 'NA',
  street: street ?? 'NA',
  ...known('houseNumberOrName', 'NA'),
  postalCode: zipCode?.slice(0, 10) ?? 'NA',
  ...(state !== undefined && state.length <= 3 && { stateOrProvince: state }),
})

/** What the networks print: up to 22 of the characters that Adyen takes. */
const statementOf = (descriptor: string): string =>
  descriptor
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 .,'_\-?+*/]/g, '')
    .slice(0, 22)

/** 3-D Secure on Adyen's own page: a redirect there and back, and no script of theirs on ours. */
function authenticationOf({ threeDSecure, authentication }: CardRequest, publicUrl: string) {
  if (!threeDSecure) return { authenticationData: { attemptAuthentication: 'never' } }
  return {
    channel: 'Web',
    origin: new URL(publicUrl).origin,
    browserInfo: browserInfoOf(threeDSecure.browser),
    redirectFromIssuerMethod: 'GET',
    authenticationData: {
      ...(authentication && { attemptAuthentication: 'always' }),
      threeDSRequestData: { nativeThreeDS: 'disabled' },
    },
    ...(authentication === 'requested' && { threeDS2RequestData: { threeDSRequestorChallengeInd: '01' } }),
    ...(authentication === 'required' && { threeDS2RequestData: { threeDSRequestorChallengeInd: '04' } }),
  }
}

/** All of it is required: where no script ran, what a common screen has. */
const browserInfoOf = ({ acceptHeader, userAgent, language, javaScript, ...more }: BrowserFacts) => ({
  acceptHeader,
  userAgent,
  language,
  javaScriptEnabled: javaScript,
  javaEnabled: more.javaEnabled ?? false,
  colorDepth: colorDepths.findLast((depth) => depth <= (more.screen?.colorDepth ?? 24)) ?? 24,
  screenWidth: more.screen?.width ?? 1920,
  screenHeight: more.screen?.height ?? 1080,
  timeZoneOffset: more.timeZoneOffsetMinutes ?? 0,
})
/** Those that EMV 3-D Secure knows. */
const colorDepths = [1, 4, 8, 15, 16, 24, 30, 32, 48]
