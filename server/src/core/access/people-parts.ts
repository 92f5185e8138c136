import { z } from 'zod'
import type { Clock } from '#kernel/base/clock.ts'
import { readId } from '#kernel/base/id.ts'
import type { StaffId } from './ids.ts'
import type { StaffDirectory } from './open-staff.ts'
import type { personRecord } from './people-shapes.ts'
import { refuse } from './refusals.ts'
import { isWithin } from './roles.ts'
import type { OrganizationExists } from './scope-of-new-person.ts'
import type { Staff, StaffCaller } from './staff.ts'
import type { SendInvitation } from './staff-invitations.ts'

/** What the routes about people share. */
export type RoutesContext = {
  staff: StaffDirectory
  clock: Clock
  organizationExists: OrganizationExists
  /** Undefined where no mail server is configured. */
  sendInvitation: SendInvitation | undefined
  /** Staging: without a mail server the link of an invitation is shown to who makes it. */
  testMode: boolean
}
export type PeopleContext = RoutesContext & { record(person: Staff): ReturnType<typeof personRecord> }

export const about = { group: 'Staff', caller: 'staff' as const }
export const params = z.object({ staffId: z.string() })

/** A person of the caller's organization; staff of the operator see those of all. Others are not there. */
export async function personInScope(
  staff: StaffDirectory,
  { staff: me }: StaffCaller,
  unchecked: string,
): Promise<Staff> {
  const id = readId<StaffId>(unchecked)
  const found = id === undefined ? undefined : await staff.find(id)
  if (!found || !isWithin(me.scope, found.scope)) throw refuse('staff_not_found', { who: unchecked.slice(0, 50) })
  return found
}
