import { createHash } from 'node:crypto'
import type { Attack } from './attacks.ts'
import { allowed, better, type People } from './attacks-on-customers.ts'

const resets = 'id, partner_id, version, code, tries_left, created_at, expires_at'
const logins = 'id, partner_id, code, code_expires_at, codes_sent, tries_left, created_at, expires_at'

/** Attacks on codes that were sent by email, and on signed challenges. */
export const onCodes = (people: People): Attack[] => {
  const wrongOf = (code: string | undefined) => (code === '000000' ? '111111' : '000000')
  const verifies = async (registrationId: string, code: string | undefined) =>
    allowed((await people.post('/register/email/verify', { registrationId, code })).status)
  const begun = async () => {
    const own = await people.customer({ secondFactor: true })
    const as = people.partner.withToken((await people.logsIn(own)).body.sessionToken as string)
    await as('POST', '/auth/2fa/send')
    const code = await people.codeFor(own.email)
    const verify = async (typed = code) => (await as('POST', '/auth/2fa/verify', { body: { code: typed } })).status
    return { own, code, verify }
  }
  return [
    {
      name: 'registration: its address is another, which is not proven',
      by: async ({ attacker }) => {
        const email = people.newEmail()
        const registrationId = await people.begins(email)
        const code = await people.codeFor(email)
        await attacker.run("update holders.registrations set email = 'chief@example.com' where id = $1", [
          registrationId,
        ])
        return { gained: () => verifies(registrationId, code), named: `registration ${registrationId}` }
      },
    },
    {
      name: 'registration: more tries for its code',
      by: async ({ attacker }) => {
        const email = people.newEmail()
        const id = await people.begins(email)
        const code = await people.codeFor(email)
        for (let tries = 0; tries < 5; tries++) await verifies(id, wrongOf(code))
        await attacker.run('update holders.registrations set tries_left = 5 where id = $1', [id])
        return { gained: () => verifies(id, code), named: `registration ${id}` }
      },
    },
    {
      name: 'registration: one is inserted with the code of another',
      by: async ({ attacker }) => {
        const email = people.newEmail()
        const id = await people.begins(email)
        const code = await people.codeFor(email)
        const columns = `partner_id, language, password_hash, second_factor, code, tries_left, created_at, expires_at`
        const [row] = await attacker.run('delete from holders.registrations where id = $1 returning *', [id])
        const { partner_id, language, password_hash, second_factor, tries_left, created_at, expires_at } = row!
        await attacker.run(
          `insert into holders.registrations (id, email, ${columns}) values ($1, 'head@example.com', $2, $3, $4, $5, $6, $7, $8, $9)`,
          [id, partner_id, language, password_hash, second_factor, row!.code, tries_left, created_at, expires_at],
        )
        return { gained: () => verifies(id, code), named: `registration ${id}` }
      },
    },
    {
      name: 'password reset: its customer is somebody else',
      by: async ({ attacker }) => {
        const [own, of] = [await people.customer(), await people.customer()]
        await people.post('/password/forgot', { email: own.email })
        const code = await people.codeFor(own.email)
        await attacker.run('update holders.password_resets set holder_id = $1 where holder_id = $2', [of.id, own.id])
        const body = { email: own.email, code, newPassword: better }
        const gained = async () => allowed((await people.post('/password/reset', body)).status)
        return { gained, named: `password reset ${people.partner.partner.id} ${own.email}` }
      },
    },
    {
      name: 'password reset: one is inserted for somebody else, with a known code',
      by: async ({ attacker }) => {
        const [own, of] = [await people.customer(), await people.customer()]
        await people.post('/password/forgot', { email: own.email })
        const code = await people.codeFor(own.email)
        await attacker.run(
          `with own as (delete from holders.password_resets where holder_id = $3 returning *)
           insert into holders.password_resets (email, holder_id, ${resets}) select $1, $2, ${resets} from own`,
          [of.email, of.id, own.id],
        )
        const body = { email: of.email, code, newPassword: better }
        const gained = async () => allowed((await people.post('/password/reset', body)).status)
        return { gained, named: `password reset ${people.partner.partner.id} ${of.email}` }
      },
    },
    {
      name: 'log-in: its customer is somebody else',
      by: async ({ attacker }) => {
        const [{ own, verify }, of] = [await begun(), await people.customer()]
        const [row] = await attacker.run(
          'update holders.pending_logins set holder_id = $1 where holder_id = $2 returning id',
          [of.id, own.id],
        )
        return { gained: async () => allowed(await verify()), named: `log-in of a customer ${row!.id}` }
      },
    },
    {
      name: 'log-in: more tries for its code',
      by: async ({ attacker }) => {
        const { own, code, verify } = await begun()
        for (let tries = 0; tries < 5; tries++) await verify(wrongOf(code))
        const [row] = await attacker.run(
          'update holders.pending_logins set tries_left = 5 where holder_id = $1 returning id',
          [own.id],
        )
        return { gained: async () => allowed(await verify()), named: `log-in of a customer ${row!.id}` }
      },
    },
    {
      name: 'log-in: one is inserted for somebody else, with a known code',
      by: async ({ attacker }) => {
        const [{ own, code }, of] = [await begun(), await people.customer()]
        const token = `st_${'b'.repeat(43)}`
        const [row] = await attacker.run(
          `with own as (delete from holders.pending_logins where holder_id = $3 returning *)
           insert into holders.pending_logins (holder_id, token_hash, ${logins}) select $1, $2, ${logins} from own returning id`,
          [of.id, createHash('sha256').update(token).digest(), own.id],
        )
        const as = people.partner.withToken(token)
        const gained = async () => allowed((await as('POST', '/auth/2fa/verify', { body: { code } })).status)
        return { gained, named: `log-in of a customer ${row!.id}` }
      },
    },
    {
      name: 'challenge of a wallet: its signature is used again',
      by: async ({ attacker }) => {
        const { challengeId, signature } = await people.signsWithWallet()
        await attacker.run('update holders.wallet_challenges set spent_at = null where id = $1', [challengeId])
        const gained = async () => allowed((await people.post('/login/wallet', { challengeId, signature })).status)
        return { gained, named: `challenge of a wallet ${challengeId}` }
      },
    },
    {
      name: 'challenge of a wallet: one is inserted that its owner has signed',
      by: async ({ attacker }) => {
        const { challengeId, signature } = await people.signsWithWallet()
        const columns = 'partner_id, purpose, chain, address, chain_id, message, created_at, expires_at'
        const [row] = await attacker.run(
          `insert into holders.wallet_challenges (id, ${columns})
           select gen_random_uuid(), ${columns} from holders.wallet_challenges where id = $1 returning id`,
          [challengeId],
        )
        const body = { challengeId: row!.id, signature }
        const gained = async () => allowed((await people.post('/login/wallet', body)).status)
        return { gained, named: `challenge of a wallet ${row!.id}` }
      },
    },
  ]
}
