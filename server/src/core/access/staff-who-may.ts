import type { Db } from '#kernel/db/db.ts'
import { isPermitted, type Permission } from '#kernel/http/route.ts'
import type { StaffId } from './ids.ts'
import { permissionsOf, type StaffScope } from './roles.ts'
import type { Staff } from './staff.ts'
import { listStaff } from './store.ts'

/** The active people of one scope whose role has a permission, by ascending id; of the first thousand people. */
export async function peopleWhoMay(db: Db, scope: StaffScope, permission: Permission): Promise<Staff[]> {
  const people = await listStaff(db, scope, 1_000)
  return people.filter(({ active, role }) => active && isPermitted(permissionsOf(role, undefined), permission))
}

export const staffWhoMay = async (db: Db, scope: StaffScope, permission: Permission): Promise<StaffId[]> =>
  (await peopleWhoMay(db, scope, permission)).map(({ id }) => id)
