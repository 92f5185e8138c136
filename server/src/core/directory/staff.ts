import type { Secret } from '#kernel/base/secret.ts'
import { insert, ref } from '#kernel/db/commit/commit.ts'
import { auditEntry, described } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import { type Staff, type StaffInput, type StaffRole, staffRoles } from './directory.ts'
import { checkEmail, normalEmail } from './email.ts'
import type { MerchantId } from './ids.ts'
import { merchantOwner, platformOwner } from './owner.ts'
import { checkNewPassword, hashPassword, passwordMatches, unknownUserHash } from './password.ts'
import { refuse } from './refusals.ts'
import { checkName } from './site-fields.ts'
import { findMerchant, findStaff } from './store.ts'

/** Creates a staff member. An e-mail address is unique in the whole installation. */
export async function addStaff(ctx: DirectoryContext, unchecked: StaffInput): Promise<Staff> {
  const { by, merchantId } = unchecked
  const email = checkEmail(unchecked.email)
  const name = checkName(unchecked.name)
  const role = checkRole(unchecked.role, merchantId)
  const password = checkNewPassword(unchecked.password)
  if (merchantId !== undefined && !(await findMerchant(ctx.db, merchantId)))
    throw refuse('merchant_not_found', { field: 'merchantId' })
  const password_hash = await hashPassword(password)
  const now = ctx.clock.now()
  const staff = ref('staff')
  const row = { merchant_id: merchantId ?? null, email, name, role, password_hash, created_at: now }
  const ids = await carryOut(
    ctx,
    now,
    [
      insert('directory.staff', row, {
        as: staff,
        onDuplicate: { staff_email_key: () => refuse('email_taken', { field: 'email' }) },
      }),
      auditEntry(now, by, {
        action: 'staffAdded',
        owner: merchantId === undefined ? platformOwner : merchantOwner(merchantId),
        subject: { type: 'staff', id: staff },
        after: described({ merchantId, email, name, role }),
      }),
    ],
    'staff',
  )
  return { id: ids(staff), merchantId, email, name, role }
}

/** Compares even when the e-mail is unknown, so that the response time does not reveal who has an account. */
export async function checkPassword(
  { db }: DirectoryContext,
  unchecked: { email: string; password: Secret<string> },
): Promise<Staff | undefined> {
  const found = await findStaff(db, normalEmail(unchecked.email))
  const matches = await passwordMatches(unchecked.password, found?.passwordHash ?? unknownUserHash)
  if (!found || !matches) return undefined
  const { passwordHash, ...staff } = found
  return staff
}

function checkRole(unchecked: string, merchantId: MerchantId | undefined): StaffRole {
  const role = staffRoles.find((known) => known === unchecked)
  if (!role || (role === 'operator') !== (merchantId === undefined)) throw refuse('invalid_role', { field: 'role' })
  return role
}
