import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import { capturePayment } from '#acquiring/payments'
import { endWalletKey, findAccount, openWalletCard, setWallet } from '#acquiring/wallets'
import { newKey } from '#connectors/wallet/sandbox/certificates.ts'
import { makeGoogleToken } from '#connectors/wallet/sandbox/google-token.ts'
import { generateTestIssuer, readTestIssuer, rootKeysOf } from '#connectors/wallet/sandbox/issuer.ts'
import { Secret } from '#kernel/base/secret.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { googleContent } from '../../src/connectors/wallet/tokens-under-test.ts'
import type { Attack } from './attacks.ts'
import { by } from './author.ts'
import { openSpender } from './network.ts'
import { openPartner } from './partner.ts'
import { challengedCard } from './payments-fixture.ts'
import { openShopper } from './shopper.ts'
import { openMerchantSide, proofOf } from './three-ds.ts'
import type { World } from './world.ts'

/** Attacks on what this installation is to Google, and on tokens that have paid. */
export async function onWallets(world: World): Promise<Attack[]> {
  const { app, clock } = world
  const { site } = await world.merchant({ wallets: ['googlePay'] })
  const [google, thief] = [generateTestIssuer(), generateTestIssuer()].map(readTestIssuer)
  const trusting = (issuer: ReturnType<typeof readTestIssuer>) =>
    rootKeysOf(issuer).replace('3100000000000', '4100000000000')
  const [first, second] = [newKey(), newKey()]
  const adds = (key: ReturnType<typeof newKey>, of: 'bakeries' | 'tests' = 'bakeries') =>
    setWallet(app, {
      by,
      change: {
        ...{ wallet: 'googlePay', isTest: of === 'tests', recipient: `gateway:${of}`, trust: trusting(google!) },
        keys: [
          {
            kind: 'decryption',
            certificate: undefined,
            secret: new Secret(key.export({ format: 'der', type: 'pkcs8' }).toString('base64')),
          },
        ],
      },
    })
  await adds(first)
  const { keys } = (await findAccount(app, { wallet: 'googlePay', isTest: false }))!
  await adds(second)
  await adds(second, 'tests')
  const { id } = (await findAccount(app, { wallet: 'googlePay', isTest: true }))!
  await endWalletKey(app, { by, id: keys[0]!.id })
  const tokenOf = (issuer = google!, publicKey = second, of = 'bakeries') =>
    makeGoogleToken({
      issuer: issuer.google,
      publicKey,
      recipientId: `gateway:${of}`,
      content: {
        ...googleContent,
        gatewayMerchantId: `googlePay_${site.id}`,
        messageId: randomUUID(),
        messageExpiration: String(clock.now().add({ hours: 24 }).epochMilliseconds),
        paymentMethodDetails: { ...googleContent.paymentMethodDetails, expirationYear: 2079 },
      },
      keyExpiresAt: clock.now().add({ hours: 24 }),
    })
  const pays = async (token: string) => {
    const input = { type: 'googlePay', token, field: 'data', typeField: 'type' } as const
    const { writes } = await openWalletCard(app, { site, input, amount: { minor: 990n, currency: 'EUR' } })
    await commit(app, clock.now(), writes, 'pay')
  }
  const works = (token: string) => async () =>
    pays(token).then(
      () => true,
      () => false,
    )
  const used = tokenOf()
  await pays(used)
  return [
    {
      name: 'used token: it is forgotten, and pays again',
      by: async ({ attacker }) => {
        await attacker.run('delete from wallets.used_tokens')
        return { gained: works(used), named: 'used token' }
      },
    },
    {
      name: 'key of a wallet: one that has ended opens tokens again',
      by: async ({ attacker }) => {
        await attacker.run('update wallets.keys set ended_at = null where id = $1', [keys[0]!.id])
        return { gained: works(tokenOf(google, first)), named: `key of a wallet account ${keys[0]!.id}` }
      },
    },
    {
      name: 'key of a wallet: one is inserted',
      by: async ({ attacker }) => {
        const [row] = await attacker.run(
          `insert into wallets.keys (account_id, kind, sealed, created_at)
           select account_id, kind, sealed, now() from wallets.keys where id = $1 returning id`,
          [keys[0]!.id],
        )
        return { gained: works(tokenOf(google, first)), named: `key of a wallet account ${row!.id}` }
      },
    },
    {
      name: 'wallet account: somebody else signs its tokens, for another id',
      by: async ({ attacker }) => {
        await attacker.run(`update wallets.accounts set trust = $1, recipient = 'gateway:thief' where id = $2`, [
          trusting(thief!),
          id,
        ])
        return { gained: works(tokenOf(thief, second, 'thief')), named: `wallet account ${id}` }
      },
    },
  ]
}

/** Attacks on 3-D Secure of cards that we have issued: a payment that the holder has not confirmed. */
export async function onAuthentications(world: World): Promise<Attack[]> {
  const partner = await openPartner(world)
  const shop = await openMerchantSide(world)
  const [ana, thief] = [await openSpender(world, partner), await openSpender(world, partner)]
  const isPaid = async (proof: Parameters<typeof proofOf>[0] | undefined) =>
    proof?.authenticationValue !== undefined && (await ana.authorize('42.99', proofOf(proof))).code === '00'
  const ofChallenge = (id: string) => `challenge of 3-D Secure ${id}`
  return [
    {
      name: 'challenge: it is confirmed by hand',
      by: async ({ attacker }) => {
        const { acsTransID: id } = await shop.authenticate(ana, '42.99')
        await attacker.run(`update threeds.challenges set status = 'authorized', due_at = null where id = $1`, [id])
        await attacker.run(`insert into threeds.results (id, status, due_at) values ($1, 'waiting', now())`, [id])
        const gained = async () => {
          await world.runUntilIdle()
          return isPaid(shop.results.find(({ acsTransID }) => acsTransID === id))
        }
        return { gained, named: ofChallenge(id) }
      },
    },
    {
      name: 'challenge: somebody else is asked',
      by: async ({ attacker }) => {
        const { acsTransID: id } = await shop.authenticate(ana, '42.99')
        await attacker.run('update threeds.challenges set holder_id = $2 where id = $1', [id, thief.customerId])
        const body = { authType: 'fingerprint', authStatus: 'success' }
        const gained = async () => (await thief.call('PATCH', `/transactions/3d-secure/${id}`, { body })).status === 200
        return { gained, named: ofChallenge(id) }
      },
    },
    {
      name: 'authentication: one is inserted, of which nobody was asked',
      by: async ({ attacker }) => {
        const { acsTransID: id } = await shop.authenticate(ana, '42.99')
        const [threeDSServerTransID, dsTransID] = [randomUUID(), randomUUID()]
        const others = `message_version, digest, card_id, holder_id, partner_id, category, minor, currency, acquirer_id, merchant_id,
          merchant_name, merchant_category, notification_url, results_url, eci, verdicts, created_at`
        const [row] = await attacker.run(
          `insert into threeds.authentications (acs_trans_id, server_trans_id, ds_trans_id, trans_status, ${others})
           select gen_random_uuid(), $2, $3, 'Y', ${others} from threeds.authentications where acs_trans_id = $1 returning id`,
          [id, threeDSServerTransID, dsTransID],
        )
        const gained = async () => {
          const answer = await shop.ask(ana, '42.99', { threeDSServerTransID, dsTransID }).catch(() => undefined)
          return answer?.messageType === 'ARes' && isPaid(answer)
        }
        return { gained, named: `authentication of 3-D Secure ${row!.id}` }
      },
    },
  ]
}

/** Attacks on the challenges of payments that merchants take. Payments have no code: what is done to them is found by `verify`. */
export const onChallenges: Attack[] = [
  ...(
    [
      ['it counts as passed', `status = 'authorized', challenge = null, approved_at = created_at, due_at = null`],
      ['it sends the shopper elsewhere', `challenge = jsonb_set(challenge, '{url}', '"https://thief.example"')`],
    ] as const
  ).map(
    ([name, set]): Attack => ({
      name: `challenge of a payment: ${name}`,
      by: async ({ attacker, world }) => {
        const { app, http } = world
        const { site, privateKey } = await world.merchant()
        const shopper = await openShopper({ http, site, privateKey }, { cardTransactionMode: 'auth' })
        await shopper.pays({ number: challengedCard, expiry: '12/79' })
        await sealAll(app)
        const [row] = await attacker.run(
          `update payments.payments set ${set} where status = 'challenging' returning id`,
        )
        const id = row!.id as PaymentId
        const gained = async () => {
          await capturePayment(app, { by, siteId: site.id, paymentId: id, amount: undefined }).catch(() => undefined)
          await world.runUntilIdle()
          const booked = await world.query(`select from ledger.entries where reference = 'payment ${id}'`)
          return booked.length > 0
        }
        return { gained, named: `payment ${id}` }
      },
    }),
  ),
]

/** Attacks on what acquirers report of disputes, which is carried out when it falls due. */
export const onDisputes: Attack[] = [
  {
    name: 'dispute event: a chargeback that no acquirer has reported',
    by: async ({ attacker, world }) => {
      const { http } = world
      const { site, privateKey } = await world.merchant()
      const shopper = await openShopper({ http, site, privateKey }, {})
      await shopper.pays({ number: '4111111111111111', expiry: '12/79' })
      await world.runUntilIdle()
      const [row] = await attacker.run(
        `insert into disputes.events (connector, event_id, dispute, authorization_key, kind, currency, minor, reason, happened_at, received_at, due_at)
         select connector, 'forged', 'forged', key, 'opened', currency, minor, 'fraud', created_at, created_at, created_at
         from payments.payments where site_id = $1 returning id`,
        [site.id],
      )
      const gained = async () => {
        await world.runUntilIdle()
        const taken = await world.query(
          `select from payments.payments where site_id = ${site.id} and type = 'chargeback'`,
        )
        return taken.length > 0
      }
      return { gained, named: `dispute event ${row!.id}` }
    },
  },
]
