import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#kernel/base/clock.ts'
import type { Changes } from './changes.ts'
import { handInDocuments } from './documents.ts'
import type { Caller, IssuingClient } from './issuing-client.ts'
import { Account, Card, Kyc, listOf } from './shapes.ts'
import type { Customer } from './visitors.ts'

export type OnboardingParts = { florin: IssuingClient; changes: Changes; clock: Clock; cardProduct: string }

/** Registers a customer. What is theirs follows in `completeOnboarding`. */
export async function register({ florin }: Pick<OnboardingParts, 'florin'>, name: string): Promise<Customer> {
  const email = `customer-${randomBytes(6).toString('hex')}@dough.example`
  const { customerId: id } = await florin.asServer.send(Registered, 'POST', '/auth/register/partner', { email })
  return { id, name }
}
const Registered = z.object({ customerId: z.string() })

/**
 * Everything between a registration and the first payment: KYC, an account in euros, a virtual card. It takes the steps that
 * are missing, so it may be repeated. Returns whether the customer has a card; otherwise Florin is still deciding.
 */
export async function completeOnboarding(
  { florin, changes, clock, cardProduct }: OnboardingParts,
  { id }: Customer,
): Promise<boolean> {
  const call = florin.asCustomer(id)
  const kyc = await call.read(Kyc, '/kyc')
  if (kyc.status === 'not_started' || kyc.status === 'in_progress') {
    for (const [step, body] of Object.entries(answers))
      if (kyc.missing.includes(step)) await call.send(z.unknown(), 'POST', `/kyc/${step}`, body)
    await handInDocuments(call, { missing: kyc.missing, now: clock.now() })
  }
  if (!(await isApproved({ call, changes, id }))) return false
  const accounts = await call.read(z.array(Account), '/accounts')
  if (accounts.length === 0) await call.send(Account, 'POST', '/accounts', { currency })
  const cards = await call.read(listOf(Card), '/cards')
  const wanted = { subscriptionCardId: cardProduct, isVirtual: true, currency, label: 'Everyday' }
  if (cards.data.length === 0) await call.send(Card, 'POST', '/cards', wanted)
  return true
}

const currency = 'EUR'

/** In staging the first name decides: this one is approved at once. */
const answers: Readonly<Record<string, object>> = {
  agreement: { accepted: true, termsVersion: '2026-05' },
  'personal-info': {
    firstName: 'Approve',
    lastName: 'Baker',
    dateOfBirth: '1990-04-17',
    nationality: 'RO',
    phoneNumber: '+40 721 234 567',
  },
  residence: { country: 'RO', city: 'Brașov', street: 'Strada Lungă 5', postalCode: '500035' },
  gender: { gender: 'undisclosed' },
  birthplace: { country: 'RO', city: 'Sibiu' },
  'wealth-and-income': { occupation: 'Baker', sourceOfFunds: 'employment', annualIncome: '30000.00' },
  pep: { isPep: false },
}

type Waiting = { call: Caller; changes: Changes; id: string }

/** Waits for the webhook `kycStatusChanged`, and looks now and then in case that another process receives it. */
async function isApproved({ call, changes, id }: Waiting): Promise<boolean> {
  for (let look = 1; look <= looksMax; look++) {
    const changed = changes.next(id, betweenLooksMs)
    const { status } = await call.read(Kyc, '/kyc')
    if (status !== 'pending_review') return status === 'approved'
    await changed
  }
  return false
}
const betweenLooksMs = 500
const looksMax = 16
