import type { Directory, Site } from '#core/directory'
import type { Partner } from '#core/partners'
import {
  addProduct,
  changeSettings,
  type Product,
  type ProgrammesContext,
  productsOf,
  settingsOf,
  topupSiteNeeds,
} from '#issuing/programmes'
import { Refusal } from '#kernel/base/refusal.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { by, leftToSeed, oneAtATime } from './seed.ts'

export type SeededProgramme = { partner: Partner; apiKey: Secret<string> | undefined; product: Product }

type Seeding = ProgrammesContext & { keys: KeyRing; directory: Directory }

/**
 * The partner that every staging installation begins with, its card product, and the site that takes topups. The API key follows from the master
 * keys, so that every start can print it; undefined when it was replaced.
 */
export const seedProgramme = (ctx: Seeding): Promise<SeededProgramme> =>
  oneAtATime(ctx.db, 'seedProgramme', () =>
    programmeIn(ctx, { name: 'Nordwind', keyName: 'API key of the staging programme', product: stagingProduct }),
  )

/** What the demo app calls Florin with. */
export type SeededApp = { apiKey: Secret<string>; signingKey: Secret<string>; cardProduct: string }

/**
 * The bank of the demo app, or none and an error in the log when it cannot be there: everything else works without it.
 * Undefined also when its API key was replaced.
 */
export async function openDemoApp({ log, ...ctx }: Seeding & { log: Log }, baseUrl: string) {
  try {
    return await seedDemoApp(ctx, baseUrl)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.error({ reason: error.message }, 'there is no demo app')
    return undefined
  }
}

/**
 * A partner of its own, so that nothing that a developer tries with the other one reaches the app. It is notified at the
 * address that it has today, unless an operator has set another.
 */
const seedDemoApp = (ctx: Seeding, baseUrl: string): Promise<SeededApp | undefined> =>
  oneAtATime(ctx.db, 'seedDemoApp', async () => {
    const { partner, apiKey, product } = await programmeIn(ctx, {
      name: 'Dough',
      keyName: 'API key of the demo app',
      product: { ...stagingProduct, name: 'Dough card', prefix: '53999910', design: 'violet' },
    })
    const { id: partnerId } = partner
    const left = <Changes extends object>(kind: string, changes: Changes) =>
      leftToSeed(ctx.db, { kind, id: partnerId }, changes)
    const address = await left('partner', { webhookUrl: `${baseUrl}/demo/app/webhooks` })
    await ctx.partners.change({ by, partnerId, changes: address })
    await changeSettings(ctx, {
      by,
      partnerId,
      changes: await left('programme', { returnUrl: returnUrlOf(baseUrl) }),
    })
    const signingKey = await ctx.partners.signingKey(partnerId)
    return apiKey && signingKey && { apiKey, signingKey, cardProduct: product.id }
  })

/** Programmes return to https or to this machine. Elsewhere the checkout stays on its last page, and the app is a tab away. */
function returnUrlOf(baseUrl: string): string | null {
  const { protocol, hostname } = new URL(baseUrl)
  const isAllowed = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
  return isAllowed ? `${baseUrl}/demo/app/topped-up` : null
}

type Programme = { name: string; keyName: string; product: typeof stagingProduct }

async function programmeIn(ctx: Seeding, { name, keyName, product }: Programme): Promise<SeededProgramme> {
  const digest = ctx.keys.fingerprint('siteKey', keyName)
  const apiKey = new Secret(`fpk_test_${digest.toString('base64url')}`)
  const known = (await ctx.partners.list({ limit: 100 })).find((partner) => partner.name === name && !partner.live)
  const partner = known ?? (await ctx.partners.create({ by, name, live: false, apiKey })).partner
  const isValid = (await ctx.partners.partnerOfKey(apiKey.reveal()))?.partner.id === partner.id
  const [first] = await productsOf(ctx.db, partner.id)
  await seedTopups(ctx, partner)
  return {
    partner,
    apiKey: isValid ? apiKey : undefined,
    product: first ?? (await addProduct(ctx, { by, partnerId: partner.id, input: product })),
  }
}

/** The programme takes topups at a site of its own, which notifies Florin at the address that it has today, unless an operator has set another. */
async function seedTopups(ctx: Seeding, { id: partnerId, name: bank }: Partner): Promise<void> {
  const sites = await ctx.directory.listSites({ limit: 1_000 })
  const known = sites.find(({ merchantName, name, live }) => merchantName === bank && name === topupSite.name && !live)
  const site = known ?? (await createTopupSite(ctx.directory, bank))
  const needs = await leftToSeed(ctx.db, { kind: 'site', id: site.id }, topupSiteNeeds(ctx, site))
  await ctx.directory.changeSite({ by, siteId: site.id, changes: needs })
  if ((await settingsOf(ctx.db, partnerId)).topupSite === undefined)
    await changeSettings(ctx, { by, partnerId, changes: { topupSite: site.id } })
}

async function createTopupSite(directory: Directory, bank: string): Promise<Site> {
  const { id: merchantId } = await directory.createMerchant({ by, name: bank })
  return (await directory.createSite({ by, merchantId, ...topupSite })).site
}

const topupSite = {
  name: 'Topups',
  live: false,
  currencies: ['EUR', 'USD', 'GBP', 'CHF', 'RON'],
  timeZone: 'Europe/Bucharest',
}

const stagingProduct = {
  name: 'Everyday card',
  prefix: '53999900',
  currencies: ['EUR', 'USD', 'GBP', 'CHF', 'RON'],
  virtual: true,
  physical: true,
  limits: ['transaction:EUR:2000.00', 'day:EUR:5000.00'],
  markupPercent: '1.50',
  design: 'blue',
}
