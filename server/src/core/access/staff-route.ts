import { z } from 'zod'
import { text } from '#kernel/http/field.ts'
import { type JsonCall, type JsonRoute, jsonRoutes } from '#kernel/http/json-route.ts'
import type { ListFile } from './list-file.ts'
import { reasonLengthMax, reasonLengthMin } from './reason.ts'
import { actorOf, type StaffAuthor, type StaffCaller } from './staff.ts'

declare module '#kernel/http/route.ts' {
  interface CallerKinds {
    /** A member of staff, with an API token; of a merchant or a partner, for its own affairs alone. */
    staff: 'permitted'
    /** A member of the operator's own staff. */
    operator: 'permitted'
    /** Every caller with a token of staff: for what the token tells of itself. */
    staffToken: 'open'
  }
}

/** The dialect of the interface of the staff, for the modules that own its routes. */
export type StaffCallers = { staff: StaffCaller; operator: StaffCaller; staffToken: StaffCaller }
export type StaffRoute = JsonRoute<StaffCallers> & {
  /** Of a route that writes a list to a file: the same by parts, for a worker that writes one too long to wait for. */
  listFile?: ListFile
}

export const {
  route: staffRoute,
  list: staffList,
  keyset: staffKeyset,
  file: staffFile,
  page: staffPage,
} = jsonRoutes<StaffCallers>()

/** Whose staff somebody is. */
export const scopeShape = z.strictObject({ kind: z.enum(['platform', 'merchant', 'partner']), id: z.string() })

/** A field of every body that changes something: the audit says why. */
export const reasonField = {
  reason: text({
    min: reasonLengthMin,
    max: reasonLengthMax,
    lines: true,
    prose: true,
    what: `why this is done, for the audit: ${reasonLengthMin} characters or more`,
  }),
}

type Changing = Pick<JsonCall<StaffCaller, unknown, unknown, { reason: string }>, 'caller' | 'ip' | 'body'>

/** The author of what a call changes: the person, the address and the token, and the reason. */
export const authorOf = ({ body, ...call }: Changing): StaffAuthor => ({ ...viewerOf(call), reason: body.reason })

/** Who reads what only some may see: the audit keeps it. */
export const viewerOf = ({ caller: { staff, via, carriesOut }, ip }: Omit<Changing, 'body'>): StaffAuthor => ({
  actor: actorOf(staff),
  staffId: staff.id,
  fromWhere: `${ip}, ${via.kind} ${via.id}`,
  ...(via.kind === 'token' && via.madeBy !== undefined && { tokenMadeBy: via.madeBy }),
  ...(carriesOut !== undefined && { carriesOut }),
})
