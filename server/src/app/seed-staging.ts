import { openTestWallets } from '#acquiring/wallets'
import { addressOf } from './addresses.ts'
import type { App } from './compose.ts'
import type { Config } from './config.ts'
import { by, oneAtATime, openDemo, type SeededShop, seedChain } from './seed.ts'
import { seedFeeInvoices } from './seed-fee-invoices.ts'
import { seedPayouts } from './seed-payouts.ts'
import { openDemoApp, type SeededApp, type SeededProgramme, seedProgramme } from './seed-programmes.ts'
import { type SeededStaff, seedStaff } from './seed-staff.ts'

/** What a staging installation begins with; all of it undefined in production. */
export type Seeded = {
  /** The demo store's. */
  shop: SeededShop | undefined
  /** The partner and its card product. */
  programme: SeededProgramme | undefined
  /** What the demo app calls Florin with; undefined also where there is none. */
  demoApp: SeededApp | undefined
  /** Who can log in to the dashboard. */
  people: SeededStaff | undefined
}

/** Makes what a staging installation begins with, or finds it; makes nothing in production. */
export async function seedStaging(app: App, config: Config, publicUrl: string): Promise<Seeded> {
  if (config.environment !== 'staging')
    return { shop: undefined, programme: undefined, demoApp: undefined, people: undefined }
  const shop = await openDemo(app, publicUrl)
  const programme = await seedProgramme(app)
  const demoApp = await openDemoApp(app, addressOf(publicUrl, config.surfaceHosts.staging))
  await seedChain(app)
  await oneAtATime(app.db, 'seedWallets', () => openTestWallets(app, by))
  if (!shop) return { shop, programme, demoApp, people: undefined }
  const { merchantId } = shop.site
  await seedPayouts(app, merchantId)
  await seedFeeInvoices(app, merchantId)
  const people = await seedStaff(app, { merchantId, partnerId: programme.partner.id })
  return { shop, programme, demoApp, people }
}
