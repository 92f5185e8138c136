import { privateKeyToAccount } from 'viem/accounts'
import { changeSettings } from '#issuing/programmes'
import { visitorAt } from '../../world/documents.ts'
import { casesOf } from '../../world/issuing.ts'
import { answersOfAna, fillsInAddress, fillsInPassport, formSteps } from '../../world/kyc.ts'
import { codeIn, mailOf } from '../../world/mail.ts'
import { openPartner, type PartnerFixture } from '../../world/partner.ts'
import { openProduct, plastic } from '../../world/programme.ts'
import { openAppleWallet, openGoogleWallet } from '../../world/wallet.ts'
import type { Input, Tour } from '../tour.ts'
import { tourSpending } from './spending.ts'
import { tourThreeDs } from './threeds.ts'
import { tourTopups } from './topups.ts'

/** A reply of the issuing interface is a record itself. */
type Reply = Record<string, string>
type Send = (title: string, line: string, json?: unknown, headers?: Record<string, string>) => Promise<Reply>
type Guide = {
  tour: Tour
  nordwind: PartnerFixture
  asServer: Send
  asApp: Send
  /** As the caller who has this token. */
  withToken(token: string): Send
}

const by = { actor: 'test', fromWhere: 'test' }

/** A partner's customers, from the first request to a card that is replaced. */
export async function tourIssuing(tour: Tour): Promise<void> {
  const nordwind = await openPartner(tour.shop.world)
  const sending =
    (own: Record<string, string>): Send =>
    async (title, line, json, headers = {}) => {
      const input: Input = { headers: { ...own, ...headers }, ...(json !== undefined && { json }) }
      const { text } = await tour.sends(title, line, input)
      return text.startsWith('{') ? JSON.parse(text) : {}
    }
  const guide: Guide = {
    tour,
    nordwind,
    asServer: sending({ 'x-partner-api-key': nordwind.apiKey }),
    asApp: sending({ 'x-partner-id': String(nordwind.partner.id) }),
    withToken: (token) => sending({ authorization: `Bearer ${token}` }),
  }
  tour.chapter('issuing-auth')
  const token = await logIns(guide)
  await byEmail(guide)
  await byWallet(guide)
  tour.chapter('issuing-kyc')
  await kyc(guide, guide.withToken(token))
  tour.chapter('issuing-accounts')
  await accounts(guide, guide.withToken(token))
  tour.chapter('issuing-cards')
  await cards(guide, guide.withToken(token))
  tour.chapter('issuing-events')
  await events(guide)
  tour.chapter('issuing-topups')
  await tourTopups(tour, nordwind, guide.withToken(token))
  await tourSpending(tour, nordwind)
  await tourThreeDs(tour, nordwind)
}

async function logIns({ tour, asServer, asApp, withToken }: Guide): Promise<string> {
  const email = 'ana@example.com'
  const { customerId } = await asServer('A partner registers a customer', 'POST /v1/auth/register/partner', { email })
  await asServer('The same address again', 'POST /v1/auth/register/partner', { email })
  await asServer('No address', 'POST /v1/auth/register/partner', {})
  await asApp('Without the key of the partner', 'POST /v1/auth/register/partner', { email })
  await tour.sends('With a key that is none', 'POST /v1/auth/register/partner', {
    json: { email },
    headers: { 'x-partner-api-key': 'fpk_test_nothing' },
  })
  const login = 'POST /v1/auth/login/partner'
  await asServer('A customer of nobody', login, { customerId: 'cust_01K4Z3W7V9Q8M2N5R6T1X0Y4AB' })
  const { refreshToken } = await asServer('The customer is logged in', login, { customerId })
  const refresh = 'POST /v1/auth/refresh'
  const next = await withToken(refreshToken!)('A refresh token brings the next two', refresh)
  await withToken(refreshToken!)('The same refresh token a moment later, as when the reply got lost', refresh)
  tour.shop.world.clock.pass({ minutes: 16 })
  const last = await withToken(next.refreshToken!)('The next refresh token', refresh)
  await withToken(refreshToken!)('The first refresh token ends the session', refresh)
  await withToken(last.accessToken!)('An access token of an ended session', 'GET /v1/accounts')
  return (await asServer('The customer is logged in again', login, { customerId })).accessToken!
}

async function byEmail(guide: Guide): Promise<void> {
  const { tour, asApp, withToken } = guide
  const email = 'ben@example.com'
  const password = 'Blue-Kettle-42'
  const weak = { email, password: 'kettle', secondFactor: true }
  await asApp('A password that is too weak', 'POST /v1/auth/register/email', weak)
  const { registrationId } = await asApp('A customer registers with an address', 'POST /v1/auth/register/email', {
    ...weak,
    password,
  })
  const verify = 'POST /v1/auth/register/email/verify'
  await asApp('A code that is wrong', verify, { registrationId, code: 'abcdef' })
  await asApp('The code from the email', verify, { registrationId, code: await codeFor(tour, email) })
  const login = 'POST /v1/auth/login/email'
  await asApp('A wrong password', login, { email, password: 'Blue-Kettle-43' })
  const { sessionToken } = await asApp('A login that needs a second factor', login, { email, password })
  const pending = withToken(sessionToken!)
  tour.shop.world.clock.pass({ minutes: 1 })
  await pending('Another code is sent', 'POST /v1/auth/2fa/send')
  const code = await codeFor(tour, email)
  const { accessToken } = await pending('The second factor', 'POST /v1/auth/2fa/verify', { code })
  await passwords(guide, { email, password, accessToken: accessToken! })
}

async function passwords({ tour, asApp, withToken }: Guide, ben: Record<string, string>): Promise<void> {
  const { email, password: currentPassword } = ben
  const newPassword = 'Green-Teapot-43'
  const change = withToken(ben.accessToken!)
  const path = 'POST /v1/auth/password'
  await change('A current password that is none', path, { currentPassword: newPassword, newPassword: 'Red-Saucer-44' })
  await change('The same password again', path, { currentPassword, newPassword: currentPassword })
  await change('A new password', path, { currentPassword, newPassword })
  await change('Its session has ended', path, { currentPassword: newPassword, newPassword: currentPassword })
  await tour.shop.world.runUntilIdle()
  await asApp('A forgotten password', `${path}/forgot`, { email })
  const code = await codeFor(tour, email!)
  await asApp('A code that was not sent', `${path}/reset`, { email: 'nobody@example.com', code, newPassword })
  await asApp('The code for a new password', `${path}/reset`, { email, code, newPassword: 'Red-Saucer-44' })
}

async function byWallet({ tour, asApp }: Guide): Promise<void> {
  const wallet = privateKeyToAccount(`0x${'7'.repeat(64)}`)
  const named = { walletAddress: wallet.address }
  await asApp('A wallet that is none', 'POST /v1/auth/register/wallet/challenge', { walletAddress: 'ana' })
  const first = await asApp('A challenge to register', 'POST /v1/auth/register/wallet/challenge', named)
  const email = 'cleo@example.com'
  const { registrationId } = await asApp('A customer registers with a wallet', 'POST /v1/auth/register/wallet', {
    challengeId: first.challengeId,
    signature: await wallet.signMessage({ message: first.message! }),
    email,
  })
  const code = await codeFor(tour, email)
  await asApp('The code of its email', 'POST /v1/auth/register/wallet/verify', { registrationId, code })
  const { challengeId, message } = await asApp('A challenge to log in', 'POST /v1/auth/login/wallet/challenge', named)
  const signature = await wallet.signMessage({ message: message! })
  await asApp('A login with a wallet', 'POST /v1/auth/login/wallet', { challengeId, signature })
  await asApp('The same signature again', 'POST /v1/auth/login/wallet', { challengeId, signature })
}

async function codeFor({ shop: { world } }: Tour, email: string): Promise<string> {
  await world.runUntilIdle()
  return codeIn((await mailOf(world, email)).at(-1)!)!
}

async function kyc({ tour }: Guide, call: Send): Promise<void> {
  await call('Nothing is known of a customer', 'GET /v1/kyc')
  await call('Without the agreement', 'POST /v1/kyc/agreement', { accepted: false })
  await call('A child', 'POST /v1/kyc/personal-info', { ...answersOfAna['personal-info'], dateOfBirth: '2020-01-01' })
  for (const step of formSteps)
    await call(`Step ${step}`, `POST /v1/kyc/${step}`, {
      ...answersOfAna[step],
      ...(step === 'personal-info' && { firstName: 'Approve' }),
      ...(step === 'pep' && { isPep: true }),
    })
  const german = { language: 'de' }
  const identity = await call('Pages for an identity document', 'POST /v1/kyc/id-verification/start', german, {
    'idempotency-key': 'v-1',
  })
  await call('The same key again', 'POST /v1/kyc/id-verification/start', german, { 'idempotency-key': 'v-1' })
  await call('A language that there is not', 'POST /v1/kyc/id-verification/start', { language: 'xx' })
  const address = await call('Pages for a proof of address', 'POST /v1/kyc/poa-verification/start', {})
  await call('The answer is corrected', 'POST /v1/kyc/pep', { isPep: false })
  const { world } = tour.shop
  await fillsInPassport(visitorAt(world, new URL(identity.url!).pathname))
  await fillsInAddress(world, visitorAt(world, new URL(address.url!).pathname))
  await call('A confirmation when all is handed in', 'POST /v1/kyc/confirm-pep', { confirmed: true })
  await world.runUntilIdle()
  // Who has said to be exposed, and took it back, is approved by a person.
  const [{ holder_id: customerId }] = (await world.query('select holder_id from kyc.cases')) as [{ holder_id: string }]
  await casesOf(world, customerId).decide('approve')
  await call('The customer is approved', 'GET /v1/kyc')
  await call('A step after the approval', 'POST /v1/kyc/gender', { gender: 'female' })
  await call('Documents after the approval', 'POST /v1/kyc/poa-verification/start', {})
}

async function accounts({ tour }: Guide, call: Send): Promise<void> {
  const open = 'POST /v1/accounts'
  await call('A currency that is none', open, { currency: 'XXX' })
  const { id } = await call('An account is created', open, { currency: 'EUR' }, { 'idempotency-key': 'a-1' })
  await call('The same request under the same key', open, { currency: 'EUR' }, { 'idempotency-key': 'a-1' })
  await call('A second account in the currency', open, { currency: 'EUR' })
  await call('One account', `GET /v1/accounts/${id}`)
  await call('An account of nobody', 'GET /v1/accounts/00000000-0000-4000-8000-000000000000')
  // Lists are by the time of opening.
  tour.shop.world.clock.pass({ seconds: 1 })
  const other = await call('An account that is not needed', open, { currency: 'USD' })
  await call('It is closed', `POST /v1/accounts/${other.id}/close`)
  await call('It is closed again', `POST /v1/accounts/${other.id}/close`)
  await call('The accounts', 'GET /v1/accounts')
  const statement = `GET /v1/accounts/${id}/statement?from=2026-05-01`
  for (const format of ['json', 'csv', 'pdf'])
    await call(`A statement as ${format}`, `${statement}&to=2026-05-03&format=${format}`)
  await call('A statement of days to come', `${statement}&to=2026-06-01`)
  await call('A statement without its last day', statement)
}

async function cards({ tour, nordwind }: Guide, call: Send): Promise<void> {
  const { world } = tour.shop
  const product = await openProduct(world, nordwind)
  const issue = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'Groceries' }
  await call('A card without a currency', 'POST /v1/cards', { ...issue, currency: undefined })
  await call('A card of a product of nobody', 'POST /v1/cards', { ...issue, subscriptionCardId: 'x' })
  const { id } = await call('A virtual card', 'POST /v1/cards', issue)
  world.clock.pass({ seconds: 1 })
  const real = await call('A physical card', 'POST /v1/cards', { ...issue, ...plastic })
  await call('One card', `GET /v1/cards/${id}`)
  await call('The cards', 'GET /v1/cards?page=1&size=1')
  await call('It is frozen', `POST /v1/cards/${id}/freeze`)
  await call('It is frozen again', `POST /v1/cards/${id}/freeze`)
  await call('It is unfrozen', `POST /v1/cards/${id}/unfreeze`)
  await call('Its data', `GET /v1/cards/${id}/secrets`)
  await call('Its data under a key', `GET /v1/cards/${id}/secrets`, undefined, { 'idempotency-key': 's-1' })
  await call('A page with its data', `POST /v1/cards/${id}/data-page`, {})
  await call('Its label', `PATCH /v1/cards/${id}`, { label: 'Bread' })
  await call('Its controls', `GET /v1/cards/${id}/controls`)
  await call('Other controls', `PUT /v1/cards/${id}/controls`, {
    countries: { mode: 'allow', codes: ['RO'] },
  })
  await call('A first PIN', `POST /v1/cards/${id}/pin`, { newPin: '1234' })
  await call('A PIN that may be', `POST /v1/cards/${id}/pin`, { newPin: '2580' })
  await call('Nothing is to be unblocked', `POST /v1/cards/${id}/pin/unblock`)
  await call('A card that is not there yet', `POST /v1/cards/${real.id}/activate`, { lastFour: '0000' })
  await call('It has arrived', `POST /v1/cards/${real.id}/activate`, { lastFour: real.last4 })
  const [apple, google] = [openAppleWallet(world.clock.now()), openGoogleWallet()]
  await call('A wallet before the programme has one', `GET /v1/cards/${id}/provisioning/google-pay`)
  const changes = { appleRoot: apple.rootPem, googleKey: google.publicPem }
  await changeSettings(world.app, { by, partnerId: nordwind.partner.id, changes })
  await call('The first wallet without its certificates', `POST /v1/cards/${id}/provisioning/apple-pay`, {})
  await call('The second wallet', `GET /v1/cards/${id}/provisioning/google-pay`)
  await call('It is lost', `POST /v1/cards/${id}/reissue/lost`)
  await call('A reason that is none', `POST /v1/cards/${real.id}/reissue/bored`)
  await call('The other one is closed', `POST /v1/cards/${real.id}/close`)
  await call('A card of nobody', 'GET /v1/cards/00000000-0000-4000-8000-000000000000')
}

async function events({ tour, asServer }: Guide): Promise<void> {
  const seen = await tour.shop.world.query('select event_id from webhooks.events order by id limit 1')
  const eventId = String(seen[0]!.event_id)
  await asServer('The first events', 'GET /v1/events?size=2')
  await asServer('Those after one', `GET /v1/events?after=${eventId}&size=1`)
  await asServer('One event, which no address could receive', `GET /v1/events/${eventId}`)
  await asServer('It is sent again, to no address', `POST /v1/events/${eventId}/replay`)
  await asServer('All are sent again', 'POST /v1/events/replay', {})
  await asServer('An event of nobody', 'GET /v1/events/evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB')
}
