import { createHash } from 'node:crypto'
import { addBankAccount, changeBankAccount } from '#acquiring/merchant-payouts'
import { addConnection, disableConnection, replaceCredentials } from '#acquiring/processors'
import type { PartnerId } from '#core/partners'
import { currentBankAccount } from '../../src/acquiring/merchant-payouts/store.ts'
import type { Attack, Attacked } from './attacks.ts'
import { by } from './author.ts'
import { goodMadeUp, madeUpFields, operator, startedAgain } from './connected.ts'
import { addAccount, ibanEnding } from './merchant-payouts.ts'
import { openPartner } from './partner.ts'
import { openCardholder, openProduct } from './programme.ts'
import type { World } from './world.ts'

const atOnce = Temporal.Duration.from('PT0S')

/** Attacks on keys of sites, which authenticate the programs of stores. */
export const onSiteKeys: Attack[] = [
  {
    name: 'site key: moved to another site',
    by: async ({ attacker, world }) => {
      const [own, of] = [await world.merchant(), await world.merchant()]
      const [row] = await attacker.run('update directory.site_keys set site_id = $1 where site_id = $2 returning id', [
        of.site.id,
        own.site.id,
      ])
      const gained = async () => (await world.app.directory.siteOfKey(own.privateKey)) !== undefined
      return { gained, named: `key of a site ${row!.id}` }
    },
  },
  {
    name: 'site key: inserted for another site',
    by: async ({ attacker, world }) => {
      const [own, of] = [await world.merchant(), await world.merchant()]
      const [row] = await attacker.run('select sealed, fingerprint from directory.site_keys where site_id = $1', [
        own.site.id,
      ])
      await attacker.run("update directory.site_keys set fingerprint = '\\x00' where site_id = $1", [own.site.id])
      const [made] = await attacker.run(
        `insert into directory.site_keys (site_id, sealed, fingerprint, created_at) values ($1, $2, $3, now()) returning id`,
        [of.site.id, row!.sealed, row!.fingerprint],
      )
      const gained = async () => (await world.app.directory.siteOfKey(own.privateKey)) !== undefined
      return { gained, named: `key of a site ${made!.id}` }
    },
  },
  {
    name: 'site key: one that has ended is valid again',
    by: async ({ attacker, world }) => {
      const { site, privateKey } = await world.merchant()
      await world.app.directory.rotateSiteKey({ by, siteId: site.id, overlap: atOnce })
      const [row] = await attacker.run(
        `update directory.site_keys set expires_at = null where site_id = $1 and expires_at is not null returning id`,
        [site.id],
      )
      const gained = async () =>
        (await world.app.directory.siteOfKey(privateKey)) !== undefined ||
        (await world.app.directory.siteKeys(site.id)).some((key) => key.reveal() === privateKey)
      return { gained, named: `key of a site ${row!.id}` }
    },
  },
]

/** Attacks on keys of partners: those of their servers, and those that sign what is sent to them. */
export const onPartnerKeys: Attack[] = [
  {
    name: 'API key: moved to another partner',
    by: async ({ attacker, world }) => {
      const [own, of] = [await openPartner(world), await openPartner(world)]
      const [row] = await attacker.run(
        'update partners.api_keys set partner_id = $1 where partner_id = $2 returning id',
        [of.partner.id, own.partner.id],
      )
      const gained = async () => (await world.app.partners.partnerOfKey(own.apiKey)) !== undefined
      return { gained, named: `API key of a partner ${row!.id}` }
    },
  },
  {
    name: 'API key: inserted for another partner',
    by: async ({ attacker, world }) => {
      const [own, of] = [await openPartner(world), await openPartner(world)]
      const [{ fingerprint } = {}] = await attacker.run(
        'select fingerprint from partners.api_keys where partner_id = $1',
        [own.partner.id],
      )
      await attacker.run("update partners.api_keys set fingerprint = '\\x00' where partner_id = $1", [own.partner.id])
      const [row] = await attacker.run(
        'insert into partners.api_keys (partner_id, fingerprint, created_at) values ($1, $2, now()) returning id',
        [of.partner.id, fingerprint],
      )
      const gained = async () => (await world.app.partners.partnerOfKey(own.apiKey)) !== undefined
      return { gained, named: `API key of a partner ${row!.id}` }
    },
  },
  {
    name: 'signing key: one that has ended signs again',
    by: async ({ attacker, world }) => {
      const { id, signs, ended } = await rotatedSigner(world)
      const [row] = await attacker.run(
        `update partners.signing_keys set expires_at = null, activated_at = '2099-01-01'
         where partner_id = $1 and expires_at is not null returning id`,
        [id],
      )
      return { gained: async () => (await signs()) === ended, named: `signing key of a partner ${row!.id}` }
    },
  },
  {
    name: 'signing key: one that has ended is inserted in place of the one that signs',
    by: async ({ attacker, world }) => {
      const { id, signs, ended } = await rotatedSigner(world)
      const [row] = await attacker.run(
        `insert into partners.signing_keys (partner_id, sealed, created_at, activated_at)
         select partner_id, sealed, created_at, now() from partners.signing_keys
          where partner_id = $1 and expires_at is not null returning id`,
        [id],
      )
      await attacker.run('update partners.signing_keys set expires_at = created_at where partner_id = $1 and id < $2', [
        id,
        row!.id,
      ])
      return { gained: async () => (await signs()) === ended, named: `signing key of a partner ${row!.id}` }
    },
  },
]

async function rotatedSigner(world: World) {
  const { partner, signingKey } = await openPartner(world)
  const id: PartnerId = partner.id
  await world.app.partners.rotateSigningKey({ by, partnerId: id, overlap: atOnce })
  return { id, ended: signingKey, signs: async () => (await world.app.partners.signingKey(id))?.reveal() }
}

/** Attacks on the addresses of pages that show the data of a card once. */
export async function onCardPages(world: World): Promise<Attack[]> {
  const partner = await openPartner(world)
  const product = await openProduct(world, partner)
  const shows = (path: string) => async () =>
    (await world.http.inject({ method: 'POST', url: path })).statusCode === 200
  const hashOf = (token: string) => createHash('sha256').update(token).digest()
  const named = (hash: Buffer) => `token of a card page \\x${hash.toString('hex')}`
  return [
    {
      name: 'card page: a token is inserted',
      by: async ({ attacker }) => {
        const card = await (await openCardholder(world, partner, product)).card()
        const token = 'b'.repeat(43)
        await attacker.run(
          `insert into cards.page_tokens (hash, card_id, created_at, expires_at) values ($1, $2, now(), '2099-01-01')`,
          [hashOf(token), card.id],
        )
        return { gained: shows(`/card-data/${token}`), named: named(hashOf(token)) }
      },
    },
    {
      name: 'card page: a used token is used again',
      by: async ({ attacker }) => {
        const holder = await openCardholder(world, partner, product)
        const path = new URL(String((await holder.post(await holder.card(), '/data-page', {})).body.url)).pathname
        if (!(await shows(path)())) throw new Error('the page shows nothing the first time')
        const hash = hashOf(path.split('/').at(-1)!)
        await attacker.run('update cards.page_tokens set used_at = null where hash = $1', [hash])
        return { gained: shows(path), named: named(hash) }
      },
    },
  ]
}

/** Attacks on connections to processors and their credentials. */
export function onConnections(): Attack[] {
  const madeUp = goodMadeUp()
  const added = async ({ world }: Attacked, name: string) => {
    const { processors } = world.app
    await addConnection(processors, { by: operator, kind: 'madeup', name, given: madeUpFields(), unchecked: true })
    return processors
  }
  const isUsed = (world: World, name: string) => async () => {
    const app = await startedAgain(world, madeUp)
    await app.close()
    return app.connectors.ids.some((id) => id === name)
  }
  return [
    {
      name: 'credentials: those that have ended are the current ones',
      by: async (attacked) => {
        const { world, attacker } = attacked
        const processors = await added(attacked, 'replaced')
        const given = madeUpFields({ apiKey: 'mk_test_2' })
        const input = { by: operator, name: 'replaced', given, overlap: atOnce, unchecked: true }
        await replaceCredentials(processors, input)
        const [old, current] = await attacker.run(
          "select id, sealed from processors.credentials where connection = 'replaced' order by id",
        )
        await attacker.run('update processors.credentials set sealed = $1 where id = $2', [old!.sealed, current!.id])
        return { gained: isUsed(world, 'replaced'), named: `credentials of a connection ${current!.id}` }
      },
    },
    {
      name: 'connection: one that is cut off is used again',
      by: async (attacked) => {
        const { world, attacker } = attacked
        await disableConnection(await added(attacked, 'cut-off'), { by: operator, name: 'cut-off' })
        await attacker.run("update processors.connections set disabled_at = null where name = 'cut-off'")
        return { gained: isUsed(world, 'cut-off'), named: 'connection to a processor cut-off' }
      },
    },
  ]
}

/** Attacks on the bank accounts to which payouts go. */
export const onBankAccounts: Attack[] = [
  ...(
    [
      ['its number is another', `account_number = '${ibanEnding('6666')}'`],
      ['one that waits can be used', "usable_at = '2000-01-01'"],
      ['moved to another merchant', 'merchant_id = merchant_id + 1'],
      ['one that is held is active', "status = 'active', hold_reason = null"],
    ] as const
  ).map(
    ([name, set]): Attack => ({
      name: `bank account: ${name}`,
      by: async ({ attacker, world }) => {
        const [{ site }, next] = [await world.merchant(), await world.merchant()]
        const merchantId = name.startsWith('moved') ? next.site.merchantId : site.merchantId
        const account = { by: operator, merchantId: site.merchantId, currency: 'EUR', holderName: 'Crumb' } as const
        const { bankAccount } = await addBankAccount(world.app, { ...account, iban: ibanEnding('3000') })
        const { id } = bankAccount!
        if (name.includes('held')) await changeBankAccount(world.app, { by: operator, merchantId, id, action: 'hold' })
        await attacker.run(`update merchant_payouts.bank_accounts set ${set} where id = $1`, [id])
        const gained = async () =>
          (await currentBankAccount(world.app.db, { merchantId, currency: 'EUR' })) !== undefined
        return { gained, named: `bank account ${id}` }
      },
    }),
  ),
  {
    name: 'bank account: inserted as active',
    by: async ({ attacker, world }) => {
      const { merchantId } = (await world.merchant()).site
      const { id } = await addAccount(world, merchantId, '3000')
      const [row] = await attacker.run(
        `insert into merchant_payouts.bank_accounts
           (merchant_id, currency, holder_name, account_number, is_iban, country, status, created_at, usable_at)
         select merchant_id, currency, 'Thief', $2, true, country, 'active', created_at, usable_at
           from merchant_payouts.bank_accounts where id = $1 returning id`,
        [id, ibanEnding('6666')],
      )
      const gained = async () => (await currentBankAccount(world.app.db, { merchantId, currency: 'EUR' }))?.id !== id
      return { gained, named: `bank account ${row!.id}` }
    },
  },
]
