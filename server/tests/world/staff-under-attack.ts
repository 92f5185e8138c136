import type { ApprovalId, Staff, StaffAuthor, StaffId } from '#core/access'
import { Secret } from '#kernel/base/secret.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { newPerson, openBrowserOf, password, type TestBrowser, withApp } from './dashboard-session.ts'
import { approveKyc } from './issuing.ts'
import { openPartner } from './partner.ts'
import { openPasskey } from './passkey.ts'
import { openProduct } from './programme.ts'
import { platform } from './staff.ts'
import { publicUrl, type World } from './world.ts'

const by = { actor: 'test', fromWhere: 'test' }
const here = { host: new URL(publicUrl).hostname, origin: publicUrl }
export const newPassword = 'the sentence of this year'

/**
 * What an attacker finds: `sam` of the support is the attacker's own account, `kim` an accomplice with a passkey. `olga`
 * owns the installation and has an app and recovery codes, `vera` a passkey, and had another. `lee` never came, and `gus`
 * left.
 */
export async function openStaffUnderAttack(world: World) {
  const { app } = world
  const { mia: olga, recoveryCodes, id: appOfOlga } = await withApp(world)
  const [sam, lee, gus] = [await newPerson(world, supporter), await newPerson(world, supporter), await newPerson(world)]
  await app.staff.change({ by, id: gus.id, changes: { active: false } })
  const over = await sessionOf(world, sam)
  const invited = (staffId: StaffId) => app.staff.invite({ by, staffId, link: 'shown' })
  const lapsed = await invited(lee.id)
  world.clock.pass({ hours: 24 * 8 })
  const kim = await withPasskey(world, 'support')
  const vera = await withPasskey(world, 'owner')
  const lost = await vera.adds()
  await vera.browser.call('POST', `/session/second-factors/${lost.id}/remove`, {})
  const [ended, session] = [await sessionOf(world, sam), await sessionOf(world, sam)]
  await app.staff.endSession({ by, staff: sam, id: ended.id })
  const token = (permissions?: string[]) => app.staff.createToken({ by, staffId: sam.id, name: 'own', permissions })
  const tokens = { narrow: await token(['sites:read']), revoked: await token() }
  await app.staff.revokeToken({ by, id: tokens.revoked.id })
  const pending = openBrowserOf(world)
  await pending.call('POST', '/session', { email: kim.staff.email, password })
  const idOf = async (which: string): Promise<bigint> => {
    const [row] = await world.query(`select ${which}`)
    return BigInt(String(row!.id))
  }
  return {
    pending: { browser: pending, id: await idOf('max(id) as id from access.staff_challenges') },
    firstCode: await idOf('min(id) as id from access.staff_recovery_codes'),
    ...{ world, olga, appOfOlga: BigInt(appOfOlga), recoveryCodes, sam, gus, kim, vera, lost, tokens },
    sessions: { over, ended, session },
    invitations: { lapsed, replaced: await invited(sam.id), open: await invited(sam.id) },
    approvals: await openApprovalsUnderAttack(world, { sam, olga }),
  }
}
export type UnderAttack = Awaited<ReturnType<typeof openStaffUnderAttack>>
const supporter = { role: 'support' }

export async function setsPassword({ app }: World, id: StaffId, text: string): Promise<void> {
  const { token } = await app.staff.invite({ by, staffId: id, link: 'shown' })
  await app.staff.acceptInvitation({ token: token.reveal(), password: new Secret(text), ip: '127.0.0.1' })
}

async function sessionOf({ app }: World, { email }: Staff) {
  const login = { email, password: new Secret(password), at: here, ip: '127.0.0.1', agent: 'a browser' }
  const begun = await app.staff.logIn(login)
  if (!('session' in begun)) throw new Error('it asks for a second step')
  return { id: begun.session.id, token: begun.token.reveal() }
}

async function withPasskey(world: World, role: string) {
  const staff = await newPerson(world, { role })
  const browser = openBrowserOf(world)
  await browser.logIn(staff)
  const adds = async () => {
    const passkey = openPasskey(here)
    const { body: options } = await browser.call('POST', '/session/second-factors/passkey/options', {})
    const credential = passkey.register(options)
    const added = await browser.call('POST', '/session/second-factors/passkey', { passkey: credential, name: 'Laptop' })
    return { passkey, credentialId: credential.id, id: BigInt(added.body.id) }
  }
  return { staff, browser, adds, ...(await adds()) }
}

/** Who is logged in by a passkey, which names the credential of this id. */
export async function logsInByPasskey(world: World, passkey: UnderAttack['kim']['passkey'], credentialId: string) {
  const browser = openBrowserOf(world)
  const { body } = await browser.call('POST', '/session/passkey/options', {})
  const signed = { ...passkey.sign(body), id: credentialId, rawId: credentialId }
  await browser.call('POST', '/session/passkey', { passkey: signed })
  return whoIs(browser)
}

export const whoIs = async (browser: TestBrowser): Promise<unknown> => (await browser.call('GET', '/me')).body.email

export const wanted = (
  by: StaffAuthor,
  subject: string,
  request: unknown = { decision: 'approve' },
): Parameters<World['app']['approvals']['require']>[0] => ({
  ...{ by, action: 'merchants:close', owner: platform, request },
  subject: { type: 'merchant', id: subject },
})

export const authorOf = ({ id }: Staff): StaffAuthor => ({
  ...{ actor: `staff ${id}`, staffId: id, fromWhere: 'test', reason: 'The documents are right.' },
})

/** Of the approvals that `sam` has asked for, one is used, one waits, and one is approved. */
async function openApprovalsUnderAttack({ app }: World, { sam, olga }: { sam: Staff; olga: Staff }) {
  const asked = async (subject: string): Promise<ApprovalId> => {
    const cleared = await app.approvals.require(wanted(authorOf(sam), subject))
    if (cleared.allowed) throw new Error('it needs no approval')
    return cleared.approval.id
  }
  const approved = async (subject: string): Promise<ApprovalId> => {
    const id = await asked(subject)
    await app.approvals.decide({ by: authorOf(olga), id, decision: 'approve' })
    return id
  }
  return {
    waits: await asked('waits'),
    approved: await approved('approved'),
    used: await approved('used'),
    uses: async () => {
      const cleared = await app.approvals.require(wanted(authorOf(sam), 'used'))
      if (cleared.allowed) await commit(app, app.clock.now(), cleared.writes, 'uses it')
    },
  }
}

/** A customer with an issued card, and the call that shows its number. */
export async function openCardUnderAttack(world: World) {
  const nordwind = await openPartner(world)
  const { customerId, accessToken, call } = await nordwind.customer()
  await approveKyc(world, customerId)
  await call('POST', '/accounts', { body: { currency: 'EUR' } })
  const product = await openProduct(world, nordwind)
  const body = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'First' }
  const card = await call('POST', '/cards', { body })
  const shows = async (token: string) => {
    const { status, body } = await nordwind.withToken(token)('GET', `/cards/${card.body.id}/secrets`)
    return status === 200 ? body.pan : undefined
  }
  return { accessToken, shows }
}
