import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import type { SiteId } from '#core/directory'
import { type KeyKind, keyKinds } from '#core/issuervault'
import type { PartnerId } from '#core/partners'
import { type ProductId, readUuid } from '#issuing/ids'
import {
  addProduct,
  changeProduct,
  changeSettings,
  type ProductChanges,
  productRecord,
  productsOf,
  rotateProductKey,
  type Settings,
  type SettingsChanges,
  settingsOf,
  settingsRecord,
} from '#issuing/programmes'
import { countOption, partnerIdArgument, siteIdArgument, yesOrNo } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ProductOptions = {
  name?: string
  active?: boolean
  limit?: string[]
  fee?: string[]
  markup?: string
  design?: string
  bureauKey?: string
}
type NewOptions = ProductOptions & {
  prefix: string
  currency: string[]
  virtual: boolean
  physical: boolean
  months?: number
  expiryOrder?: string
  serviceCode?: string
}

export function programmeCommand(): Command {
  const programme = new Command('programme')
  withProductOptions(programme.command('add-product'))
    .argument('<partnerId>', '', partnerIdArgument)
    .argument('<name>')
    .description('add a card product; its id is the subscriptionCardId of the interface')
    .requiredOption('--prefix <digits>', 'the first 6 to 14 digits of its card numbers')
    .requiredOption('--currency <code...>', 'currencies of its cards')
    .option('--virtual <yes|no>', 'issues virtual cards', yesOrNo('--virtual'), true)
    .option('--physical <yes|no>', 'issues physical cards', yesOrNo('--physical'), false)
    .option('--months <count>', 'how long a card is valid; default: 48', countOption('--months', 120))
    .addOption(new Option('--expiry-order <order>', 'in CVV2; it never changes').choices(['YYMM', 'MMYY']))
    .option('--service-code <digits>', 'of the magnetic stripe; default: 201')
    .action((partnerId: PartnerId, name: string, { prefix, currency, ...options }: NewOptions) =>
      withApp(async (app) => {
        const { virtual, physical, months, expiryOrder, serviceCode } = options
        const fixed = { prefix, currencies: currency, virtual, physical, months, expiryOrder, serviceCode }
        const by = await app.by('programmes:change')
        const product = await addProduct(app, { by, partnerId, input: { ...fixed, ...changesOf(options), name } })
        print(product, `Card product ${product.id} (${product.name}) is added.`)
      }),
    )
  withProductOptions(programme.command('change-product'))
    .argument('<productId>', '', productIdArgument)
    .description('change the given terms, leave the rest')
    .option('--name <name>')
    .option('--active <yes|no>', 'an inactive product issues no new cards', yesOrNo('--active'))
    .action((productId: ProductId, options: ProductOptions) =>
      withApp(async (app) => {
        const by = await app.by('programmes:change')
        const changed = await changeProduct(app, { by, productId, changes: changesOf(options) })
        print(changed, `Card product ${changed.id} (${changed.name}) is changed.`)
      }),
    )
  addSettingsCommands(programme)
  addKeyCommands(programme)
  return programme
}

const withProductOptions = (command: Command): Command =>
  command
    .option('--limit <period:currency:amount...>', 'such as day:EUR:1000.00; for each card')
    .option('--fee <kind:currency:amount...>', 'such as issuePhysical:EUR:5.00')
    .option('--markup <percent>', 'on the rate of purchases in another currency, such as 2.50')
    .option('--design <name>', 'how the card looks; empty text: none')
    .option('--bureau-key <file>', 'public RSA key (PEM) of the personalisation bureau; empty text: none')

const changesOf = ({ name, active, limit, fee, markup, design, bureauKey }: ProductOptions): ProductChanges => ({
  name,
  active,
  limits: limit,
  fees: fee,
  markupPercent: markup,
  design: design === '' ? null : design,
  bureauKey: fileOrNone(bureauKey),
})

const fileOrNone = (path: string | undefined): string | null | undefined =>
  path === '' ? null : path === undefined ? undefined : readFileSync(path, 'utf8')

export function productIdArgument(text: string): ProductId {
  const id = readUuid<ProductId>(text)
  if (!id) throw new Error(`productId is a UUID, as florin programme list shows it; it is "${text}".`)
  return id
}

type SettingsOptions = {
  frameAncestor?: string[]
  appleRoot?: string
  googleKey?: string
  returnUrl?: string
  kycValid?: string
  topupSite?: string
  topupRedirects?: boolean
  topupLimit?: string[]
  topupFee?: string[]
}

function addSettingsCommands(programme: Command): void {
  programme
    .command('change')
    .argument('<partnerId>', '', partnerIdArgument)
    .description('change the given settings of a partner’s programme, leave the rest')
    .option('--frame-ancestor <origin...>', 'whose pages may show pages of ours in a frame')
    .option('--apple-root <file>', 'root certificate (PEM) of the first wallet; empty text: none')
    .option('--google-key <file>', 'public key (PEM) of the second wallet’s token service; empty text: none')
    .option('--return-url <url>', 'where customers go who have handed in their documents; empty text: nowhere')
    .option('--kyc-valid <duration>', 'how long approvals of customers hold, such as P1Y; empty text: FLORIN_KYC_VALID')
    .option('--topup-site <siteId>', 'the site that takes the payments of topups; empty text: none')
    .option('--topup-redirects <yes|no>', 'the page of a topup goes on by itself', yesOrNo('--topup-redirects'))
    .option(
      '--topup-limit <status:bound:currency:amount...>',
      'such as approved:day:EUR:1000.00; in place of all others',
    )
    .option('--topup-fee <type:currency:percent:fixed...>', 'such as fiat:EUR:1.50:0.25; in place of all others')
    .action((partnerId: PartnerId, options: SettingsOptions) =>
      withApp(async (app) => {
        const changes = settingsChangesOf(options)
        await changeSettings(app, { by: await app.by('programmes:change'), partnerId, changes })
        const settings = await settingsOf(app.db, partnerId)
        print(settingsRecord(partnerId, settings), `The programme of partner ${partnerId} is changed.`)
      }),
    )
  programme
    .command('list')
    .argument('[partnerId]', 'of one partner only', partnerIdArgument)
    .description('card products, and how many numbers each has used')
    .action((partnerId: PartnerId | undefined) =>
      withApp(async ({ db, issuerVault, by }) => {
        await by('programmes:read')
        const found = await productsOf(db, partnerId)
        const data = await Promise.all(found.map(async (one) => productRecord(one, await issuerVault.rangeOf(one.id))))
        const headings = ['id', 'partner', 'name', 'prefix', 'numbers', 'cards', 'currencies', 'active']
        const products = table(headings, data.map(productRow))
        if (partnerId === undefined) return print({ data }, products)
        const settings = await settingsOf(db, partnerId)
        const text = [products, ...settingsLines(settings)].join('\n')
        print({ data, settings: settingsRecord(partnerId, settings) }, text)
      }),
    )
}

const productRow = (product: ReturnType<typeof productRecord>): string[] => {
  const { id, partnerId, name, prefix, numbersIssued, numbersInAll, virtual, physical, currencies, active } = product
  const kinds = [virtual && 'virtual', physical && 'physical'].filter(Boolean).join(', ')
  const used = `${numbersIssued} of ${numbersInAll}`
  return [id, String(partnerId), name, prefix, used, kinds, currencies.join(' '), active ? 'yes' : 'no']
}

const settingsLines = (settings: Settings): string[] => {
  const { frameAncestors, appleRoot, googleKey, returnUrl, kycValid, topupSite } = settings
  return [
    `Frames: ${frameAncestors.join(' ') || 'none'}`,
    `Way back: ${returnUrl ?? 'none'}`,
    `Approvals of customers hold: ${kycValid ?? 'as FLORIN_KYC_VALID says'}`,
    `Wallets: ${[appleRoot && 'Apple', googleKey && 'Google'].filter(Boolean).join(', ') || 'none'}`,
    `Topups: ${topupSite === undefined ? 'none by card' : `by card, at site ${topupSite}`}`,
    ...(settings.topupRedirects ? [] : ['Page of a topup: waits for its button']),
    ...settings.topupLimits.map(
      (one) => `Limit of topups: ${[one.status, one.bound, one.currency, one.amount].join(':')}`,
    ),
    ...settings.topupFees.map((one) => `Fee of topups: ${[one.type, one.currency, one.percent, one.fixed].join(':')}`),
  ]
}

const settingsChangesOf = (options: SettingsOptions): SettingsChanges => ({
  frameAncestors: options.frameAncestor,
  appleRoot: fileOrNone(options.appleRoot),
  googleKey: fileOrNone(options.googleKey),
  returnUrl: options.returnUrl === '' ? null : options.returnUrl,
  kycValid: options.kycValid === '' ? null : options.kycValid,
  topupSite: options.topupSite === '' ? null : siteOrNone(options.topupSite),
  topupRedirects: options.topupRedirects,
  topupLimits: options.topupLimit,
  topupFees: options.topupFee,
})

const siteOrNone = (text: string | undefined): SiteId | undefined =>
  text === undefined ? undefined : siteIdArgument(text)

function addKeyCommands(programme: Command): void {
  programme
    .command('keys')
    .argument('<productId>', '', productIdArgument)
    .description('the keys of a card product by their check values, without the keys themselves')
    .action((productId: ProductId) =>
      withApp(async ({ issuerVault, by }) => {
        await by('keys:read')
        const data = await issuerVault.keysOf(productId)
        const rows = data.map(({ kind, version, checkValue, createdAt }) => [
          kind,
          String(version),
          checkValue,
          createdAt.toString({ smallestUnit: 'second' }),
        ])
        print({ data }, table(['kind', 'version', 'check value', 'made'], rows))
      }),
    )
  programme
    .command('rotate-key')
    .argument('<productId>', '', productIdArgument)
    .description('make a new version of a key; cards keep theirs until they expire')
    .addOption(new Option('--kind <kind>').choices(keyKinds).makeOptionMandatory())
    .action((productId: ProductId, { kind }: { kind: KeyKind }) =>
      withApp(async (app) => {
        const key = await rotateProductKey(app, { by: await app.by('keys:rotate'), productId, kind })
        print(key, `New cards have version ${key.version} of ${kind}, check value ${key.checkValue}.`)
      }),
    )
}
