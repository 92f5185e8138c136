import { expect, onTestFinished } from 'vitest'
import { setRate } from '#core/rates'
import { changeSettings, type SettingsChanges } from '#issuing/programmes'
import { openWatchedChain, someone, usdc } from './deposits.ts'
import { approveKyc } from './issuing.ts'
import { type CallAs, type CallOptions, type IssuingReply, openPartner } from './partner.ts'
import { createWorld, type World } from './world.ts'

const by = { actor: 'test', fromWhere: 'test' }
/** The wallet that another person pays with. */
export const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/**
 * Customers who top up in coins on the chain of staging: a USDC is worth 0.90 euros and an ether 2,000. When the test is
 * finished, the installation is verified.
 */
export async function openCryptoTopups(settings: SettingsChanges = {}, environment: Record<string, string> = {}) {
  const world = await createWorld({ environment: { FLORIN_RATES: 'off', ...environment } })
  onTestFinished(async () => {
    const { differences } = await world.verify()
    await world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })
  return offerCoins(world, settings)
}

/** The same in a world that is there, where nobody else sets rates. */
export async function offerCoins(world: World, settings: SettingsChanges = {}) {
  const { app } = world
  await openWatchedChain(world)
  const rate = (base: 'USDC' | 'ETH', digits: string) => setRate(app, { by, base, quote: 'EUR', rate: digits })
  await rate('USDC', '0.90')
  await rate('ETH', '2000')
  await world.runUntilIdle()
  const nordwind = await openPartner(world)
  await changeSettings(app, { by, partnerId: nordwind.partner.id, changes: settings })
  const chain = app.sandboxChain!
  const look = async () => {
    await world.pass({ seconds: 5 })
  }
  const holder = async () => {
    const { customerId } = await nordwind.customer()
    const call: CallAs = async (...request) => {
      const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
      return nordwind.withToken(login.body.accessToken as string)(...request)
    }
    await approveKyc(world, customerId)
    const accountId = (await call('POST', '/accounts', { body: { currency: 'EUR' } })).body.id as string
    const body = (changes: object = {}) => ({ ...usual, ...changes })
    const orders = async (changes: object = {}, options: CallOptions = {}): Promise<Ordered> => {
      const reply = await call('POST', '/topups/crypto', { body: body(changes), ...options })
      return { ...reply, topup: reply.body as Ordered['topup'] }
    }
    return {
      customerId,
      accountId,
      call,
      body,
      orders,
      balance: async () => (await call('GET', `/accounts/${accountId}`)).body.balance,
      topup: async ({ topup: { id } }: Ordered) => (await call('GET', `/topups/${id}`)).body as Ordered['topup'],
    }
  }
  return {
    ...nordwind,
    world,
    chain,
    rate,
    look,
    holder,
    /** Sends coins to the address of an order, and lets the chain go on by so many blocks. */
    pays: async ({ topup }: Ordered, { quantity, blocks = 3, ...how }: Payment) => {
      const sent = await chain.send({
        contract: 'contract' in how ? how.contract : usdc,
        from: how.from ?? someone,
        to: topup.crypto.address,
        quantity,
      })
      await chain.mine(blocks)
      await look()
      return sent
    },
    events: async () => {
      const { data } = (await nordwind.asServer('GET', '/events?size=100')).body
      return (data as { eventType: string; data: { topupId?: string } }[])
        .filter((event) => event.data.topupId)
        .map(({ eventType }) => eventType)
    },
  }
}

/** 100 USDC for 90 euros. */
export const usual = {
  fiatCurrency: 'EUR',
  cryptoCurrency: 'USDC',
  amount: 90,
  inputType: 'fiat',
  blockchain: 'sandbox',
  senderAddress: someone,
}
export const hundred = 100_000_000n

export type Ordered = IssuingReply & {
  topup: {
    id: string
    status: string
    credited?: string
    failureReason?: string
    crypto: { address: string; expiresAt: string; deposits: { id: string; status: string; reason?: string }[] }
  }
}
type Payment = { quantity: bigint; blocks?: number; contract?: string | undefined; from?: string }
