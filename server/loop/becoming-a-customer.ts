import { answerSteps, handInDocuments } from './onboarding.ts'
import type { Call } from './partner.ts'
import type { Scene } from './scene.ts'

/** The customer of the story, and what she owns. */
export type Ana = {
  customerId: string
  accountId: string
  cardId: string
  /** Her app; she logs in again when time has passed. */
  call: Call
}

/** From nothing to an account with a card. */
export async function becomeCustomer(scene: Scene): Promise<Ana> {
  const { partner, program } = scene
  const { step, tell } = scene.printer
  step('Ana becomes a customer of Nordwind')
  const { customerId } = await partner.asServer('POST', '/auth/register/partner', { email: 'ana@example.com' })
  const call = await logIn(scene, customerId)
  tell('partner', `customer ${customerId}`)

  step('Florin learns who she is')
  tell('partner', `${await answerSteps(call)} steps over the API`)
  tell('partner', `documents on pages of Florin: “${await handInDocuments(call, await days(scene))}”`)
  const { status } = await partner.webhook('kycStatusChanged', (kyc) => kyc.status === 'approved')
  tell('partner', `webhook kycStatusChanged: ${status}`)

  step('She opens an account and receives a card')
  const account = await call('POST', '/accounts', { currency: 'EUR' })
  const wanted = { subscriptionCardId: program.cardProduct, isVirtual: true, currency: 'EUR', label: 'Bread' }
  const card = await call('POST', '/cards', wanted)
  const isActive = (one: { cardId: string; newStatus: string }) => one.cardId === card.id && one.newStatus === 'active'
  const { newStatus } = await partner.webhook('cardStatusChanged', isActive)
  tell('partner', `account ${account.id}, ${account.balance} ${account.currency}`)
  tell('partner', `card •••• ${card.last4}; webhook cardStatusChanged: ${newStatus}`)
  return { customerId, accountId: account.id, cardId: card.id, call }
}

/** A new access token: those before it end after 15 minutes of the clock. */
export async function logIn({ partner }: Scene, customerId: string): Promise<Call> {
  const { accessToken } = await partner.asServer('POST', '/auth/login/partner', { customerId })
  return partner.asCustomer(accessToken)
}

async function days(scene: Scene) {
  const today = await todayOf(scene)
  return { today: today.toString(), validUntil: today.add({ years: 5 }).toString() }
}

/** Runs the clock of the installation, and with it all that falls due on the way; returns how much that was. */
export async function passTime({ merchant }: Scene, runFor: string): Promise<number> {
  let done = 0
  for (let target: Readonly<Record<string, string>> | undefined = { runFor }; target; ) {
    const report = await merchant.call('PATCH', '/test-clock', target)
    done += report.done
    target = report.more ? { runTo: report.runTo } : undefined
  }
  return done
}

/** The day at the clock of the installation, in UTC. */
export async function todayOf({ merchant }: Scene): Promise<Temporal.PlainDate> {
  const { now } = await merchant.call('GET', '/test-clock')
  return Temporal.Instant.from(now).toZonedDateTimeISO('UTC').toPlainDate()
}
