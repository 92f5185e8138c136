import { createHash } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { HolderId } from '#issuing/ids'
import { commit, update } from '#kernel/db/commit/commit.ts'
import type { Attack, Attacked } from './attacks.ts'
import { codeIn, mailOf } from './mail.ts'
import { openPartner, type PartnerFixture } from './partner.ts'
import type { World } from './world.ts'

const password = 'Blue-Kettle-42'
export const better = 'Green-Teapot-43'
const hashOf = (token: string) => createHash('sha256').update(token).digest()
export const allowed = (status: number): boolean => status < 300

type Customer = { id: string; email: string; accessToken: string; refreshToken: string }

/** What people do on the issuing interface, with customers who never meet. */
export async function openPeople(world: World) {
  const [partner, other] = [await openPartner(world), await openPartner(world, 'Another Bank')]
  let people = 0
  const post = async (path: string, body: unknown, as: PartnerFixture = partner) =>
    as.asApp('POST', `/auth${path}`, { body })
  const codeFor = async (email: string) => {
    await world.runUntilIdle()
    const mail = (await mailOf(world, email)).at(-1)
    return mail && codeIn(mail)
  }
  const begins = async (email: string, more: object = {}) =>
    (await post('/register/email', { email, password, ...more })).body.registrationId as string
  const customer = async (more: object = {}): Promise<Customer> => {
    const email = `person-${++people}@example.com`
    const registrationId = await begins(email, more)
    const { body } = await post('/register/email/verify', { registrationId, code: await codeFor(email) })
    return { id: body.customerId as string, email, ...(body as Pick<Customer, 'accessToken' | 'refreshToken'>) }
  }
  return {
    partner,
    other,
    post,
    codeFor,
    begins,
    customer,
    newEmail: () => `person-${++people}@example.com`,
    logsIn: async ({ email }: Pick<Customer, 'email'>, typed = password) =>
      post('/login/email', { email, password: typed }),
    refreshes: async (token: string) => partner.withToken(token)('POST', '/auth/refresh'),
    reads: async (accessToken: string) => allowed((await partner.withToken(accessToken)('GET', '/accounts')).status),
    asPartner: async (customerId: string, as: PartnerFixture) =>
      allowed((await as.asServer('POST', '/auth/login/partner', { body: { customerId } })).status),
    /** A customer logs in with a wallet; what was signed for it. */
    signsWithWallet: async () => {
      const { address: walletAddress, sign } = newWallet()
      const own = { email: `person-${++people}@example.com`, walletAddress }
      await partner.asServer('POST', '/auth/register/partner', { body: own })
      const { challengeId, message } = (await post('/login/wallet/challenge', { walletAddress })).body
      const signed = { challengeId: String(challengeId), signature: await sign(String(message)) }
      if (!allowed((await post('/login/wallet', signed)).status)) throw new Error('the wallet does not log in')
      return signed
    },
    logsInWithWallet: async ({ address, sign }: Wallet) => {
      const { challengeId, message } = (await post('/login/wallet/challenge', { walletAddress: address })).body
      return allowed((await post('/login/wallet', { challengeId, signature: await sign(String(message)) })).status)
    },
  }
}
export type People = Awaited<ReturnType<typeof openPeople>>

type Wallet = { address: string; sign(message: string): Promise<string> }
function newWallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey())
  return { address: account.address, sign: (message) => account.signMessage({ message }) }
}

const holderOf = (id: string) => `customer ${id}`

/** Attacks on customers themselves and on their wallets. */
export const onCustomers = (people: People): Attack[] => {
  const victim = () => people.customer()
  const changed = (name: string, set: string, gains: (of: Customer, own: Customer) => Promise<boolean>): Attack => ({
    name: `customer: ${name}`,
    by: async ({ attacker }) => {
      const [own, of] = [await victim(), await victim()]
      const from = 'from holders.holders own where own.id = $2 and h.id = $1'
      await attacker.run(`update holders.holders h set ${set} ${from}`, [of.id, own.id])
      return { gained: () => gains(of, own), named: holderOf(of.id) }
    },
  })
  return [
    {
      name: 'customer: one is inserted with a known password',
      by: async ({ attacker }) => {
        const own = await victim()
        const [id, email] = [`${own.id.slice(0, -2)}ZZ`, people.newEmail()]
        const columns = 'partner_id, status, email_verified, password_hash, second_factor, created_at, language'
        await attacker.run(
          `insert into holders.holders (id, email, ${columns}) select $1, $2, ${columns} from holders.holders where id = $3`,
          [id, email, own.id],
        )
        return { gained: async () => allowed((await people.logsIn({ email })).status), named: holderOf(id) }
      },
    },
    {
      name: 'customer: a known password is set',
      by: async ({ attacker }) => {
        const [own, of] = [await victim(), await victim()]
        await people.partner.withToken(own.accessToken)('POST', '/auth/password', {
          body: { currentPassword: password, newPassword: better },
        })
        await attacker.run(
          `update holders.holders set password_hash = (select password_hash from holders.holders where id = $2) where id = $1`,
          [of.id, own.id],
        )
        return { gained: async () => allowed((await people.logsIn(of, better)).status), named: holderOf(of.id) }
      },
    },
    changed('the address is another', "email = 'thief-' || h.email", async (of) => {
      const email = `thief-${of.email}`
      await people.post('/password/forgot', { email })
      return (await people.codeFor(email)) !== undefined
    }),
    {
      name: 'customer: the second factor is switched off',
      by: async ({ attacker }) => {
        const of = await people.customer({ secondFactor: true })
        await attacker.run('update holders.holders set second_factor = false where id = $1', [of.id])
        const gained = async () => (await people.logsIn(of)).body.accessToken !== undefined
        return { gained, named: holderOf(of.id) }
      },
    },
    changed('moved to another partner', `partner_id = ${people.other.partner.id}`, (of) =>
      people.asPartner(of.id, people.other),
    ),
    {
      name: 'customer: a closed one is opened again',
      by: async ({ attacker, world: { app } }) => {
        const of = await victim()
        const close = update('holders.holders', { set: { status: 'closed' }, where: { id: of.id as HolderId } })
        await commit(app, app.clock.now(), [close], 'close')
        await attacker.run("update holders.holders set status = 'active' where id = $1", [of.id])
        const gained = async () => (await people.reads(of.accessToken)) || people.asPartner(of.id, people.partner)
        return { gained, named: holderOf(of.id) }
      },
    },
    {
      name: 'wallet: one is inserted for somebody else',
      by: async ({ attacker }) => {
        const [of, wallet] = [await victim(), newWallet()]
        const [row] = await attacker.run(
          `insert into holders.wallets (holder_id, partner_id, chain, address, verified, created_at)
           values ($1, $2, 'evm', $3, true, now()) returning id`,
          [of.id, people.partner.partner.id, wallet.address],
        )
        const gained = () => people.logsInWithWallet(wallet)
        return { gained, named: `wallet of a customer ${row!.id}` }
      },
    },
    {
      name: 'wallet: moved to somebody else',
      by: async ({ attacker }) => {
        const [of, wallet] = [await victim(), newWallet()]
        const body = { email: people.newEmail(), walletAddress: wallet.address }
        const { customerId } = (await people.partner.asServer('POST', '/auth/register/partner', { body })).body
        const [row] = await attacker.run(
          'update holders.wallets set holder_id = $1 where holder_id = $2 returning id',
          [of.id, customerId],
        )
        return { gained: () => people.logsInWithWallet(wallet), named: `wallet of a customer ${row!.id}` }
      },
    },
  ]
}

/** Attacks on sessions and refresh tokens. */
export const onSessions = (people: People): Attack[] => {
  const sessionOf = async ({ attacker }: Attacked, { id }: Customer) =>
    (await attacker.run('select id from holders.sessions where holder_id = $1', [id]))[0]!.id as string
  const ofToken = (token: string) => `refresh token \\x${hashOf(token).toString('hex')}`
  const refreshing = (token: string) => async () => allowed((await people.refreshes(token)).status)
  const onToken = (name: string, set: string, isUsed = false): Attack => ({
    name: `refresh token: ${name}`,
    by: async (attacked) => {
      const [own, of] = [await people.customer(), await people.customer()]
      if (isUsed) {
        await people.refreshes(own.refreshToken)
        attacked.world.clock.pass({ seconds: 20 })
      }
      const values = set.includes('$2') ? [await sessionOf(attacked, of)] : []
      await attacked.attacker.run(`update holders.refresh_tokens set ${set} where hash = $1`, [
        hashOf(own.refreshToken),
        ...values,
      ])
      return { gained: refreshing(own.refreshToken), named: ofToken(own.refreshToken) }
    },
  })
  return [
    onToken('moved to the session of somebody else', 'session_id = $2'),
    onToken('used again', 'used_at = null, successor = null', true),
    onToken('extended', "expires_at = expires_at + interval '1 year'"),
    {
      name: 'refresh token: one is inserted',
      by: async (attacked) => {
        const [of, token] = [await people.customer(), `rt_${'a'.repeat(43)}`]
        await attacked.attacker.run(
          `insert into holders.refresh_tokens (hash, session_id, created_at, expires_at)
           values ($1, $2, now(), '2099-01-01')`,
          [hashOf(token), await sessionOf(attacked, of)],
        )
        return { gained: refreshing(token), named: ofToken(token) }
      },
    },
    ...['deleted', 'used'].map(
      (what): Attack => ({
        name: `refresh token: put back as it was before it was ${what}`,
        by: async ({ attacker, world }) => {
          const { refreshToken } = await people.customer()
          const hash = hashOf(refreshToken)
          const [row] = await attacker.run('select * from holders.refresh_tokens where hash = $1', [hash])
          if (what === 'used') await people.refreshes(refreshToken)
          world.clock.pass({ seconds: 20 })
          await attacker.run('delete from holders.refresh_tokens where hash = $1', [hash])
          await attacker.run(
            `insert into holders.refresh_tokens (hash, session_id, created_at, expires_at, mac) values ($1, $2, $3, $4, $5)`,
            [hash, row!.session_id, row!.created_at, row!.expires_at, row!.mac],
          )
          return { gained: refreshing(refreshToken), named: ofToken(refreshToken) }
        },
      }),
    ),
    {
      name: 'session: opened again',
      by: async (attacked) => {
        const own = await people.customer()
        const id = await sessionOf(attacked, own)
        await people.partner.withToken(own.accessToken)('POST', '/auth/password', {
          body: { currentPassword: password, newPassword: better },
        })
        await attacked.attacker.run('update holders.sessions set ended_at = null, end_reason = null where id = $1', [
          id,
        ])
        const gained = async () => (await people.reads(own.accessToken)) || refreshing(own.refreshToken)()
        return { gained, named: `session of a customer ${id}` }
      },
    },
    {
      name: 'session: moved to somebody else',
      by: async (attacked) => {
        const [own, of] = [await people.customer(), await people.customer()]
        const id = await sessionOf(attacked, own)
        await attacked.attacker.run('update holders.sessions set holder_id = $1 where id = $2', [of.id, id])
        const gained = async () => (await people.reads(own.accessToken)) || refreshing(own.refreshToken)()
        return { gained, named: `session of a customer ${id}` }
      },
    },
  ]
}
