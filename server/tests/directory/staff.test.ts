import { argon2 } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { readMerchantId } from '#core/directory'
import { Secret } from '#kernel/base/secret.ts'
import { auditOf, by, openBenchContext } from './context.ts'

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  return { ...real, argon2: vi.fn(real.argon2) }
})
beforeEach(() => {
  vi.mocked(argon2).mockClear()
})

const password = new Secret('correct horse battery staple')

test('a person is let in by e-mail, in either case, and password', async () => {
  const { directory } = await openBenchContext()
  const { id: merchantId } = await directory.createMerchant({ by, name: 'Bakery' })
  const ana = await directory.addStaff({
    by,
    merchantId,
    email: ' Ana@Bakery.example',
    name: 'Ana',
    role: 'owner',
    password,
  })
  expect(ana).toEqual({ id: ana.id, merchantId, email: 'ana@bakery.example', name: 'Ana', role: 'owner' })
  expect(await directory.checkPassword({ email: 'ANA@bakery.example', password })).toEqual(ana)
  expect(await directory.checkPassword({ email: ana.email, password: new Secret('wrong') })).toBe(undefined)
  expect(await directory.checkPassword({ email: 'bob@bakery.example', password })).toBe(undefined)
})

test('an unknown e-mail costs the same work as a known one', async () => {
  const { directory } = await openBenchContext()
  const operator = { by, merchantId: undefined, email: 'op@florin.example', name: 'Op', role: 'operator', password }
  await directory.addStaff(operator)
  const workOf = async (email: string) => {
    vi.mocked(argon2).mockClear()
    await directory.checkPassword({ email, password: new Secret('wrong') })
    return vi.mocked(argon2).mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => ({
      algorithm,
      memory,
      passes,
      parallelism,
      tagLength,
    }))
  }
  const known = await workOf(operator.email)
  expect(known).toHaveLength(1)
  expect(await workOf('nobody@florin.example')).toEqual(known)
})

test('neither the password nor its hash is in the audit', async () => {
  const { directory, db } = await openBenchContext({ alone: true })
  const operator = { by, merchantId: undefined, email: 'op@florin.example', name: 'Op', role: 'operator', password }
  const { id } = await directory.addStaff(operator)
  const [entry] = await auditOf(db)
  expect(entry).toMatchObject({ action: 'staffAdded', subject_type: 'staff', subject_id: String(id), actor: 'staff 7' })
  expect(entry).toMatchObject({ owner_kind: 'platform', owner_id: 'platform' })
  expect(entry!.after).toEqual({ merchantId: null, email: 'op@florin.example', name: 'Op', role: 'operator' })
})

test('what cannot be is refused by field, before any work is done', async () => {
  const { directory, db } = await openBenchContext({ alone: true })
  const { id: merchantId } = await directory.createMerchant({ by, name: 'Bakery' })
  const good = { by, merchantId, email: 'ana@bakery.example', name: 'Ana', role: 'viewer', password }
  const wrongs: [string, string, object][] = [
    ['email', 'invalid_email', { email: 'nowhere' }],
    ['email', 'invalid_email', { email: `${'x'.repeat(250)}@a.example` }],
    ['name', 'invalid_name', { name: '' }],
    ['role', 'invalid_role', { role: 'king' }],
    ['role', 'invalid_role', { role: 'operator' }],
    ['role', 'invalid_role', { merchantId: undefined }],
    ['password', 'invalid_password', { password: new Secret('short') }],
    ['merchantId', 'merchant_not_found', { merchantId: readMerchantId(999) }],
  ]
  for (const [field, code, wrong] of wrongs)
    await expect(directory.addStaff({ ...good, ...wrong }), code).rejects.toMatchObject({ code, field })
  expect(await db.run('select from directory.staff', [])).toHaveLength(0)
  expect(argon2).not.toHaveBeenCalled()
})

test('an e-mail address belongs to one person', async () => {
  const { directory } = await openBenchContext()
  const operator = { by, merchantId: undefined, email: 'one@florin.example', name: 'Op', role: 'operator', password }
  const results = await Promise.allSettled([1, 2, 3].map(() => directory.addStaff(operator)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(directory.addStaff({ ...operator, email: 'ONE@florin.example' })).rejects.toMatchObject({
    code: 'email_taken',
    kind: 'conflict',
  })
})
