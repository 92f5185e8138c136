import type { Attack } from './attacks.ts'
import { allowed, better, type People } from './attacks-on-customers.ts'

/** Attacks on codes that were sent by email. */
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
  ]
}
